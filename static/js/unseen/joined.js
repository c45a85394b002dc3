// Served, this is all modules of the folder in one (scorepad/web/files/joining.py). On disk it only keeps the place.
