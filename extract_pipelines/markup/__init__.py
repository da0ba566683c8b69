"""What a page says as clean markup: a tree of few tags, HTML, Markdown, plain text."""
