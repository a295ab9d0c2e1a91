"""How alike two subtrees or sequences are."""
