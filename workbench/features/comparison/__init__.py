"""Comparison of two levels side by side: their generation, solutions and differences.

Both boards advance in step, through either the stages of their generation or their solutions.
Two timelines may have different numbers of events in the same stage. The larger number is then the
number of steps that the stage takes, and the events of the timeline that has fewer of them are
spread evenly over these steps. For a stage with 6 events on the left and 4 on the right::

    step           0  1  2  3  4  5  6
    left, events   0  1  2  3  4  5  6
    right, events  0  0  1  2  2  3  4
"""
