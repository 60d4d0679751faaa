"""The drawings that a picture uses: each written once, with what it is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from xml.etree import ElementTree

from crownlands.draw.palette import LIVERIES

SVG = "http://www.w3.org/2000/svg"
FILES = ("pieces.svg", "terrain.svg", "buildings.svg")
PREFIX = "cl-"
"""Before every id, as a picture may stand in a page that has ids of its own."""

ElementTree.register_namespace("", SVG)


def shape(name: str, *content: str, **attributes: float | str) -> str:
    """An element: ``shape("rect", x=1, stroke_width=2)``."""
    written = (f'{key.strip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    start = " ".join((name, *written))
    return f"<{start}>{''.join(content)}</{name}>" if content else f"<{start}/>"


def _value(value: float | str) -> str:
    return escape(value) if isinstance(value, str) else f"{value:g}"


@cache
def drawings() -> dict[str, str]:
    """Every drawing by its id."""
    found = {}
    for name in FILES:
        root = ElementTree.fromstring(files("crownlands.draw").joinpath("art", name).read_text(encoding="utf-8"))
        for element in (*root, *root.iterfind(f"{{{SVG}}}defs/*")):
            if identity := element.get("id"):
                element.tail = None
                found[identity] = ElementTree.tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "")
    return found


@dataclass
class Art:
    """Gathers what a picture uses."""

    _used: dict[str, str] = field(default_factory=dict)

    def use(self, name: str, x: float, y: float, width: float, height: float, livery: str = "") -> str:
        """This drawing in this box; one that has a seat's colours needs to know whose."""
        ink = {"color": LIVERIES[livery].ink} if livery else {}
        return shape("use", href=f"#{self._need(name, livery)}", x=x, y=y, width=width, height=height, **ink)

    def _need(self, name: str, livery: str = "") -> str:
        identity = f"{PREFIX}{name}"
        text = drawings()[name]
        if "var(--seat" in text:
            # Written out for each livery: viewers other than browsers know no variables.
            identity = f"{identity}-in-{livery}"
            for part in ("deep", "glow"):
                text = text.replace(f"var(--seat-{part})", getattr(LIVERIES[livery], part))
            text = text.replace("var(--seat)", LIVERIES[livery].base)
        if identity not in self._used:
            self._used[identity] = ""  # stands before what it is made of
            text = text.replace(f'id="{name}"', f'id="{identity}"', 1)
            made_of = re.compile(r'href="#([^"]+)"')
            self._used[identity] = made_of.sub(lambda part: f'href="#{self._need(part[1], livery)}"', text)
        return identity

    def defs(self) -> str:
        return f"<defs>{''.join(self._used.values())}</defs>"
