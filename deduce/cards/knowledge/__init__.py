"""What can be known of both packs: also where a card was missed, half seen, or only the result is known."""
