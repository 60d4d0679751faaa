"""People who carry their tables from device to device, and the tables that they keep."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("secret", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "kept",
        sa.Column("owner", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
    )
    op.create_index("kept_game", "kept", ["game"])
