"""The main text of a page that has no floors, with its author and date."""
