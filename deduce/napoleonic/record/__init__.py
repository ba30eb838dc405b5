"""A battle in a file: headers, units, following what is written."""
