// Keeps the place: as served, this holds every module of this folder (scorepad/web/files/joining.py).
