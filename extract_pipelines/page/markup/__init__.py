"""Clean markup of what a page says: a tree of few tags, HTML, Markdown, plain text."""
