"""Templates of detail pages: pages that are about one thing each."""
