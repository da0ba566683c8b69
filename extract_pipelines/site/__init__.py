"""What the pages of a site teach, and how a page is read with it."""
