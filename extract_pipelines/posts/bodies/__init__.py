"""Finds the place in the records that holds what was written, and which of its lines are text.

Its doors are `bodies.body_places`, which rates the places, and `bodies.Bodies`, which cuts the
text out of each record.
"""
