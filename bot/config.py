"""Where the bot runs (`Settings`, from the environment) and how it judges (`Config`, from ``exhibit.toml``)."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.domain import LANGUAGES, Language, Policy

Share = Annotated[float, Field(ge=0, le=1)]
Person = Annotated[str, Field(pattern=r"^[UW][A-Z0-9]{2,}$")]
"""A Slack user id."""
Place = Annotated[str, Field(pattern=r"^[CGUW][A-Z0-9]{2,}$")]
"""The id of a Slack user or channel."""


class ConfigError(Exception):
    """The configuration can't be used; the message names the key and what to do."""


class Settings(BaseSettings):
    """Where the bot runs: environment variables, or the same names in a file ``.env``. Secrets are never printed."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    slack_bot_token: SecretStr | None = None
    slack_app_token: SecretStr | None = None
    slack_signing_secret: SecretStr | None = None
    slack_api_url: str = "https://slack.com/api/"
    anthropic_api_key: SecretStr | None = None
    anthropic_base_url: str | None = None
    exhibit_config: Path = Path("exhibit.toml")
    exhibit_data: Path = Field(Path("var"), description="Directory of the store and of caches.")
    exhibit_database: str = Field("", description="Database URL; default: SQLite in EXHIBIT_DATA.")
    exhibit_http_host: str = "127.0.0.1"
    exhibit_http_port: int = Field(8080, ge=0, le=65535)
    exhibit_http_token: SecretStr | None = None
    exhibit_drain_s: float = Field(10.0, ge=0, le=600, description="How long answers may take to end at a stop.")

    @property
    def database_url(self) -> str:
        """The database of documents and of the bot's own state."""
        return self.exhibit_database or f"sqlite:///{self.exhibit_data / 'exhibit.sqlite3'}"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ByLanguage(_Section):
    """One share for each language."""

    zh: Share
    en: Share


_DEFAULT = Policy()


class PolicySection(_Section):
    """``[policy]``: see the comments in ``exhibit.toml``."""

    min_score: ByLanguage = ByLanguage(zh=_DEFAULT.min_score["zh"], en=_DEFAULT.min_score["en"])
    min_overlap: Share = _DEFAULT.min_overlap
    min_coverage: ByLanguage = ByLanguage(zh=_DEFAULT.min_coverage["zh"], en=_DEFAULT.min_coverage["en"])
    context_tokens: int = Field(_DEFAULT.context_tokens, ge=200, le=100_000)
    max_blocks: int = Field(_DEFAULT.max_blocks, ge=1, le=20)
    candidates: int = Field(_DEFAULT.candidates, ge=1, le=200)
    conflict: Literal["list", "authority"] = _DEFAULT.conflict
    amber: Literal["drop", "judge"] = _DEFAULT.amber
    compress: bool = _DEFAULT.compress
    contract: Literal["stream", "json"] = _DEFAULT.contract

    def policy(self) -> Policy:
        """The same as a value of `core`."""
        return Policy(
            **(
                self.model_dump()
                | {"min_score": _shares(self.min_score)}
                | {"min_coverage": _shares(self.min_coverage)}
            )
        )


def _shares(shares: ByLanguage) -> dict[Language, float]:
    return {language: getattr(shares, language) for language in LANGUAGES}


class ModelSection(_Section):
    """``[model]``: which models write and compress, and how long they may take."""

    answer: str = "claude-sonnet-5"
    cheap: str = "claude-haiku-4-5-20251001"
    max_tokens: int = Field(1024, ge=64, le=32_000)
    timeout_s: float = Field(60.0, gt=0, le=600, description="For a whole draft.")
    stall_s: float = Field(20.0, gt=0, le=120, description="Between two pieces of a stream.")
    max_retries: int = Field(3, ge=0, le=10, description="On 429, 529, 5xx and connection errors.")


class SlackSection(_Section):
    """``[slack]``: limits of the conversation."""

    max_question_chars: int = Field(1000, ge=50, le=10_000)
    concurrent_answers: int = Field(8, ge=1, le=100)
    questions_per_person: int = Field(10, ge=1, le=1000, description="A minute.")
    questions_per_channel: int = Field(60, ge=1, le=1000, description="A minute.")
    lease_s: float = Field(15.0, ge=0.5, le=600)
    updates_per_minute: int = Field(45, ge=5, le=50)
    connections: int = Field(2, ge=1, le=10, description="Socket Mode connections.")
    follow_ups: bool = Field(True, description="Answer a follow-up in a thread without a mention.")
    follow_up_minutes: int = Field(30, ge=1, le=1440)
    turns_per_thread: int = Field(20, ge=1, le=200)
    report_channel: str = Field("", pattern=r"^([CG][A-Z0-9]{2,})?$")
    admins: tuple[Person, ...] = ()
    living_answers: bool = Field(True, description="Tell a thread when a cited document changes.")
    living_days: int = Field(30, ge=1, le=365)
    living_every_s: float = Field(60.0, ge=5, le=86_400)


class Config(_Section):
    """All of ``exhibit.toml``."""

    policy: PolicySection = PolicySection()
    model: ModelSection = ModelSection()
    slack: SlackSection = SlackSection()
    owners: dict[str, Place] = {}


def load_config(path: Path) -> Config:
    """The configuration in ``path``; every default where the file does not exist.

    Raises:
        ConfigError: the file is not TOML, or a key or value is wrong; one line names each.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"Can't read {path.name}: {error}. Make it a readable UTF-8 file.") from error
    try:
        return Config.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path.name} is not TOML: {error}.") from error
    except ValidationError as error:
        raise ConfigError("\n".join(_problem(path.name, problem) for problem in error.errors())) from error


def _problem(file: str, problem: Any) -> str:
    key = ".".join(str(part) for part in problem["loc"])
    if problem["type"] != "extra_forbidden":
        return f"{file}: {key} = {problem['input']!r}: {problem['msg']}."
    section: Any = Config
    for part in problem["loc"][:-1]:
        section = section.model_fields[part].annotation
    known = sorted(section.model_fields)
    close = difflib.get_close_matches(str(problem["loc"][-1]), known, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"Known keys: {', '.join(known)}."
    return f"{file}: no key {key!r}. {hint}"


def load_settings() -> Settings:
    """The settings in force.

    Raises:
        ConfigError: a variable has a value that can't be used; its value is not shown.
    """
    try:
        return Settings()
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, each['loc'])).upper()}: {each['msg']}." for each in error.errors()]
        raise ConfigError("\n".join(lines)) from error
