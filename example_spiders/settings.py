"""Settings of the example project; the ADDONS line is what extract_pipelines needs."""

BOT_NAME = "example_spiders"
SPIDER_MODULES = ["example_spiders.spiders"]
NEWSPIDER_MODULE = "example_spiders.spiders"

ADDONS = {"extract_pipelines.Addon": 300}
EXTRACT_WARMUP_PAGES = 5

USER_AGENT = "example_spiders (set USER_AGENT to your name and contact)"
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.2
CONCURRENT_REQUESTS_PER_DOMAIN = 4
LOG_LEVEL = "INFO"
FEED_EXPORT_ENCODING = "utf-8"
FEED_EXPORT_INDENT = 1
