"""The widgets that show boards, as text or as images.

Only the differences between two frames are sent to the terminal: a cursor move takes about 270
bytes, but a whole board takes 7 KB. The view keeps the previous canvas, which is a grid of styled
characters. It compares each new canvas with the previous one and refreshes only the columns that
differ. If the layout (scale or offset) has changed, it refreshes everything.
"""
