"""Templates of lists: pages that hold many records of one kind."""
