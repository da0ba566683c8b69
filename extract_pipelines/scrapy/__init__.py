"""The Scrapy shell: add-on, settings, middlewares, pipelines, exporters, commands, spiders."""
