"""What goes to the terminal, byte by byte, and what a terminal can show."""
