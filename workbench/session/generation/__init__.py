"""Level generation in a session: settings, searches, re-rolls, improvement and the timeline."""
