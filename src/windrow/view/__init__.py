"""What people look at: explanations, overlays, marks on the page, tables in a terminal."""
