"""A ladder as a picture: one dot and one interval for each player, as plain SVG."""

from __future__ import annotations

from html import escape
from math import ceil, floor

from crownlands.arena.ladder import Ladder

WIDTH, ROW, TOP, BOTTOM, RIGHT = 720, 34, 56, 48, 70
SHORTEST_LABEL, LETTER = 90, 7.6
STEPS = (10, 20, 50, 100, 200, 500, 1000)
FONT = "font-family='system-ui, sans-serif' font-size='13'"


def draw(ladder: Ladder) -> str:
    """The SVG text; the strongest player is at the top."""
    labels = [_short(entrant.label) for entrant, _ in ladder.ratings]
    left = max(SHORTEST_LABEL, LETTER * max(map(len, labels)) + 24)
    ratings = [rating for _, rating in ladder.ratings]
    lows = [rating.mean if rating.low is None else rating.low for rating in ratings]
    highs = [rating.mean if rating.high is None else rating.high for rating in ratings]
    step = next((step for step in STEPS if (max(highs) - min(lows)) / step <= 8), STEPS[-1])
    first, last = floor(min(lows) / step), max(ceil(max(highs) / step), floor(min(lows) / step) + 1)
    height = TOP + ROW * len(labels) + BOTTOM

    def x(rating: float) -> float:
        return left + (rating / step - first) / (last - first) * (WIDTH - left - RIGHT)

    lines = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}'>",
        f"<rect width='{WIDTH}' height='{height}' fill='#ffffff'/>",
        f"<g {FONT} fill='#1f2933'>",
        f"<text x='16' y='28' font-size='16' font-weight='600'>{escape(ladder.plan.rules.name)}</text>",
        f"<text x='{WIDTH - 16}' y='28' text-anchor='end' fill='#52606d'>"
        f"{ladder.games} games, {ladder.deals} deals, 95 % intervals</text>",
    ]
    bottom = TOP + ROW * len(labels)
    for tick in range(first, last + 1):
        at = x(tick * step)
        lines.append(f"<line x1='{at:.1f}' y1='{TOP - 8}' x2='{at:.1f}' y2='{bottom}' stroke='#d9e2ec'/>")
        text = f"{tick * step:+d}" if tick else "0"
        lines.append(f"<text x='{at:.1f}' y='{bottom + 20}' text-anchor='middle' fill='#52606d'>{text}</text>")
    for row, (label, rating) in enumerate(zip(labels, ratings, strict=True)):
        y = TOP + ROW * row + ROW / 2 - 4
        low, high, mean = x(lows[row]), x(highs[row]), x(rating.mean)
        lines += [
            f"<text x='{left - 12:.0f}' y='{y + 4.5:.1f}' text-anchor='end'>{escape(label)}</text>",
            f"<line x1='{low:.1f}' y1='{y}' x2='{high:.1f}' y2='{y}' stroke='#2f6f9f' stroke-width='3'/>",
            f"<circle cx='{mean:.1f}' cy='{y}' r='5.5' fill='#12405f'/>",
            f"<text x='{max(high, mean + 6) + 8:.1f}' y='{y + 4.5:.1f}' fill='#12405f'>{rating.mean:+.0f}</text>",
        ]
    middle = (left + WIDTH - RIGHT) / 2
    lines.append(f"<text x='{middle:.0f}' y='{bottom + 40}' text-anchor='middle'>rating (Elo, average 0)</text>")
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _short(label: str) -> str:
    return label if len(label) <= 32 else f"{label[:31]}…"
