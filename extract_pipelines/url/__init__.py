"""The one reader of addresses: threads, boards, pages, posts, people, and what they share."""

from extract_pipelines.url.address import (
    Address,
    address,
    asked_page,
    has_thread_id,
    is_permalink,
    page_key,
    shape_of,
    thread_id,
    thread_key,
    view_of,
)
from extract_pipelines.url.leads import is_avoided, leads_to_page, names_person
from extract_pipelines.url.parts import domain_of, is_web_address, plain_url, split_url
from extract_pipelines.url.shape import url_shape

__all__ = [
    "Address",
    "address",
    "asked_page",
    "domain_of",
    "has_thread_id",
    "is_avoided",
    "is_permalink",
    "is_web_address",
    "leads_to_page",
    "names_person",
    "page_key",
    "plain_url",
    "shape_of",
    "split_url",
    "thread_id",
    "thread_key",
    "url_shape",
    "view_of",
]
