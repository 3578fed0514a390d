"""Hostile input must cost linear work. Nothing here is timed by the clock, so a busy machine changes no result."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ends_soon(cpu_s: float = 20.0) -> Iterator[None]:
    """Fails after so much processor time of this process: far above what linear work needs; only a blow-up meets it."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"still busy after {cpu_s} s of processor time")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls, those of the interpreter's own included."""
    count = 0

    def seen(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def assert_linear(work: Callable[[int], object], *, small: int, large: int) -> None:
    """`work(large)` calls at most twice as many functions, for its size, as `work(small)`; both end soon."""
    with ends_soon():
        work(small // 2)  # loads what the first call loads; another size, so that no result is kept
        few, many = calls(lambda: work(small)), calls(lambda: work(large))
    assert many <= 2 * (large / small) * few + 1000, f"{few} calls for {small}, {many} for {large}"
