"""The rules of Skiddy in PuzzleScript.

A tilt takes as many ticks as the longest slide has cells, and ``again`` starts the next tick. As in
:mod:`engine.games.skiddy.slides`, a tick first lets Skiddies out and then moves each piece by one
cell at most. All marks are gone after the last tick, so that a tilt that changes nothing leaves
PuzzleScript's undo history alone.
"""

from __future__ import annotations

from engine.games.skiddy import skiddy_codes
from engine.values.script_rules import ScriptRules, name_objects

_PROPERTIES = """
Heading = ToUp or ToRight or ToDown or ToLeft
Skiddy = SkiddyRed or SkiddyBlue
Player = SkiddyRed or SkiddyBlue
Slider = SkiddyRed or SkiddyBlue or Ice
Piece = SkiddyRed or SkiddyBlue or Ice or Crate or PushedCrate
Solid = Block or GoalRed or GoalBlue
"""
_LAYERS = """
Pit
Block, GoalRed, GoalBlue, SkiddyRed, SkiddyBlue, Ice, Crate, PushedCrate
Held
Leaving
Control
ToUp, ToRight, ToDown, ToLeft, Ending
Busy
"""
_RULES = """
( The floor is tilted: note the direction, and push all that slides and is not held. )
[ up Player ] [ Control ] -> [ Player ] [ Control ToUp ]
[ right Player ] [ Control ] -> [ Player ] [ Control ToRight ]
[ down Player ] [ Control ] -> [ Player ] [ Control ToDown ]
[ left Player ] [ Control ] -> [ Player ] [ Control ToLeft ]
[ Control ToUp ] [ Slider no Held ] -> [ Control ToUp ] [ up Slider ]
[ Control ToRight ] [ Slider no Held ] -> [ Control ToRight ] [ right Slider ]
[ Control ToDown ] [ Slider no Held ] -> [ Control ToDown ] [ down Slider ]
[ Control ToLeft ] [ Slider no Held ] -> [ Control ToLeft ] [ left Slider ]

( Skiddies leave through goals of their colour, with all that touch them. )
[ > SkiddyRed no Leaving | GoalRed ] -> [ > SkiddyRed Leaving | GoalRed ]
[ > SkiddyBlue no Leaving | GoalBlue ] -> [ > SkiddyBlue Leaving | GoalBlue ]
[ SkiddyRed Leaving | SkiddyRed no Leaving ] -> [ SkiddyRed Leaving | SkiddyRed Leaving ]
[ SkiddyBlue Leaving | SkiddyBlue no Leaving ] -> [ SkiddyBlue Leaving | SkiddyBlue Leaving ]
[ Leaving ] [ Control no Busy ] -> [ Leaving ] [ Control Busy ]
[ Skiddy Leaving ] -> [ ]
[ Held no Piece ] -> [ ]

( A Skiddy pushes a crate that was not pushed in this tilt. Then all stop that have no room. )
[ > Skiddy | Crate ] -> [ > Skiddy | > Crate ]
[ > Piece | Solid ] -> [ Piece | Solid ]
[ > Piece | stationary Piece ] -> [ Piece | Piece ]
[ > Crate ] -> [ > PushedCrate ]
[ > Slider | Pit ] -> [ > Slider | Pit Held ]
[ moving Piece ] [ Control no Busy ] -> [ moving Piece ] [ Control Busy ]

( The tilt ends with the first tick in which nothing happens. )
[ Control Heading no Busy ] -> [ Control Ending ]
[ Control Ending ] [ Held ] -> [ Control Ending ] [ ]
[ Control Ending ] [ PushedCrate ] -> [ Control Ending ] [ Crate ]
[ Control Ending ] -> [ Control ]
[ Control Busy ] -> [ Control ] again
"""

SCRIPT = ScriptRules(
    objects={
        **name_objects(name for glyph, name in skiddy_codes.TILES.names.items() if glyph != "."),
        **name_objects(skiddy_codes.PIECES.names.values()),
        "PushedCrate": "crate",
    },
    ground=skiddy_codes.TILES.names["."],
    marks=("Held", "Leaving", "ToUp", "ToRight", "ToDown", "ToLeft", "Ending", "Busy"),
    properties=_PROPERTIES,
    layers=_LAYERS,
    rules=_RULES,
    goals="No Skiddy",
)
