"""Code that verbs share, such as options and inputs, and long operations of single verbs."""
