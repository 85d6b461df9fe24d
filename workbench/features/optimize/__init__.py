"""What an optimisation came to: its course as a curve and figures, and the family of its best.

``chart`` draws the best score over the steps; ``figures`` set numbers of two optimisations side by
side; ``walking`` goes through a family tree, and ``preparing`` makes its levels once more, off the
UI thread.
"""
