"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

PARTS = 16
WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "account",
        sa.Column("id", WORDS, nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("name_key", WORDS, nullable=True),
        sa.Column("password", WORDS, nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("name_key", name="uq_account_name_key"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", WORDS, nullable=False),
        sa.Column("action", WORDS, nullable=False),
        sa.Column("subject", WORDS, nullable=False),
        sa.Column("note", WORDS, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_table(
        "head",
        sa.Column("table", WORDS, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("status", WORDS, nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("code", WORDS, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_head"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_head_status_deadline", "head", ["status", "deadline"], unique=False)
    op.create_index(
        "uq_head_code",
        "head",
        ["code"],
        unique=True,
        sqlite_where=sa.text("code <> ''"),
        postgresql_where=sa.text("code <> ''"),
    )
    op.create_table(
        "log",
        sa.Column("table", WORDS, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("actor", WORDS, nullable=False),
        sa.Column("command", WORDS, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seq", name="pk_log"),
        sa.UniqueConstraint("table", "actor", "command", name="uq_log_table_actor_command"),
        sqlite_with_rowid=False,
        postgresql_partition_by='HASH ("table")',
    )
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            of = f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            op.execute(f"CREATE TABLE log_{part} PARTITION OF log {of}")
    op.create_table(
        "played",
        sa.Column("table", WORDS, nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account", WORDS, nullable=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("level", WORDS, nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table", "deal", "seat", name="pk_played"),
    )
    op.create_index("ix_played_account_at", "played", ["account", "at"], unique=False)
    op.create_table(
        "rating",
        sa.Column("account", WORDS, nullable=False),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("ladder", WORDS, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("account", "game", "ladder", name="pk_rating"),
    )
    op.create_index("ix_rating_game_ladder_mu", "rating", ["game", "ladder", "mu"], unique=False)
    op.create_table(
        "rated",
        sa.Column("account", WORDS, nullable=False),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("ladder", WORDS, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("table", WORDS, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("account", "game", "ladder", "n", name="pk_rated"),
        sa.UniqueConstraint("table", "ladder", "account", name="uq_rated_table_ladder_account"),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", WORDS, nullable=False),
        sa.Column("account", WORDS, nullable=False),
        sa.Column("table", WORDS, nullable=True),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("text", WORDS, server_default="", nullable=False),
        sa.Column("evidence", WORDS, server_default="", nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
    )
    op.create_table(
        "result",
        sa.Column("table", WORDS, nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("record", WORDS, nullable=False),
        sa.Column("proof", WORDS, nullable=True),
        sa.PrimaryKeyConstraint("table", "deal", name="pk_result"),
    )
    op.create_index("ix_result_at", "result", ["at"], unique=False)
    op.create_table(
        "sanction",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account", WORDS, nullable=False),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("by", WORDS, nullable=False),
        sa.Column("reason", WORDS, nullable=False),
        sa.Column("lifted", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sanction"),
    )
    op.create_index("ix_sanction_account", "sanction", ["account"], unique=False)
    op.create_table(
        "secret",
        sa.Column("table", WORDS, nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table", "deal", name="pk_secret"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "talk",
        sa.Column("table", WORDS, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account", WORDS, nullable=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("phrase", WORDS, nullable=True),
        sa.Column("text", WORDS, nullable=True),
        sa.PrimaryKeyConstraint("table", "n", name="pk_talk"),
    )
    op.create_index("ix_talk_account", "talk", ["account"], unique=False)
    op.create_table(
        "mute",
        sa.Column("account", WORDS, nullable=False),
        sa.Column("muted", WORDS, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name="fk_mute_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "muted", name="pk_mute"),
    )
    op.create_table(
        "token",
        sa.Column("hash", WORDS, nullable=False),
        sa.Column("account", WORDS, nullable=False),
        sa.Column("scopes", WORDS, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.Column("label", WORDS, server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name="fk_token_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_token"),
    )
    op.create_index("ix_token_account", "token", ["account"], unique=False)
