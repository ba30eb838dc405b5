"""Cards and Confusion: miniatures on a floor, and playing cards that decide their combats."""
