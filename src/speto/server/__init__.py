"""The table server: tables are logs, and nothing is seen before it is kept."""
