"""One line that names the panes where only one of them fits."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.ui.lines import Line, LinePane, Span


class TabsPane(LinePane):
    """The names of the panes, the one in front marked."""

    DEFAULT_CSS = """
    TabsPane { height: 1; padding: 0 1; }
    """

    _names: tuple[str, ...] = ()
    _front = ""

    def show(self, names: tuple[str, ...], front: str) -> None:
        """Show names, one of them in front."""
        self._names, self._front = names, front
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """One line."""
        spans: list[Span] = []
        for name in self._names:
            here = name == self._front
            spans += [(f"[{name}]" if here else f" {name} ", "selected" if here else "muted")]
            spans.append((" ", ""))
        yield [*spans, (" tab: next", "muted")]
