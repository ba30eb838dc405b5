"""Ground: hills, plateaus, woods, crops, water, roads; what a way over it takes, who sees whom."""
