"""Commands for ``scrapy``."""
