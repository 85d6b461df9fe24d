"""Code that verbs share, such as options, inputs and exit statuses, and longer operations."""
