"""Groups, their players and devices, and how much each may do."""
