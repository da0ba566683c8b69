"""What a piece of text is: a date, a name, which scripts it is written in."""
