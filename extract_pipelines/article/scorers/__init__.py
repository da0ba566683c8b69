"""Scorers that were learned from labelled pages, as `extract_pipelines.trees` loads them."""
