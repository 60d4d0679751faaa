"""What protects a browser and its user: headers on every answer, and whose pages may open a websocket."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class SecureHeaders:
    """Puts the headers on every HTTP answer; a link's code is a secret, so nothing of the API is cached."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
                if scope.get("scheme") == "https":
                    headers.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        await self._app(scope, receive, send_with_headers)


def origin_allowed(headers: Headers, scheme: str, allowed: tuple[str, ...]) -> bool:
    """Whether a websocket may be opened by the page that asks: one of this server's own, or one that was allowed.

    Programs that are no browsers send no origin: there is no page whose user could be tricked.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # half an IPv6 address, for example: no page has such an origin
        return False
    secure = "https" if scheme in ("wss", "https") else "http"
    own = parts.scheme == secure and parts.netloc.lower() == headers.get("host", "").lower()
    return own or origin.rstrip("/").lower() in {other.rstrip("/").lower() for other in allowed}
