"""Images follow the columns that name them; and what a terminal's answers mean."""

from __future__ import annotations

import io
import re
import sys
from types import SimpleNamespace

import PIL.Image
import pytest
from rich.style import Style

from workbench.terminal import graphics_protocol, screen_update_encoder
from workbench.terminal.capabilities import Capabilities
from workbench.terminal.graphics_protocol import Graphics
from workbench.terminal.image_placements import ImagePlacements, TerminalImage
from workbench.terminal.screen_update_encoder import ScreenColumn

pytestmark = pytest.mark.usefixtures("app_world")

KITTY = Graphics("kitty", (10, 20))
WIDTH, HEIGHT = 12, 6


class Screen:
    """A screen of columns with images over it."""

    def __init__(self) -> None:
        self.placements = ImagePlacements(KITTY)
        self.lines: list[list[ScreenColumn]] = [[(".", None)] * WIDTH for _ in range(HEIGHT)]

    def image(self, number: int, size: tuple[int, int] = (6, 3)) -> TerminalImage:
        image = TerminalImage(number, size, f"<{number}>")
        self.placements.add_image(image)
        return image

    def put(self, image: TerminalImage, x: int, y: int, text: str = "o") -> None:
        for line in range(image.size[1]):
            column = text, Style(link=image.build_link(line))
            self.lines[y + line][x : x + image.size[0]] = [column] * image.size[0]

    def clear(self) -> None:
        for line in self.lines:
            line[:] = [(".", None)] * WIDTH

    def settle(
        self, *pieces: screen_update_encoder.ColumnSpan
    ) -> tuple[list[tuple[int, int, str]], str]:
        """What is written, and what follows it."""
        written, images = self.placements.update_images(self.lines, range(HEIGHT), [*pieces])
        return [(y, x, "".join(text for text, _ in part)) for y, x, part in written], images


def test_an_image_is_shown_once_and_text_beneath_is_not_sent() -> None:
    screen = Screen()
    screen.put(screen.image(7), 2, 1)
    assert screen.settle() == ([], "\x1b[2;3H<7>")
    assert screen.settle() == ([], "")
    line = screen.lines[2]
    assert screen.settle((2, 0, line)) == ([(2, 0, ".."), (2, 8, "....")], "")
    assert screen.settle((2, 3, line[3:5])) == ([], "")


def test_an_image_goes_with_its_first_column_and_its_text_comes() -> None:
    screen = Screen()
    screen.put(screen.image(7), 2, 1)
    screen.settle()
    screen.lines[3][7] = ("x", None)
    removed = KITTY.build_removal(7)
    assert screen.settle((3, 7, [("x", None)])) == (
        [(1, 2, "oooooo"), (2, 2, "oooooo"), (3, 2, "ooooox"), (3, 7, "x")],
        removed,
    )
    assert screen.settle() == ([], "")


def test_another_image_in_its_place_needs_no_text_between() -> None:
    screen = Screen()
    screen.put(screen.image(7), 2, 1)
    screen.settle()
    screen.put(screen.image(8), 2, 1)
    assert screen.settle() == ([], "\x1b[2;3H<8>" + KITTY.build_removal(7))


def test_moved_it_is_drawn_there_and_not_removed() -> None:
    screen = Screen()
    image = screen.image(7)
    screen.put(image, 2, 1)
    screen.settle()
    screen.clear()
    screen.put(image, 3, 1)
    written, images = screen.settle()
    assert written[0] == (1, 2, ".oooooo"[:6])
    assert images == "\x1b[2;4H<7>"


@pytest.mark.parametrize(("x", "y", "size"), [(2, 3, (6, 3)), (8, 1, (6, 3))])
def test_none_in_the_last_line_and_none_that_is_cut(x: int, y: int, size: tuple[int, int]) -> None:
    screen = Screen()
    screen.put(screen.image(7, size), x, y)
    for line in screen.lines:
        del line[WIDTH:]
    assert screen.settle() == ([], "")


def test_a_terminal_that_shows_anything_is_sent_it_again() -> None:
    screen = Screen()
    screen.put(screen.image(7), 2, 1)
    screen.settle()
    screen.placements.invalidate()
    assert screen.settle() == ([], "\x1b[2;3H<7>")
    assert screen.placements.clear_images() == KITTY.build_removal(7)
    assert screen.placements.clear_images() == ""
    screen.clear()
    assert screen.settle() == ([], "")


def test_an_unknown_image_is_not_shown() -> None:
    screen = Screen()
    image = screen.image(7)
    screen.put(image, 2, 1)
    screen.settle()
    screen.placements.drop_image(image)
    assert screen.settle()[1] == KITTY.build_removal(7)


def test_links_alone_do_not_make_text_differ() -> None:
    red = Style(color="red")
    assert screen_update_encoder.is_same_look(red, red + Style(link="image:1:0"))
    assert not screen_update_encoder.is_same_look(red, Style(color="blue", link="image:1:0"))


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        (b"\x1b_Gi=1;OK\x1b\\\x1b[6;20;10t\x1b[?62;4c", Graphics("kitty", (10, 20))),
        (b"\x1b[6;18;9t\x1b[?62;4;22c", Graphics("sixel", (9, 18))),
        (b"\x1b[6;18;9t\x1b[?1;0;16S\x1b[?62;4c", Graphics("sixel", (9, 18), 16)),
        (b"\x1b[6;18;9t\x1b[?1;0;4096S\x1b[?62;4c", Graphics("sixel", (9, 18))),
        (b"\x1b[6;18;9t\x1b[?1;3S\x1b[?62;4c", Graphics("sixel", (9, 18))),
        (b"\x1b_Gi=1;ENOTSUPPORTED\x1b\\\x1b[?62;22c", "the terminal has no graphics protocol"),
        (b"\x1b[?1;44c", "the terminal has no graphics protocol"),
        (b"", "the terminal did not answer"),
        (b"\x1b[?62;4c", "the terminal does not report the size of a cell"),
        (b"\x1b[6;0;0t\x1b[?62;4c", "the terminal does not report the size of a cell"),
    ],
)
def test_answers(monkeypatch: pytest.MonkeyPatch, said: bytes, meaning: Graphics | str) -> None:
    monkeypatch.setattr(graphics_protocol, "_get_system_cell_size", lambda: None)
    assert graphics_protocol.parse_answers(said) == meaning


def test_sixels_have_as_many_colours_as_the_terminal_and_name_each_by_itself() -> None:
    file = io.BytesIO()
    PIL.Image.linear_gradient("L").resize((40, 60)).convert("RGB").save(file, "PNG")
    for colours in (16, 256):
        sixels = Graphics("sixel", (10, 20), colours).encode_png(file.getvalue(), 1, (4, 3))
        assert '"1;1;40;60' in sixels
        defined = re.findall(r"(#\d+);2;\d+;\d+;\d+(#\d+)?", sixels)
        assert 8 < len(defined) <= colours
        assert all(one == selected for one, selected in defined)


def test_sixel_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_image._sixel", None)
    asked = graphics_protocol.parse_answers(b"\x1b[6;18;9t\x1b[?62;4c")
    assert asked == "Sixel needs pip install 'puzzle-workbench[pictures]'"
    assert isinstance(
        graphics_protocol.parse_answers(b"\x1b_Gi=1;OK\x1b\\\x1b[6;18;9t\x1b[?62c"), Graphics
    )


def test_no_terminal_no_question() -> None:
    near, far = (
        Capabilities("truecolor", utf8=True),
        Capabilities("truecolor", utf8=True, remote=True),
    )
    assert graphics_protocol.explain_unwanted(False, near) == "not requested"
    assert graphics_protocol.explain_unwanted("auto", far) == "not over SSH unless pictures = true"
    assert graphics_protocol.explain_unwanted(True, far) == "needs a terminal"
    assert graphics_protocol.explain_unwanted("auto", near) == "needs a terminal"


def test_why_a_terminal_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("__stdin__", "__stderr__"):
        monkeypatch.setattr(sys, name, SimpleNamespace(isatty=lambda: True))
    plain = Capabilities("truecolor", utf8=True)
    assert graphics_protocol.explain_unwanted("auto", plain) is None
    assert graphics_protocol.explain_unwanted(True, plain._replace(remote=True)) is None
    for multiplexer in ("tmux", "screen"):
        within = plain._replace(multiplexer=multiplexer)
        assert (
            graphics_protocol.explain_unwanted(True, within)
            == f"not supported inside {multiplexer}"
        )
    for poor in (plain._replace(colours="none"), plain._replace(dumb=True)):
        assert graphics_protocol.explain_unwanted(True, poor) == "needs colours"
