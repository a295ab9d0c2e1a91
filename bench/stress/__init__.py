"""Made pages that are hard to read: many ways to write a list, among many kinds of noise."""
