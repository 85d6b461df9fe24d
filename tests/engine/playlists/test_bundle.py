"""Bundles: round trips, equal bytes, and archives that are refused."""

from __future__ import annotations

import io
import stat
import zipfile

import pytest
from shipped import files_of, level_in

from engine import workshop
from engine.errors import LevelError
from engine.playlists import bundle
from engine.playlists.pack import Pack, PlaylistEntry

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


def pack_of(levels) -> Pack:
    return Pack(tuple(map(PlaylistEntry.from_level, levels)), title="Parcel", extra={"mood": 3})


def archive(files, *, prepare=lambda member: None, compression=zipfile.ZIP_STORED) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", compression) as parcel:
        for name, content in files:
            member = zipfile.ZipInfo(name)
            member.compress_type = compression
            prepare(member)
            parcel.writestr(member, content)
    return output.getvalue()


def valid_files():
    content = bundle.dumps(pack_of([level_in(files_of("skiddy")[0])]), {})
    with zipfile.ZipFile(io.BytesIO(content)) as parcel:
        return [(name, parcel.read(name)) for name in parcel.namelist()]


@pytest.mark.parametrize("game", GAMES)
def test_all_shipped_levels_come_back(game: str) -> None:
    levels = [level_in(file) for file in files_of(game)]
    again = bundle.loads(bundle.dumps(pack_of(levels), {}))
    assert [entry.level for entry in again.levels] == levels
    assert (again.title, again.extra) == ("Parcel", {"mood": 3})


def test_generated_levels_come_back_in_equal_bytes() -> None:
    game = workshop.game("skiddy")
    levels = [workshop.generate(game, seed=seed)[0] for seed in range(20)]
    content = bundle.dumps(pack_of(levels), {0: b"format = 1\n"})
    again = bundle.loads(content)
    assert [entry.level for entry in again.levels] == levels
    assert bundle.dumps(again, {0: b"format = 1\n"}) == content


def test_a_bundle_that_was_packed_again_is_read() -> None:
    packed = archive(valid_files(), compression=zipfile.ZIP_DEFLATED)
    assert len(bundle.loads(packed)) == 1


def make_link(member: zipfile.ZipInfo) -> None:
    member.external_attr = (stat.S_IFLNK | 0o777) << 16


def encrypt(content: bytes) -> bytes:
    """Set the mark of encrypted files in the list of files."""
    at = content.index(b"PK\1\2") + 8
    return content[:at] + b"\1" + content[at + 1 :]


BOMB = b"#" * (2 << 20)
HOSTILE = {
    "empty": lambda: b"",
    "text": lambda: b"format = 1\n" * 10,
    "cut off": lambda: archive(valid_files())[:-40],
    "without a pack": lambda: archive(valid_files()[1:]),
    "without a level": lambda: archive(valid_files()[:1]),
    "a path upwards": lambda: archive([*valid_files(), ("levels/../../x.toml", b"")]),
    "an absolute path": lambda: archive([*valid_files(), ("/levels/0002.toml", b"")]),
    "a folder": lambda: archive([*valid_files(), ("levels/", b"")]),
    "a foreign file": lambda: archive([*valid_files(), ("run.sh", b"")]),
    "links": lambda: archive(valid_files(), prepare=make_link),
    "encrypted": lambda: encrypt(archive(valid_files())),
    "a bomb": lambda: archive(
        [*valid_files(), ("levels/0002.toml", BOMB)], compression=zipfile.ZIP_DEFLATED
    ),
    "too many": lambda: archive((f"levels/{n:04}.toml", b"") for n in range(3_000)),
    "another compression": lambda: archive(valid_files(), compression=zipfile.ZIP_BZIP2),
    "a damaged byte": lambda: archive(valid_files()).replace(b"Side by side", b"Side by sidE"),
    "a large archive's mark": lambda: b"PK\6\7" + b"\0" * 16 + b"PK\5\6" + b"\0" * 18,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_refused(kind: str) -> None:
    with pytest.raises(LevelError) as refusal:
        bundle.loads(HOSTILE[kind](), "x.bundle")
    assert str(refusal.value).startswith("x.bundle") and "\n" not in str(refusal.value)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_name_twice_is_refused() -> None:
    with pytest.raises(LevelError, match="twice"):
        bundle.loads(archive([*valid_files(), *valid_files()]))


def test_a_false_size_is_refused() -> None:
    content = archive(
        [*valid_files()[:1], ("levels/0001.toml", BOMB)], compression=zipfile.ZIP_DEFLATED
    )
    # The list of files says that the bomb is small.
    size = len(BOMB).to_bytes(4, "little")
    with pytest.raises(LevelError):
        bundle.loads(content.replace(size, (100).to_bytes(4, "little")))
