"""The lesson at the terminal: pages to read, tasks to do, and what is said to each answer."""

from speto.terminal.learn.teacher import INTRODUCTION, Teacher

__all__ = ["INTRODUCTION", "Teacher"]
