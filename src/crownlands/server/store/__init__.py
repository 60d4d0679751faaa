"""Where logs are kept: SQLite with nothing to install, PostgreSQL for several processes."""

from crownlands.server.store.rows import Append, Head, Seen, Unavailable
from crownlands.server.store.store import Store, TableRow

__all__ = ["Append", "Head", "Seen", "Store", "TableRow", "Unavailable"]
