"""What can be typed and stands in a record, each kind of line in its module."""
