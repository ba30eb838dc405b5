"""Exact odds: of one combat, of several from the same packs, and of plans with leave to stop.

It knows meetings and packs. It knows no ledger, no table and no words.
"""
