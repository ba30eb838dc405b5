"""The field: men as points with headings, and what a ruler and a protractor would read between them."""
