// Served, this is all modules of the folder in one (scorepad/web/files/joining.py): each of its own
// would cost a slow phone a round trip. On disk it only keeps the place.
