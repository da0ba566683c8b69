"""Finds the comments that stand in posts.

Its door is `comment_model.CommentModel`, which learns what they look like, and reads them.
"""
