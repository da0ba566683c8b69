"""The title of a page: texts that may be it, and which of them is."""
