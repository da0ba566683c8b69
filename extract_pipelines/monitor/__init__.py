"""What is new in a forum since it was last read; without Scrapy."""
