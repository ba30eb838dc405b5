"""Playing against the machine: it chooses for one side among what is declared to be in reach."""
