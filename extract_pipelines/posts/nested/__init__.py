"""Finds the comments that stand in posts.

Its door is `comment_model.NestedCommentModel`, which learns what they look like, and reads them.
"""
