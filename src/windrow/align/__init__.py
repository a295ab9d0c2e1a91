"""Region -> Alignment: the items of records below each other."""
