"""What is printed: a page that tells an edition at a glance, and sheets to keep a battle by hand."""
