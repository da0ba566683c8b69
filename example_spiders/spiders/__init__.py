"""The example spiders: `forum` and `articles`."""
