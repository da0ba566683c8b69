"""Turns records into floors: the posts that come out, with author, date, text, quotes and id.

Its doors are `slots.with_page`, which learns the places in the records, and
`record_floors.read_floors`, which reads them.
"""
