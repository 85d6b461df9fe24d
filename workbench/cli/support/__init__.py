"""Code that verbs share, such as options and inputs, and lengthy operations of one verb each."""
