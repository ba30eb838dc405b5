"""What a game at a table is, whoever's game it is."""
