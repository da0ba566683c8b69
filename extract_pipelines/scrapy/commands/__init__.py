"""Commands for ``scrapy``, which finds them by their entry points."""
