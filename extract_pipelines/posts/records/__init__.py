"""Finds the elements of a page that repeat, such as posts or rows, and groups those of one shape.

Its door is `analysis.analyse`, which gives the dates and the record groups of a page.
"""
