"""Where logs are kept: SQLite with nothing to install, PostgreSQL for several processes."""

from crownlands.server.store.store import Append, Head, Store, TableRow, Unavailable

__all__ = ["Append", "Head", "Store", "TableRow", "Unavailable"]
