"""Tells the own words of a post from quotes, signatures, edit notes and copies of other posts.

Its doors are `quotes.read_quotes`, `typed_quotes.take_typed_quotes`, `bbcode.read_bbcode`,
`signatures.drop_signatures`, `edit_notes.is_edit_note` and `copies.without_copies`.
"""
