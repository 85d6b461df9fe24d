"""Generation as stages over a layout: logs, random streams, acceptance, improving."""
