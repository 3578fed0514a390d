import re
from datetime import date

import pytest

from core.prompt import NO_ANSWER
from corpus.ingest import demo_folder
from evals.scenes import SCENES, UNREACHABLE, Scene
from evals.staged import asked, draft

screenshots = pytest.importorskip("evals.screenshots")
IMAGES = screenshots.DOCS / "images"
MOST_BYTES = 300_000


def request(question: str, *materials: str) -> dict[str, object]:
    fenced = "\n".join(f'<material number="{n}" title="t">\n{text}\n</material>' for n, text in enumerate(materials, 1))
    prompt = f"<materials>\n{fenced}\n</materials>\n\n<question>\n{question}\n</question>"
    return {"messages": [{"role": "user", "content": prompt}]}


def test_a_staged_draft_cites_the_material_that_holds_the_phrase() -> None:
    body = request("试用期多久？", "年假为 10 天。", "The probation period is 90 days. 试用期为 90 天。")
    assert asked(body) == "试用期多久？"
    assert draft(body, ("试用期为 90 天[#试用期为 90 天]。", " It is 90 days [#90 days].")) == (
        "试用期为 90 天[2]。",
        " It is 90 days [2].",
    )
    assert draft(body, ("没有这回事[#不在其中]。",)) == ("没有这回事[99]。",)
    assert draft(body, ()) == (NO_ANSWER,)


def test_the_gallery_shows_every_scene_and_no_other_picture() -> None:
    assert (screenshots.DOCS / "gallery.md").read_text(encoding="utf-8") == screenshots.gallery(SCENES)
    assert {path.stem for path in IMAGES.glob("*.png")} == {scene.name for scene in SCENES}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_picture_is_a_small_png(scene: Scene) -> None:
    picture = (IMAGES / f"{scene.name}.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < MOST_BYTES


def test_the_drafts_cite_phrases_of_the_demo_documents() -> None:
    documents = "\n".join(path.read_text(encoding="utf-8") for path in demo_folder().glob("*.md"))
    drafts = [piece for scene in SCENES if scene.draft != UNREACHABLE for piece in scene.draft]
    phrases = [phrase for piece in drafts for phrase in re.findall(r"\[#([^\]\n]{1,80})\]", piece)]
    assert phrases
    assert [phrase for phrase in phrases if phrase not in documents] == []


def test_the_pictures_are_of_the_day_of_the_demo_questions() -> None:
    assert date(2026, 12, 1) == screenshots.DAY
