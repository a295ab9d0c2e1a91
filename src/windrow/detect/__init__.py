"""Finding the regions of a page: the five papers, their ancestor, and what goes beyond them."""
