"""Rates how likely each record group of a page is a thread's posts, or the comments below a text.

Its doors are `scoring.scored_groups`, for one page, and `shape_odds.ShapeOdds`, for many.
"""
