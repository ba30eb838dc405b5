"""A battle in a file: what its headers say, and how one begins."""
