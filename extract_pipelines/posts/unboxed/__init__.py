"""Reads posts without elements of their own: mails, talk pages, plain text under heading lines.

Its door is `unboxed.read_unboxed`.
"""
