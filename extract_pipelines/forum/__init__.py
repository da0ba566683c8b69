"""The way through a forum: what rows of a list tell, which links to follow."""
