"""A case in one TOML file: a problem, what was heard, and what could be asked."""
