// Served, this is all modules of the folder in one (scorepad/web/joining.py); what it takes from
// the page of Wizard comes with that one's file. On disk it only keeps the place.
