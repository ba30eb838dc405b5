"""The first chapter: states, order of movements, distances, reaction, turns and marches."""
