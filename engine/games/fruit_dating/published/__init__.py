"""What the article on Fruit Dating describes: its solver, its experiments."""
