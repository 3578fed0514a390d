"""Serves the page: no build step, a script that draws with textContent only, and nothing from elsewhere."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

HERE = Path(__file__).parent
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"


def add_routes(app: web.Application) -> None:
    """Adds the page at `/` and its scripts and style beside it."""
    app.router.add_get("/", _serve("page.html"))
    app.router.add_get("/favicon.ico", _no_icon)
    for path in sorted(HERE.glob("page*.*")):
        if path.suffix in {".js", ".css"}:
            app.router.add_get(f"/{path.name}", _serve(path.name))


def _serve(name: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    path = HERE / name

    async def answer(_: web.Request) -> web.Response:
        headers = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
        headers["Referrer-Policy"] = "no-referrer"
        return web.Response(body=path.read_bytes(), content_type=KINDS[path.suffix], charset="utf-8", headers=headers)

    return answer


async def _no_icon(_: web.Request) -> web.Response:
    return web.Response(status=204)
