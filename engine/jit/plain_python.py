"""Threads that must not run plain Python, because it would delay the key presses of the app."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import NotCompiledError

_thread_state = threading.local()


@contextmanager
def require_compiled() -> Iterator[None]:
    """Forbid this thread from running searches in plain Python inside the ``with`` block.

    Raises:
        NotCompiledError: The block calls an entry that has no machine code.
        NoKernelError: The block starts a search that is always plain Python.
    """
    _thread_state.compiled_only = True
    try:
        yield
    finally:
        _thread_state.compiled_only = False


def refuse_plain_python(error: NotCompiledError) -> None:
    """Raise ``error`` if this thread must not run plain Python."""
    if getattr(_thread_state, "compiled_only", False):
        raise error
