"""The rules of Azi for people. The one rule: what is said here, the engine does."""

from __future__ import annotations

RULES_TEXT = """AZI
"""
