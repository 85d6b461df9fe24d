"""SVG shapes of who walks on a cube and who guards it, and signs for its entrance and exit."""

from __future__ import annotations

from collections.abc import Callable

from workbench.drawing.pens import Paint, ground, line


def monk(paint: Paint) -> str:
    """A monk, at rest."""
    return (
        f"<path d='M12 93 Q14 62 50 60 Q86 62 88 93 Z' fill='{paint.fill}' "
        f"stroke='{paint.outline}' stroke-width='4' stroke-linejoin='round'/>"
        f"<circle cx='50' cy='37' r='27' fill='{paint.fill}' stroke='{paint.outline}' "
        "stroke-width='4'/>"
        f"{line('M34 36 q6 6 12 0 M54 36 q6 6 12 0 M42 50 q8 6 16 0', paint.ink, 4)}"
        f"{line('M34 68 Q50 92 66 68', paint.ink, 5)}"
    )


def soldiers(paint: Paint) -> str:
    """A helmet above a face, and a spear."""
    return (
        f"{ground(paint.fill)}"
        f"<path d='M18 54 L18 46 A26 26 0 0 1 70 46 L70 54 Z M44 22 L44 8' fill='{paint.ink}' "
        f"stroke='{paint.ink}' stroke-width='5' stroke-linejoin='round'/>"
        f"<path d='M25 60 L63 60 L60 76 L52 88 L36 88 L28 76 Z' fill='{paint.ink}'/>"
        f"{line('M36 69 L40 69 M48 69 L52 69', paint.fill, 6)}"
        f"{line('M83 34 L83 92', paint.ink, 6)}"
        f"<path d='M83 8 L91 30 L75 30 Z' fill='{paint.ink}'/>"
    )


BADGES = {
    "entrance": "M76 66 L68 74 L76 82 M85 66 L77 74 L85 82",
    "exit": "M68 66 L84 82 M84 66 L68 82",
    "exit-open": "M67 66 L75 74 L67 82 M76 66 L84 74 L76 82",
}
"""Signs for places that something else may stand on."""


def badged(shape: Callable[[Paint], str], badge: str) -> Callable[[Paint], str]:
    """A shape with a sign in its lower right corner."""

    def draw(paint: Paint) -> str:
        """The shape with its sign, as SVG."""
        return (
            f"{shape(paint)}<circle cx='76' cy='74' r='17' fill='{paint.paper}' "
            f"stroke='{paint.ink}' stroke-width='3'/>{line(BADGES[badge], paint.ink, 5)}"
        )

    return draw
