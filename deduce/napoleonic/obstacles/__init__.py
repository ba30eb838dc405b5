"""Linear obstacles, engineers, redoubts and abandoned batteries."""
