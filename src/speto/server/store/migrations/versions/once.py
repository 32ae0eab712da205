"""What is said and reported stands once under its id; sanctions are found by their time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the columns and indices; what is older has no id."""
    op.add_column("talk", sa.Column("command", WORDS, nullable=True))
    op.create_index(
        "uq_talk_table_account_command", "talk", ["table", "account", "command"], unique=True
    )
    op.add_column("report", sa.Column("command", WORDS, nullable=True))
    op.create_index("uq_report_by_table_command", "report", ["by", "table", "command"], unique=True)
    op.create_index("ix_sanction_at", "sanction", ["at"], unique=False)
