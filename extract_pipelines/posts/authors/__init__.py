"""Finds the place in the records that names who wrote them.

Its doors are `authors.author_scores`, which rates the places, and `authors.author_of`, which reads
the author of one record.
"""
