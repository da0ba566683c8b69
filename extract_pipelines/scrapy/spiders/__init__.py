"""The spiders that come with the add-on: `forum` and `articles`. Subclass them for one site.

The add-on lets ``scrapy crawl`` find them. Where a project's spiders are listed without its add-ons
(``scrapy list``, Scrapyd), name this package in SPIDER_MODULES.
"""

from extract_pipelines.scrapy.spiders.articles import ArticlesSpider
from extract_pipelines.scrapy.spiders.forum import ForumSpider

__all__ = ["ArticlesSpider", "ForumSpider"]
