"""Widgets, dialogs and screens that any feature may use."""
