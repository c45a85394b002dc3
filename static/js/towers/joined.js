// Served, this is all modules of the folder in one (scorepad/web/files/joining.py), with those of Wizard's
// page that they import and none besides. On disk it only keeps the place. @brings-all
