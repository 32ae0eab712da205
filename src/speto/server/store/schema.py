"""The tables of the store, the same for every database.

What must stay true: `migrations` makes exactly these; times are milliseconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up only in a column that is called INTEGER.
Counted = BigInteger().with_variant(Integer, "sqlite")

log = Table(
    "log",
    metadata,
    Column("table", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("actor", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("table", "actor", "command"),
    sqlite_with_rowid=False,
)

head = Table(
    "head",
    metadata,
    Column("table", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("deadline", BigInteger),
    Column("game", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("code", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_head_status_deadline", head.c.status, head.c.deadline)
# A table may be without a code.
Index(
    "uq_head_code",
    head.c.code,
    unique=True,
    sqlite_where=text("code <> ''"),
    postgresql_where=text("code <> ''"),
)

secret = Table(
    "secret",
    metadata,
    Column("table", Text, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

account = Table(
    "account",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # guest, person, program
    Column("name", Text, nullable=False),
    Column("name_key", Text, unique=True),  # the name as it is compared; a guest has none
    Column("password", Text),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

token = Table(
    "token",
    metadata,
    Column("hash", Text, primary_key=True),
    Column(
        "account", Text, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("scopes", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("label", Text, nullable=False, server_default=""),
)

rating = Table(
    "rating",
    metadata,
    Column("account", Text, primary_key=True),  # a person's account, or a computer player
    Column("game", Text, primary_key=True),
    Column("ladder", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("n", Integer, nullable=False),
)
Index("ix_rating_game_ladder_mu", rating.c.game, rating.c.ladder, rating.c.mu)

# Every rating after every match, so that a match counts once; `rating` is the last of each.
rated = Table(
    "rated",
    metadata,
    Column("account", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("ladder", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("table", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    UniqueConstraint("table", "ladder", "account"),
)

result = Table(
    "result",
    metadata,
    Column("table", Text, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("public", Boolean, nullable=False),
    Column("record", Text, nullable=False),
    Column("proof", Text),
)

played = Table(
    "played",
    metadata,
    Column("table", Text, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text),  # none: a computer player, or one who had his data deleted
    Column("name", Text, nullable=False),
    Column("level", Text),  # of a computer player
    Column("at", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
)
Index("ix_played_account_at", played.c.account, played.c.at)

talk = Table(
    "talk",
    metadata,
    Column("table", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("account", Text, index=True),
    Column("name", Text, nullable=False),
    Column("phrase", Text),
    Column("text", Text),
)

report = Table(
    "report",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("table", Text),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False, server_default=""),
    Column("evidence", Text, nullable=False, server_default=""),  # what was said, as JSON
    Column("settled", BigInteger),
)

sanction = Table(
    "sanction",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("account", Text, nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),  # none: for good
    Column("by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("lifted", BigInteger),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("note", Text, nullable=False, server_default=""),
)

mute = Table(
    "mute",
    metadata,
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
