"""Shell completion and the man page, both made from the parsers of all verbs."""
