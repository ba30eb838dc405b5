"""`deduce confusion`: everything about Robert Abbott's Confusion on the command line."""
