"""Names the places inside a record, alike in all records of a site, and keeps what they told.

Its doors are `views.view_of`, for one record, and `slot_statistics.SlotStatistics`, for many pages.
"""
