"""Making levels in a session: settings, generation, re-rolls, optimisation, the timeline."""
