"""What is kept of many pages, whatever it tells of them: counts, and what stored states hold."""
