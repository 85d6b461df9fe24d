"""Published work on Fruit Dating: the solver that an article describes, and experiments."""
