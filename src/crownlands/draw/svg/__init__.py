"""The table as one SVG with the project's own art, for notebooks and documents."""

from crownlands.draw.svg.table import table_svg

__all__ = ["table_svg"]
