"""The adjudicator: a line such as "3 charge k, path hedge" in, a verdict with rules out."""
