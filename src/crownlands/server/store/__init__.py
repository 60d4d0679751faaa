"""Where logs are kept: SQLite with nothing to install, PostgreSQL for several processes."""

from crownlands.server.store.rows import Append, Head, NewTable, Seen, TableRow, Unavailable
from crownlands.server.store.store import Store

__all__ = ["Append", "Head", "NewTable", "Seen", "Store", "TableRow", "Unavailable"]
