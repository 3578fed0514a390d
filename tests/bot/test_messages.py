import re
from pathlib import Path

import pytest

from bot.messages import KEYS, both, say

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("key", sorted(KEYS))
def test_both_languages_say_it_with_the_same_placeholders(key: str) -> None:
    chinese, english = both(key)
    assert chinese
    assert english
    placeholders = [sorted(re.findall(r"\{(\w+)\}", text)) for text in (chinese, english)]
    assert placeholders[0] == placeholders[1]


def test_no_text_is_written_that_nobody_says() -> None:
    files = [path for path in (ROOT / "bot").rglob("*.py") if not path.name.startswith("messages")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    assert [key for key in sorted(KEYS) if f'"{key}"' not in sources] == []


def test_no_text_could_mention_anybody() -> None:
    assert [key for key in KEYS for text in both(key) if re.search(r"<|@\w|[*_~`]", text)] == []


def test_a_value_with_braces_is_shown_as_it_is() -> None:
    assert say("open", "zh", title="{0} {x}") == "打开《{0} {x}》"
    assert say("open", "en", title="{0} {x}") == 'Open "{0} {x}"'
