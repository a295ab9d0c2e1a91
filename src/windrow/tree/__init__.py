"""A page becomes a flat tree."""

from windrow.tree.parse import parse
from windrow.tree.path import find, label_path, xpath
from windrow.tree.tree import Kind, Tree

__all__ = ["Kind", "Tree", "find", "label_path", "parse", "xpath"]
