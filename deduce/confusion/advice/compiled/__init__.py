"""The games in the mind in compiled code: the rules and the instinct of the arrays, game by game."""
