"""Lays an object file out as it is to lie in memory, so that no linker is needed to load it.

That can be done where all that has to be filled in are whole addresses, as in the code that LLVM
makes for x86-64 in its large code model.
"""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.enums import ENUM_RELOC_TYPE_x64
from elftools.elf.relocation import RelocationSection

from engine.jit.objects import Layout

_ALIGNMENT = 64
"""Bytes that every section begins at a multiple of; more than any of them asks for."""
_ADDRESS = ENUM_RELOC_TYPE_x64["R_X86_64_64"]


def flattened(code: bytes, symbol: str) -> tuple[bytes, Layout] | None:
    """The bytes of an object file as they lie in memory, and what to fill in where.

    ``symbol`` is the name of its function. None where the file asks for more than addresses, or for
    memory to be written to.
    """
    try:
        elf = ELFFile(BytesIO(code))
    except ELFError:
        return None
    if elf["e_machine"] != "EM_X86_64":
        return None
    image, starts = bytearray(), dict[int, int]()
    for number, section in enumerate(elf.iter_sections()):
        flags = section["sh_flags"]
        if not flags & SH_FLAGS.SHF_ALLOC or section.name == ".eh_frame" or not section.data_size:
            continue  # nothing unwinds through the code
        if flags & SH_FLAGS.SHF_WRITE or section["sh_addralign"] > _ALIGNMENT:
            return None
        image += bytes(-len(image) % _ALIGNMENT)
        starts[number] = len(image)
        image += section.data()
    symbols = elf.get_section_by_name(".symtab")
    relative: list[int] = []
    foreign: dict[str, list[int]] = defaultdict(list)
    for section in elf.iter_sections():
        if not isinstance(section, RelocationSection) or section["sh_info"] not in starts:
            continue
        for relocation in section.iter_relocations():
            wanted = symbols.get_symbol(relocation["r_info_sym"])
            at = starts[section["sh_info"]] + relocation["r_offset"]
            if relocation["r_info_type"] != _ADDRESS:
                return None
            if wanted["st_shndx"] == "SHN_UNDEF" and not relocation["r_addend"]:
                foreign[wanted.name].append(at)
                continue
            place = _place(wanted, starts)
            if place is None:
                return None
            image[at : at + 8] = (place + relocation["r_addend"]).to_bytes(8, "little")
            relative.append(at)
    entries = symbols.get_symbol_by_name(symbol) or ()
    places = [place for entry in entries if (place := _place(entry, starts)) is not None]
    if len(places) != 1:
        return None
    layout = Layout(places[0], tuple(relative), {name: tuple(at) for name, at in foreign.items()})
    return bytes(image), layout


def _place(symbol: Any, starts: dict[int, int]) -> int | None:
    """Where a symbol lies in the image; None if it is in none of its sections."""
    start = starts.get(symbol["st_shndx"])
    return None if start is None else start + int(symbol["st_value"])
