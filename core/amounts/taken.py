"""Which characters of a text have been read as something already."""

from __future__ import annotations


class Taken:
    """Which characters of a text belong to something already."""

    __slots__ = ("_mask",)

    def __init__(self, length: int) -> None:
        self._mask = bytearray(length)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no character of ``[start, end)`` is taken."""
        return not any(self._mask[start:end])

    def take(self, start: int, end: int) -> bool:
        """Take ``[start, end)`` if all of it is free; whether that was so."""
        if not self.is_free(start, end):
            return False
        self._mask[start:end] = b"\x01" * (end - start)
        return True
