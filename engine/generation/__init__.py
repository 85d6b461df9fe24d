"""The generation of levels: from a seed, in bulk, under constraints, and as variants.

A *recipe* (generator, seed, attempt, parameters and more) determines a level exactly. To follow a
recipe means to try candidates with ascending attempt numbers until one meets all constraints:

    seed 7, attempt 0 -> candidate, rejected: "too many moves"
    seed 7, attempt 1 -> candidate, rejected: "turns out of range"
    seed 7, attempt 2 -> candidate, accepted: the level for seed 7

The number of the accepted attempt is saved with the level, so the candidate and its event log can
be generated again. The game's generator creates candidates and checks the constraints that it
knows. ``constraints`` adds those that are available for any game, such as an expression over facts.
``level_generation`` follows a single recipe, ``bulk_generator`` tries many seeds at low cost, and
``variants`` makes small changes to a recipe or a board.
"""
