"""The screen that shows an optimisation: its score curve, figures and family of levels.

An optimisation improves a level by mutating it. Every level that it accepts is an entry in its
*family tree*, which records only parents, steps and scores. When the user looks at a level, its
board is regenerated in the background by replaying the mutations. The screen shows one *branch* of
the tree, from the first level through the level under the cursor to the best of its descendants::

    step   score  gain
       0      12        the first level
      41      15   +3   a wall moved
    > 90      15    =   a gate added
     118      21   +6   a piece moved

``score_chart`` plots the best score over the steps, ``family_cursor`` moves through the tree, and
``family_cache`` holds the levels that have been regenerated.
"""
