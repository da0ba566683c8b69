"""The methods of the sources, each in its published form."""
