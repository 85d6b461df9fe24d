"""What verbs of the command line share, and what is behind those that are more than a file."""
