"""The revisions of the tables, run by Alembic; `migrate` starts them."""
