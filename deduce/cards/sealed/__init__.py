"""Packs that the tool turns: their order follows from a key that nobody knows until they are opened."""
