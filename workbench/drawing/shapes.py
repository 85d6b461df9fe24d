"""The shapes that SVG pictures are made of, each in a box of 100 by 100 units.

A theme picks one for a name by ``shape``; a name without one is drawn as a chip with its
letters. Every shape is told from the others by its outline, fruit by its letter as well. Pieces
keep clear of the edges of a pit, which so stays in sight around whatever stands on it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from workbench.drawing import figures
from workbench.drawing.pens import Paint, ground, letters, line


def chip(paint: Paint) -> str:
    """A rounded square with letters: anything without a shape of its own."""
    return (
        f"<rect x='10' y='10' width='80' height='80' rx='16' fill='{paint.fill}' "
        f"stroke='{paint.outline}' stroke-width='4'/>{letters(paint.text, paint.ink)}"
    )


def _block(paint: Paint) -> str:
    return ground(paint.ink)


def _floor(paint: Paint) -> str:
    return f"<circle cx='50' cy='50' r='5' fill='{paint.ink}'/>"


def _mud(paint: Paint) -> str:
    wave = "q10.5 -14 21 0 t21 0 t21 0 t21 0"
    waves = "".join(line(f"M8 {y} {wave}", paint.ink, 6) for y in (26, 52, 78))
    return f"{ground(paint.fill)}{waves}"


def _snout(degrees: int) -> Callable[[Paint], str]:
    def draw(paint: Paint) -> str:
        """The head of an anteater, as SVG."""
        # Looks to the right before it is turned: ears, head, long snout, eye.
        return (
            f"<g transform='rotate({degrees} 50 50)'>"
            f"{ground(paint.fill)}"
            f"<circle cx='20' cy='26' r='11' fill='{paint.ink}'/>"
            f"<circle cx='20' cy='74' r='11' fill='{paint.ink}'/>"
            f"<path d='M34 20 C62 22 72 40 98 43 L98 57 C72 60 62 78 34 80 "
            f"A30 30 0 0 1 34 20 Z' fill='{paint.ink}'/>"
            f"<circle cx='46' cy='38' r='6' fill='{paint.fill}'/>"
            f"<circle cx='46' cy='62' r='6' fill='{paint.fill}'/>"
            "</g>"
        )

    return draw


def _spikes(paint: Paint) -> str:
    points = " ".join(
        f"{50 + radius * x:.1f},{52 + radius * y:.1f}"
        for step, (x, y) in enumerate(_CIRCLE)
        for radius in (46 if step % 2 else 33,)
    )
    return (
        f"{ground(paint.fill)}"
        f"<polygon points='{points}' fill='{paint.ink}'/>"
        f"{line('M36 52 q5 6 10 0 M56 52 q5 6 10 0', paint.fill, 5)}"
        f"<circle cx='51' cy='66' r='5' fill='{paint.fill}'/>"
    )


def _fruit(paint: Paint) -> str:
    return (
        f"{line('M50 26 C50 16 56 10 64 7', paint.outline, 12)}"
        f"{line('M50 26 C50 16 56 10 64 7', paint.fill, 5)}"
        f"<path d='M50 26 C40 18 14 20 12 52 C10 78 30 94 42 92 C47 91 53 91 58 92 "
        f"C70 94 90 78 88 52 C86 20 60 18 50 26 Z' fill='{paint.fill}' "
        f"stroke='{paint.outline}' stroke-width='4'/>{letters(paint.text, paint.ink, 46, 75)}"
    )


def _boulder(paint: Paint) -> str:
    return (
        f"<path d='M30 14 L66 10 L88 34 L92 66 L70 90 L34 92 L10 70 L12 36 Z' "
        f"fill='{paint.ink}' stroke='{paint.paper}' stroke-width='4' stroke-linejoin='round'/>"
        f"{line('M32 34 L46 24 M70 60 L78 46', paint.paper, 5)}"
    )


def _car(paint: Paint) -> str:
    return (
        f"<path d='M8 70 L8 52 Q9 46 16 45 L24 44 L34 26 Q37 22 42 22 L64 22 Q69 22 72 26 "
        f"L80 44 Q92 46 92 54 L92 70 Z' fill='{paint.ink}' stroke='{paint.paper}' "
        f"stroke-width='4' stroke-linejoin='round'/>"
        f"<path d='M34 44 L41 30 L50 30 L50 44 Z M55 44 L55 30 L64 30 L70 44 Z' "
        f"fill='{paint.paper}'/>"
        + "".join(
            f"<circle cx='{x}' cy='71' r='12' fill='{paint.paper}'/>"
            f"<circle cx='{x}' cy='71' r='5' fill='{paint.ink}'/>"
            for x in (30, 71)
        )
    )


def _barrel(paint: Paint) -> str:
    return (
        f"<path d='M26 10 L74 10 Q88 50 74 90 L26 90 Q12 50 26 10 Z' fill='{paint.ink}' "
        f"stroke='{paint.paper}' stroke-width='4' stroke-linejoin='round'/>"
        f"<path d='M21 30 L79 30 M21 70 L79 70 M50 30 L50 70' stroke='{paint.paper}' "
        "stroke-width='6' fill='none'/>"
    )


_HEADS = {
    "tuft": (
        "M50 19 A34.5 34.5 0 1 1 49.9 19 Z",
        "M50 22 C44 16 44 9 52 6 M50 22 C54 16 59 14 65 14",
    ),
    "ears": (
        "M20 14 L40 24 Q50 21 60 24 L80 14 Q84 36 82 54 A32 32 0 1 1 18 54 Q16 36 20 14 Z",
        "",
    ),
}
"""Outlines of heads, and the strands of hair that stand up from them."""


def _creature(head: str) -> Callable[[Paint], str]:
    outline, hair = _HEADS[head]

    def draw(paint: Paint) -> str:
        """The face of a creature, as SVG."""
        strands = f"{line(hair, paint.outline, 11)}{line(hair, paint.fill, 5)}" if hair else ""
        return (
            f"{strands}<path d='{outline}' fill='{paint.fill}' stroke='{paint.outline}' "
            "stroke-width='4' stroke-linejoin='round'/>"
            f"<circle cx='38' cy='50' r='5.5' fill='{paint.ink}'/>"
            f"<circle cx='62' cy='50' r='5.5' fill='{paint.ink}'/>"
            f"{line('M37 65 Q50 77 63 65', paint.ink, 5)}"
        )

    return draw


def _doorway(head: str) -> Callable[[Paint], str]:
    """An opening that shows who may leave by it, whichever side of the board it is on."""
    outline, hair = _HEADS[head]

    def draw(paint: Paint) -> str:
        """The doorway with the face of who leaves by it, as SVG."""
        return (
            f"{ground(paint.fill)}"
            f"<path d='M7 26 L7 7 L26 7 M74 7 L93 7 L93 26 M93 74 L93 93 L74 93 "
            f"M26 93 L7 93 L7 74' fill='none' stroke='{paint.ink}' stroke-width='8'/>"
            "<g transform='translate(50 52) scale(0.7) translate(-50 -52)'>"
            f"{line(hair, paint.ink, 8) if hair else ''}"
            f"<path d='{outline}' fill='{paint.ink}'/></g>"
        )

    return draw


def _pit(paint: Paint) -> str:
    return (
        f"{ground(paint.fill)}"
        f"<path d='M8 8 L92 8 L92 92 L8 92 Z' fill='none' stroke='{paint.ink}' stroke-width='7' "
        "stroke-linejoin='round'/>"
        f"{line('M8 8 L34 34 M92 8 L66 34 M92 92 L66 66 M8 92 L34 66', paint.ink, 5)}"
        f"<rect x='34' y='34' width='32' height='32' fill='{paint.ink}'/>"
    )


def _crate(paint: Paint) -> str:
    return (
        f"<rect x='15' y='15' width='70' height='70' rx='3' fill='{paint.ink}' "
        f"stroke='{paint.paper}' stroke-width='4'/>"
        f"<path d='M29 29 L71 29 L71 71 L29 71 Z M29 71 L71 29' fill='none' "
        f"stroke='{paint.paper}' stroke-width='5' stroke-linejoin='round'/>"
    )


def _ice(paint: Paint) -> str:
    return (
        f"<path d='M50 13 L83 31 L83 69 L50 87 L17 69 L17 31 Z' fill='{paint.ink}' "
        f"stroke='{paint.paper}' stroke-width='4' stroke-linejoin='round'/>"
        f"{line('M50 49 L50 80 M50 49 L24 35 M50 49 L76 35', paint.paper, 5)}"
        f"{line('M27 51 L27 61 M63 61 L72 56', paint.paper, 4)}"
    )


def _dot(paint: Paint) -> str:
    return f"<circle cx='50' cy='50' r='17' fill='{paint.ink}'/>"


def _stroke(axis: str, length: str, part: str, *, dot: bool) -> Callable[[Paint], str]:
    """A stretch of a line, cut short at its ends: dashed if too short, double if too long."""
    begin, end = 28 if part == "-first" else 0, 72 if part == "-last" else 100
    turned = " transform='rotate(90 50 50)'" if axis == "upright" else ""

    def draw(paint: Paint) -> str:
        """The stroke of a line over one cell, as SVG."""
        dashes = " stroke-dasharray='18 7'" if length == "short" else ""
        bars = (36, 64) if length == "long" else (50,)
        width = 12 if length == "long" else 24
        strokes = "".join(
            f"<path d='M{begin} {y} L{end} {y}' fill='none' stroke='{paint.ink}' "
            f"stroke-width='{width}'{dashes}/>"
            for y in bars
        )
        spot = (
            f"<circle cx='50' cy='50' r='23' fill='{paint.ink}' stroke='{paint.paper}' "
            "stroke-width='7'/>"
        )
        return f"<g{turned}>{strokes}{spot if dot else ''}</g>"

    return draw


def _circle(corners: int) -> tuple[tuple[float, float], ...]:
    return tuple((cos(2 * pi * i / corners), sin(2 * pi * i / corners)) for i in range(corners))


_CIRCLE = _circle(28)

SHAPES: dict[str, Callable[[Paint], str]] = (
    {
        "block": _block,
        "floor": _floor,
        "mud": _mud,
        "snout-right": _snout(0),
        "snout-down": _snout(90),
        "snout-left": _snout(180),
        "snout-up": _snout(270),
        "spikes": _spikes,
        "fruit": _fruit,
        "boulder": _boulder,
        "car": _car,
        "barrel": _barrel,
        "creature-tuft": _creature("tuft"),
        "creature-ears": _creature("ears"),
        "doorway-tuft": _doorway("tuft"),
        "doorway-ears": _doorway("ears"),
        "pit": _pit,
        "crate": _crate,
        "ice": _ice,
        "dot": _dot,
        "monk": figures.monk,
        "soldiers": figures.soldiers,
    }
    | {
        f"{name}-{badge}": figures.badged(shape, badge)
        for name, shape in (
            ("block", _block),
            ("crate", _crate),
            ("floor", _floor),
            ("dot", _dot),
            ("soldiers", figures.soldiers),
        )
        for badge in figures.BADGES
    }
    | {
        f"{what}-{axis}-{length}{part}": _stroke(axis, length, part, dot=what == "dot")
        for what in ("line", "dot")
        for axis in ("level", "upright")
        for length in ("short", "right", "long")
        for part in ("", "-first", "-last")
    }
)


def gate(direction: int, paint: Paint) -> str:
    """A one-way gate on the right edge of its box, turned to leave it in that direction."""
    return (
        f"<g transform='rotate({-90 * direction} 50 50)'>"
        f"{line('M100 4 L100 24 M100 76 L100 96', paint.paper, 16)}"
        f"{line('M100 4 L100 24 M100 76 L100 96', paint.ink, 9)}"
        f"<path d='M86 26 L118 50 L86 74 Z' fill='{paint.ink}' stroke='{paint.paper}' "
        "stroke-width='4' stroke-linejoin='round'/></g>"
    )
