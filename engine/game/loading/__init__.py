"""The loading of games: lazy imports, checks of their definitions, and guards for plug-ins."""
