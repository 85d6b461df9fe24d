"""What the article on Linjat reports, as experiments."""
