"""A Scrapy project that shows extract_pipelines at work."""
