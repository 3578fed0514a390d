from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.state import Answer, Asked, Cited, State
from bot.tables import METADATA
from core.domain import Span


def asked(**values: object) -> Asked:
    fields: dict[str, object] = {
        "team": "T1",
        "channel": "C1",
        "ts": "1.0",
        "thread_ts": "1.0",
        "asker": "U1",
        "text": "试用期多久？",
        "answer_id": "a1",
        "event_id": "Ev1",
    }
    return Asked(**fields | values)  # type: ignore[arg-type]


@pytest.fixture
async def state(tmp_path: Path):
    opened = await State.open(f"sqlite:///{tmp_path / 's.db'}", now=lambda: datetime(2026, 1, 2, tzinfo=UTC))
    yield opened
    await opened.close()


async def test_a_question_is_received_once_by_message_and_by_event(state: State) -> None:
    assert await state.receive(asked())
    assert not await state.receive(asked(answer_id="a2", event_id="Ev2"))  # app_mention and message; an edit
    assert not await state.receive(asked(answer_id="a3", ts="2.0"))  # the same event again
    assert await state.receive(asked(answer_id="a4", ts="2.0", event_id="Ev3"))
    assert await state.receive(asked(answer_id="a5", ts="3.0", event_id=None))
    assert await state.receive(asked(answer_id="a6", ts="4.0", event_id=None))


async def test_an_answer_is_found_again_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    first = await State.open(url)
    await first.receive(asked())
    await first.begin(asked(), "zh")
    await first.posted("a1", ["5.0"])
    cited = Cited(answer_id="a1", number=2, chunk_id="doc-010#c02", spans=(Span(3, 9),), revision=7)
    await first.cite("a1", 7, [cited])
    await first.close()

    second = await State.open(url)
    assert await second.unfinished() == [(asked(), 1)]
    assert await second.begin(asked(), "zh") == Answer(
        id="a1", team="T1", channel="C1", thread_ts="1.0", question="试用期多久？", language="zh", asker="U1",
        messages=("5.0",), revision=7,
    )  # fmt: skip
    assert await second.cited("a1") == (cited,)
    assert [attempts for _, attempts in await second.unfinished()] == [2]
    await second.end("a1", "answered")
    assert await second.unfinished() == []
    assert await second.asked("a1") == asked()
    found = await second.answer("a1")
    assert found is not None
    assert found.status == "answered"
    assert (await second.answer("a9"), await second.asked("a9")) == (None, None)
    assert await second.cited("a9") == ()
    await second.close()


async def test_the_last_opinion_of_a_person_counts(state: State) -> None:
    await state.rate("a1", user="U1", value="useful")
    await state.rate("a1", user="U1", value="not_useful")
    await state.rate("a1", user="U2", value="useful")
    assert await state.ratings("a1") == {"U1": "not_useful", "U2": "useful"}


async def test_the_migrations_create_exactly_the_tables(state: State) -> None:
    def columns(connection: sa.Connection) -> dict[str, set[str]]:
        inspector = sa.inspect(connection)
        names = [name for name in inspector.get_table_names() if name != "bot_version"]
        return {name: {column["name"] for column in inspector.get_columns(name)} for name in names}

    async with state._engine.connect() as connection:
        found = await connection.run_sync(columns)
    assert found == {table.name: set(table.c.keys()) for table in METADATA.tables.values()}
