"""What several servers of one database need: claims, their own rows, who waits for a match."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make them."""
    op.add_column("head", sa.Column("claimed", sa.BigInteger(), nullable=True))
    op.create_table(
        "node",
        sa.Column("id", WORDS, nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("drains", sa.Boolean(), nullable=False),
        sa.Column("stop_by", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_node"),
    )
    op.create_table(
        "wish",
        sa.Column("account", WORDS, nullable=False),
        sa.Column("command", WORDS, nullable=False),
        sa.Column("node", WORDS, nullable=False),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("game", WORDS, nullable=False),
        sa.Column("rules", WORDS, nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("strength", sa.Float(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("table", WORDS, nullable=True),
        sa.Column("chosen", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("account", "command", name="pk_wish"),
    )
    op.create_index("ix_wish_node", "wish", ["node"], unique=False)
