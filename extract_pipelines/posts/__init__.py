"""Cutting the content of a thread page into its floors (posts).

The door is `model.FloorModel`: it learns from the pages of one kind, and reads them. Each room
imports only from those before it: `records`, `views`, `authors` and `quotes`, `unboxed`, `bodies`,
`floors`, `scoring`, `nested`, `opening`. `scorers` holds what was learned from labelled pages.
"""
