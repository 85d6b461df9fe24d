"""Themes: from files to what every named thing looks like."""
