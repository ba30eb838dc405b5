"""Charges, counter-charges and evades: what they need, when they touch, what comes of them."""
