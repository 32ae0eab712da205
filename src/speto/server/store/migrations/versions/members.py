"""Who is at which table, so that it is not looked for in the log, and indices of what grows."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

STEP = 1_000
WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
# All who ever acted and still have an account.
ACTED = sa.text(
    'INSERT INTO member (account, "table") SELECT DISTINCT log.actor, log."table" FROM log '
    "JOIN account ON account.id = log.actor"
)
FIRST = sa.text(
    'SELECT head."table", log.body FROM head '
    'JOIN log ON log."table" = head."table" AND log.seq = 1 '
    'WHERE head."table" > :last ORDER BY head."table" LIMIT :step'
)
NAMED = sa.text(
    'INSERT INTO member (account, "table") SELECT id, :table FROM account WHERE id = :account '
    "ON CONFLICT DO NOTHING"
)


def upgrade() -> None:
    """Make the table of all that is there, and the indices."""
    op.create_table(
        "member",
        sa.Column("account", WORDS, nullable=False),
        sa.Column("table", WORDS, nullable=False),
        sa.PrimaryKeyConstraint("account", "table", name="pk_member"),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    connection.execute(ACTED)
    # Who was put into a seat by others may not have acted yet.
    for step in _opened(connection):
        named = [{"table": table, "account": who} for table, body in step for who in _named(body)]
        if named:
            connection.execute(NAMED, named)
    op.create_index(
        "ix_head_status_public_created_table", "head", ["status", "public", "created", "table"]
    )
    op.create_index("ix_account_kind_seen", "account", ["kind", "seen"])
    op.create_index("ix_mute_muted", "mute", ["muted"])
    op.create_index("ix_report_account", "report", ["account"])


def _opened(connection: sa.Connection) -> Iterator[list[tuple[str, bytes]]]:
    """The first row of each table, so many at a time."""
    last = ""
    while found := connection.execute(FIRST, {"last": last, "step": STEP}).all():
        yield [(row[0], row[1]) for row in found]
        last = found[-1][0]


def _named(body: bytes) -> set[str]:
    """The accounts that a first row names; none if it cannot be read, as that of a broken table."""
    try:
        opened = json.loads(body)
        found = [opened["owner"], *(seat["who"] for seat in opened["seats"])]
    except (ValueError, KeyError, TypeError):
        return set()
    return {who for who in found if isinstance(who, str)}
