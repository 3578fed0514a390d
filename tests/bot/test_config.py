from pathlib import Path

import pytest

from bot.config import ConfigError, load_config


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "exhibit.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_owners_are_people_or_channels_by_their_names(tmp_path: Path) -> None:
    text = '[slack]\nadmins = ["U0123ABCD"]\n[owners]\n"人力资源部" = "U0123ABCD"\n"People team" = "C0123ABCD"\n'
    config = load_config(written(tmp_path, text))
    assert config.owners == {"人力资源部": "U0123ABCD", "People team": "C0123ABCD"}
    assert config.slack.admins == ("U0123ABCD",)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[owners]\n"人力资源部" = "@hr"', "owners.人力资源部"),
        ('[owners]\nhr = "D0123ABCD"', "owners.hr"),
        ('[slack]\nadmins = ["C0123ABCD"]', "slack.admins.0"),
        ('[slack]\nreport_channel = "#reports"', "slack.report_channel"),
        ("[slack]\nliving_days = 0", "slack.living_days"),
    ],
)
def test_what_is_no_id_is_named(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(ConfigError, match=f"exhibit.toml: {key} = "):
        load_config(written(tmp_path, text))
