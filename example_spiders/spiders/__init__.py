"""Spiders that read the demo; those for other sites come with the add-on: `forum`, `articles`."""
