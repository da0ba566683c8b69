"""Settings of the example project; the ADDONS line is what extract_pipelines needs."""

import os

BOT_NAME = "example_spiders"
SPIDER_MODULES = ["example_spiders.spiders", "extract_pipelines.scrapy.spiders"]
NEWSPIDER_MODULE = "example_spiders.spiders"

ADDONS = {"extract_pipelines.Addon": 300}
EXTRACT_WARMUP_PAGES = 12
# For -O feed.json:jsonfeed on the command line.
FEED_EXPORTERS = {"jsonfeed": "extract_pipelines.scrapy.exporters.JsonFeedExporter"}

# Who crawls, for the people who run the site: an address of yours.
CONTACT = os.environ.get("CONTACT", "no contact given: set CONTACT")
USER_AGENT = f"example_spiders (+{CONTACT})"
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.2
CONCURRENT_REQUESTS_PER_DOMAIN = 4
LOG_LEVEL = "INFO"
FEED_EXPORT_ENCODING = "utf-8"
FEED_EXPORT_INDENT = 1
