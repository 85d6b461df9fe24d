"""The exact number of solutions of Linjat boards."""
