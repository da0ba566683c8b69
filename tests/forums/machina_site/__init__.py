"""A Django site for django-machina, which is an app and brings none of its own."""
