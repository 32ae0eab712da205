"""The command `speto score`: what it is given, what it asks, and the sheets it prints."""
