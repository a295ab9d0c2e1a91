"""From one list page to the whole list."""
