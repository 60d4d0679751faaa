"""The database: tables, and their logs under one unique key, which is the truth and the lock."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", Text, nullable=False, unique=True),
    Column("watch", Text, nullable=False, unique=True),
    Column("seed", Text, nullable=False),
    Column("rematch", Integer, nullable=True),
    # All below only repeats what the log says, for looking tables up.
    Column("ruleset", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("due", BigInteger, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("tables_due", "due"),
    Index("tables_updated", "updated"),
    Index("tables_listed", "listed", "status"),
    # A number that is given again would lead what is remembered of a purged table to a strange one.
    sqlite_autoincrement=True,
)

log = Table(
    "log",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    # The SHA-256 digest of what the person's link holds: who reads the database cannot become anybody.
    Column("secret", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
    # The number stands in `dealt` for longer than the person may be known.
    sqlite_autoincrement=True,
)

kept = Table(
    "kept",
    metadata,
    Column("owner", Integer, ForeignKey("people.id"), primary_key=True),
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("person", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Index("kept_table_id", "table_id"),
)

deals = Table(
    "deals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    # The day and family of a daily deal; for duplicate tables the code of the page that everybody may see.
    Column("code", Text, nullable=False, unique=True),
    # The code of the host's page, with the links of all tables.
    Column("host", Text, nullable=True, unique=True),
    Column("day", Text, nullable=True),
    Column("ruleset", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When the host has told the seed before all tables were over.
    Column("closed", BigInteger, nullable=True),
    Index("deals_day", "day"),
)

dealt = Table(
    "dealt",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("deal", Integer, ForeignKey("deals.id"), nullable=False),
    # Who plays a daily deal, by the number among people, who may be forgotten later; 0 at duplicate tables.
    Column("owner", Integer, nullable=False),
    # Of a daily deal: 0 counts, the others are practice. Duplicate tables are counted from 1.
    Column("number", Integer, nullable=False),
    Index("dealt_once", "deal", "owner", "number", unique=True),
    Index("dealt_owner", "owner"),
)

field = Table(
    "field",
    metadata,
    Column("deal", Integer, ForeignKey("deals.id"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("record", Text, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    # The digest of what was played and of how it is reviewed: the same game is reviewed once, whoever asks.
    Column("key", Text, primary_key=True),
    # With a table it goes when that goes; of a file it goes when nobody asked for it for long.
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=True),
    # Which process works on it, until when it is believed to, and how far it is.
    Column("process", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("done", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("body", Text, nullable=True),
    Index("reviews_table_id", "table_id"),
    Index("reviews_asked", "asked"),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", Integer, primary_key=True),
    Column("person", Integer, primary_key=True),
    Column("process", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
)
