"""How entries are written in a record, typed at the table and told in words, in English and French."""
