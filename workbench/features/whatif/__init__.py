"""What single changes would do."""
