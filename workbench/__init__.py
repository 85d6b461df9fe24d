"""The terminal app and the command line. The rules of games are in other packages."""
