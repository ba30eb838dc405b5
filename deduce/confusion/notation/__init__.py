"""How turns are written: in the cells of a record, at the table, and in words."""
