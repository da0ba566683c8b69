"""Scorers that were learned from labelled pages, as `extract_pipelines.page.boosted_trees` loads them."""
