"""Advice from the ledger: what can be done now, what it is worth, what threatens, and what luck there was.

It knows what chance and choice decided and nothing of where anybody stands, so it takes for reachable what
the players say is, and says so where nobody did.
"""
