"""Region -> Alignment: items of several records that mean the same are put into one column."""
