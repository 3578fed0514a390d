import pytest
from hostile import ends_soon

from bot.slack.text import asked, clean, escape, fit_bytes, plain, shorten, size


@pytest.mark.parametrize(
    ("written", "escaped"),
    [
        (
            "<!channel> 通知 <@U1> <#C1> <!subteam^S1>",
            "&lt;!channel&gt; 通知 &lt;@U1&gt; &lt;#C1&gt; &lt;!subteam^S1&gt;",
        ),
        ("<https://evil.example|点这里>", "&lt;https://evil.example|点这里&gt;"),
        ("A & B &lt; C", "A &amp; B &amp;lt; C"),
        ("*bold* _x_ `y` :smile:", "*bold* _x_ `y` :smile:"),
    ],
)
def test_only_three_characters_are_escaped_and_no_token_survives(written: str, escaped: str) -> None:
    assert escape(written) == escaped


def test_invisible_and_direction_characters_are_taken_out() -> None:
    assert clean("a\u200bb\u202ec\u2066d\ufeff\x00\ue000e") == "abcde"
    assert clean("一\r\n二\r三\u2028四\t") == "一\n二\n三\n四\t"


@pytest.mark.parametrize(
    ("event_text", "question"),
    [
        ("<@U0BOT> 试用期多久？", "试用期多久？"),
        ("请问 <@U0BOT> 试用期多久？", "请问  试用期多久？"),
        ("<@U0BOT>", ""),
        ("<@U0BOT|exhibit> ask <@U9|ann> in <#C1|general>", "ask @ann in #general"),
        ("see <https://x.y/a?b=1&amp;c=2|the page> &lt;b&gt;", "see the page <b>"),
        ("<https://x.y>", "https://x.y"),
        ("<!here> 1 &lt; 2", "here 1 < 2"),
        ("&amp;lt;", "&lt;"),
    ],
)
def test_a_question_is_what_the_person_saw(event_text: str, question: str) -> None:
    assert asked(event_text, bot_user="U0BOT") == question


def test_hostile_tokens_take_linear_time() -> None:
    with ends_soon():
        for hostile in ("<" * 100_000, "<@" * 50_000, "<a|" * 30_000):
            asked(hostile, bot_user="U0BOT")


def test_shortening_cuts_on_one_line_with_an_ellipsis() -> None:
    assert shorten("第一行\n第二行", 20) == "第一行 第二行"
    assert shorten("abcdef", 4) == "abc…"


def test_bytes_are_cut_between_characters() -> None:
    assert fit_bytes("试用期", 7) == "试用"
    assert fit_bytes("abc", 7) == "abc"


def test_size_counts_every_text_in_characters_and_bytes() -> None:
    blocks = [{"type": "header", "text": plain("试用")}, {"type": "x", "elements": [{"text": "ab", "url": "c"}]}]
    assert size(blocks) == (5, 9)
