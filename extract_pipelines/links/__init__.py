"""The way through a forum: what URLs tell, what rows of a list tell, which links to follow."""

from extract_pipelines.links.urls import is_avoided, page_key, plain_url, shape_of, thread_key

__all__ = ["is_avoided", "page_key", "plain_url", "shape_of", "thread_key"]
