"""Following a forum: its lists and threads, and what of them changed between crawls."""
