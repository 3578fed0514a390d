"""A model that writes a prepared answer, for pictures and for tests in a browser: real requests, a known text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.prompt import NO_ANSWER

_PHRASE = re.compile(r"\[#([^\]\n]{1,80})\]")
_MATERIAL = re.compile(r'<material number="(\d{1,2})"')


def asked(body: Mapping[str, Any]) -> str:
    """The question in a request to the model."""
    before, _, after = str(body["messages"][0]["content"]).rpartition("<question>\n")
    return after.partition("\n</question>")[0] if before else ""


def draft(body: Mapping[str, Any], sentences: Sequence[str]) -> tuple[str, ...]:
    """``sentences`` with each ``[#phrase]`` turned into the number of the first material that holds the phrase.

    Without sentences it is what a model writes that finds no answer. A phrase that no material holds gets number 99.
    """
    prompt = str(body["messages"][0]["content"])

    def number(match: re.Match[str]) -> str:
        before, found, _ = prompt.partition(match[1])
        numbers = _MATERIAL.findall(before)
        return f"[{numbers[-1] if found and numbers else 99}]"

    return tuple(_PHRASE.sub(number, sentence) for sentence in sentences) or (NO_ANSWER,)
