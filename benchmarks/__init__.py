"""Scripts that measure the extraction on public, hand-labelled pages; each is run by ``-m``."""
