"""A Django site for django-comments-xtd, which is an app and brings none of its own."""
