"""Two levels side by side: how they came about, how they are solved, and where they differ."""
