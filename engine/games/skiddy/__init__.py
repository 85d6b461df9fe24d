"""Skiddy: tilt the floor until every Skiddy has left, if possible all of one colour together.

All pieces slide in the direction of a tilt until something stops them. A Skiddy that reaches a goal
of its colour leaves. It takes along the Skiddies of its colour that touch it, directly or through
others. If, for each colour, all Skiddies leave in one move, that is the maximum combo.

A solver searches the graph of states. A state has one byte for each piece, with the number of its
cell, and one more byte that is 1 if the combo is broken (:mod:`engine.games.skiddy.rules`). For
example, the level ::

    #######
    #r....R
    #.r#..#
    #######

has 7 columns and two red Skiddies at cells 8 and 16, so its start state is the bytes 8, 16 and 0.
The move R lets the first Skiddy out alone, which breaks the combo. The bytes become 255 (for GONE),
16 and 1. With the cells sorted, the next state is 16, 255 and 1.

The kernels work on a level compiled to one flat array
(:mod:`engine.games.skiddy.skiddy_level_array`). They compute a whole slide in one step instead of
tick by tick (:mod:`engine.games.skiddy.slides`). One compiled function generates, searches and
judges candidates (:mod:`engine.games.skiddy.skiddy_candidates`).

Sources: A. Baldiraghi's articles on Skiddy's levels (gamedeveloper.com) and G. Otero's slides
(BigBangPixel).
"""
