"""The number of a table or a person that is gone is never given to another one."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("UPDATE tables SET rematch = NULL WHERE rematch NOT IN (SELECT id FROM tables)")
    if op.get_bind().dialect.name != "sqlite":
        return  # PostgreSQL counts on by itself
    for table in ("tables", "people"):
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
    # Forgotten people have left their numbers at the daily deals that they played.
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'people'")
    op.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'people', max(id) "
        "FROM (SELECT 0 AS id UNION SELECT id FROM people UNION SELECT owner FROM dealt)"
    )
