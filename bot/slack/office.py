"""Who is behind the bot: owners of documents, admins, where reports go; and what is looked at from time to time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from core.domain import Document, Policy

Facts = dict[str, int | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """``owners``: the Slack id of a person or channel for an owner's name. ``checks``: the parts of App Home's health.

    ``living_answers``: whether answers of the last ``living_days`` days are told that a cited document has changed;
    they are looked at every ``living_every_s`` seconds.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    admins: tuple[str, ...] = ()
    report_channel: str = ""
    living_answers: bool = False
    living_days: int = 30
    living_every_s: float = 60.0
    policy: Policy = field(default_factory=Policy)
    checks: Mapping[str, Callable[[], Awaitable[Facts]]] = field(default_factory=dict)

    def places(self, documents: list[Document]) -> list[str]:
        """Where a report about ``documents`` goes: to each known owner; to the channel where one is not known."""
        owners = [self.owners.get(document.owner.strip(), "") for document in documents]
        to_channel = not owners or not all(owners)
        places = [*owners, self.report_channel] if to_channel else owners
        return [place for place in dict.fromkeys(places) if place]
