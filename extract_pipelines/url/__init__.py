"""The one reader of addresses: threads, boards, pages, posts, people, and what they share."""

from extract_pipelines.url.address import (
    Address,
    address,
    asked_page,
    has_thread_id,
    is_permalink,
    page_key,
    thread_id,
    thread_key,
    view_of,
)
from extract_pipelines.url.form import folder_form, page_form, thread_form
from extract_pipelines.url.leads import is_avoided, leads_to_page, names_person
from extract_pipelines.url.parts import domain_of, is_web_address, plain_url, split_url

__all__ = [
    "Address",
    "address",
    "asked_page",
    "domain_of",
    "folder_form",
    "has_thread_id",
    "is_avoided",
    "is_permalink",
    "is_web_address",
    "leads_to_page",
    "names_person",
    "page_form",
    "page_key",
    "plain_url",
    "split_url",
    "thread_form",
    "thread_id",
    "thread_key",
    "view_of",
]
