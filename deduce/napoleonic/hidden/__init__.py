"""What hidden things can still be, with proofs; and what to watch."""
