"""What a table wrote down is its log, and a table's number is table_id wherever it stands."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # Plain SQL that both databases know; their keys and indexes follow.
    op.execute("ALTER TABLE events RENAME TO log")
    for table in ("log", "presence", "kept", "dealt"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN game TO table_id")
    op.drop_index("kept_game", "kept")
    op.create_index("kept_table_id", "kept", ["table_id"])
