"""What comes in from outside: files, numbers and data, each with a bound that is said in words."""
