"""One local service behind all faces: pages, wrappers and jobs in a folder. No web in it."""
