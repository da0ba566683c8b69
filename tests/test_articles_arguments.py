"""The addresses that the spider of articles is given."""

from __future__ import annotations

from extract_pipelines.scrapy.spiders.articles import ArticlesSpider


def test_a_comma_within_an_address_does_not_cut_it() -> None:
    given = "https://a.example/1,25,x.html, https://b.example/2,https://c.example/3\nhttps://d.example/,"
    assert ArticlesSpider(urls=given).urls == [
        "https://a.example/1,25,x.html",
        "https://b.example/2",
        "https://c.example/3",
        "https://d.example/",
    ]
