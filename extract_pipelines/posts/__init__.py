"""Cutting the content of a thread page into its floors (posts).

The doors are `model.FloorModel`, which learns from the pages of one kind, and
`reader.read_thread`, which reads a page by it. Each room imports only from those before it:
`records`, `views`, `authors` and `quotes`, `unboxed`, `bodies`, `floors`, `scoring`, `nested`,
`opening`. `scorers` holds what was learned from labelled pages.
"""
