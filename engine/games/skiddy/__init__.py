"""Skiddy: tilt the floor until every Skiddy has slid out, together if you can.

After the articles of A. Baldiraghi on Skiddy's levels (gamedeveloper.com) and the slides of
G. Otero (BigBangPixel).
"""
