"""What was heard: an ordered, editable log of entries, and the models that say how far to trust them."""
