"""The local service behind all interfaces: pages, wrappers and jobs in a folder. No web code."""
