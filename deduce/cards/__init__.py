"""Cards and Confusion: a battle of toy soldiers that is driven by playing cards, in both its editions."""
