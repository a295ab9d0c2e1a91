"""What people look at: explanations, overlays, outlines on the page, tables in a terminal."""
