"""Villages and houses."""
