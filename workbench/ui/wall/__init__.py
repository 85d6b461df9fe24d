"""Many levels at a glance: thumbnails on a wall, and histograms of their facts."""
