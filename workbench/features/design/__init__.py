"""The design screen."""
