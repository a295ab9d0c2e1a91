"""The similarity of two subtrees or sequences."""
