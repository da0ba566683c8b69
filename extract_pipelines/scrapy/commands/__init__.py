"""The commands that the package adds to Scrapy.

Scrapy loads all commands to run one. So these modules say what a command is called and what options
it has, and import what it works with when it runs.
"""
