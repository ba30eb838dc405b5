"""The charge desk: what is reckoned without measuring, from thresholds and guesses."""
