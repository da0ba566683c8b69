"""Finding the main text of a page that has no floors."""
