"""Cutting the content of a thread page into its floors (posts)."""
