"""Deals that several tables have in common: their tables, and what reference players make of them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("host", sa.Text, nullable=True, unique=True),
        sa.Column("day", sa.Text, nullable=True),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=True),
    )
    op.create_index("deals_day", "deals", ["day"])
    op.create_table(
        "dealt",
        sa.Column("game", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("deal", sa.Integer, sa.ForeignKey("deals.id"), nullable=False),
        sa.Column("owner", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("dealt_once", "dealt", ["deal", "owner", "number"], unique=True)
    op.create_index("dealt_owner", "dealt", ["owner"])
    op.create_table(
        "field",
        sa.Column("deal", sa.Integer, sa.ForeignKey("deals.id"), primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
