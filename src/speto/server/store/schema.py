"""The tables of the store, the same for every database.

What must stay true: `migrations` makes exactly these; times are milliseconds since 1970; texts are
compared by their bytes, whatever the language of the database.
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
Words = Text().with_variant(Text(collation="C"), "postgresql")

log = Table(
    "log",
    metadata,
    Column("table", Words, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("actor", Words, nullable=False),
    Column("command", Words, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("table", "actor", "command"),
    sqlite_with_rowid=False,
    postgresql_partition_by='HASH ("table")',
)

head = Table(
    "head",
    metadata,
    Column("table", Words, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("status", Words, nullable=False),
    Column("deadline", BigInteger),
    Column("game", Words, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("code", Words, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("claimed", BigInteger),  # until then nobody else is given it as due
    sqlite_with_rowid=False,
)
Index("ix_head_status_deadline", head.c.status, head.c.deadline)
Index(
    "ix_head_status_public_created_table",
    head.c.status,
    head.c.public,
    head.c.created,
    head.c.table,
)
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
    Column("table", Words, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# Who has ever owned a table or sat at it: whatever is asked of a person's tables begins here, since
# the log has no key that begins with the actor: it would cost every move.
member = Table(
    "member",
    metadata,
    Column("account", Words, primary_key=True),
    Column("table", Words, primary_key=True),
    sqlite_with_rowid=False,
)

account = Table(
    "account",
    metadata,
    Column("id", Words, primary_key=True),
    Column("kind", Words, nullable=False),  # guest, person, program
    Column("name", Words, nullable=False),
    Column("name_key", Words, unique=True),  # the name as it is compared; a guest has none
    Column("password", Words),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
Index("ix_account_kind_seen", account.c.kind, account.c.seen)

token = Table(
    "token",
    metadata,
    Column("hash", Words, primary_key=True),
    Column(
        "account", Words, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("scopes", Words, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("label", Words, nullable=False, server_default=""),
)

rating = Table(
    "rating",
    metadata,
    Column("account", Words, primary_key=True),  # a person's account, or a computer player
    Column("game", Words, primary_key=True),
    Column("ladder", Words, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("n", Integer, nullable=False),
)
Index("ix_rating_game_ladder_mu", rating.c.game, rating.c.ladder, rating.c.mu)

# Every rating after every match, so that a match counts once; `rating` is the last of each.
rated = Table(
    "rated",
    metadata,
    Column("account", Words, primary_key=True),
    Column("game", Words, primary_key=True),
    Column("ladder", Words, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("table", Words, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    UniqueConstraint("table", "ladder", "account"),
)

result = Table(
    "result",
    metadata,
    Column("table", Words, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("game", Words, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("public", Boolean, nullable=False),
    Column("record", Words, nullable=False),
    Column("proof", Words),
)

played = Table(
    "played",
    metadata,
    Column("table", Words, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Words),  # none: a computer player, or one who had his data deleted
    Column("name", Words, nullable=False),
    Column("level", Words),  # of a computer player
    Column("at", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
)
Index("ix_played_account_at", played.c.account, played.c.at)

talk = Table(
    "talk",
    metadata,
    Column("table", Words, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("account", Words, index=True),
    Column("name", Words, nullable=False),
    Column("phrase", Words),
    Column("text", Words),
    Column("command", Words),
)
# An ask that is sent again, perhaps to another node, is done once; as in the log.
Index("uq_talk_table_account_command", talk.c.table, talk.c.account, talk.c.command, unique=True)

report = Table(
    "report",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", Words, nullable=False),
    Column("account", Words, nullable=False, index=True),
    Column("table", Words),
    Column("reason", Words, nullable=False),
    Column("text", Words, nullable=False, server_default=""),
    Column("evidence", Words, nullable=False, server_default=""),  # what was said, as JSON
    Column("settled", BigInteger),
    Column("command", Words),  # none, too, once the data of who made it were deleted
)
Index("uq_report_by_table_command", report.c.by, report.c.table, report.c.command, unique=True)

sanction = Table(
    "sanction",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("account", Words, nullable=False, index=True),
    Column("kind", Words, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("until", BigInteger),  # none: for good
    Column("by", Words, nullable=False),
    Column("reason", Words, nullable=False),
    Column("lifted", BigInteger),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", Words, nullable=False),
    Column("action", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("note", Words, nullable=False, server_default=""),
)

mute = Table(
    "mute",
    metadata,
    Column("account", Words, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", Words, primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

# The servers that share a database; in a folder of its own a server has files instead.
node = Table(
    "node",
    metadata,
    Column("id", Words, primary_key=True),
    Column("began", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("drains", Boolean, nullable=False),
    Column("stop_by", BigInteger),
)

# Who waits for a quick match; once a match is chosen, where it is played.
wish = Table(
    "wish",
    metadata,
    Column("account", Words, primary_key=True),
    Column("command", Words, primary_key=True),
    Column("node", Words, nullable=False),  # that of his socket; none once he was told
    Column("name", Words, nullable=False),
    Column("game", Words, nullable=False),
    Column("rules", Words, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("strength", Float, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("table", Words),
    Column("chosen", BigInteger),
)
Index("ix_wish_node", wish.c.node)
