"""Templates of the papers: seed, prototype, template tree, pattern."""
