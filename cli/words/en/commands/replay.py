"""What is said around a match that is told again, in English. The one rule: what is told is verified."""

from __future__ import annotations

from cli import words
from cli.words.en.commands import audit
from protocol.report import Problem, Report


def heading(deal: int) -> str:
    """Above the steps of a deal; 0 is the table itself."""
    return f"DEAL {deal}" if deal else "THE TABLE"


def breaks_off(path: str | None, problem: Problem) -> str:
    """The log ends too early; `path` is None where only one log is spoken of."""
    return f"{'The log' if path is None else path} breaks off. {audit.cut(problem)}"


def failed(path: str, report: Report, *, is_told: bool) -> str:
    """The log does not stand; `is_told` where something of it was told before."""
    told = f"VERIFICATION FAILED. {audit.problem(report)}"
    if not is_told:
        return told
    return f"{told} All that is told above is verified; {path} is not good from there on."


def failed_on_screen(path: str, problem: Problem) -> str:
    return f"VERIFICATION FAILED. Entry {problem.entry} of {path}: {words.reason(problem.reason)}."


def no_such_deal(path: str, deal: int, last: int) -> str:
    return f"There is no deal {deal} in {path}; the last is {last}."


def ends_after(deal: int) -> str:
    return f"The log breaks off here, after the signed result of deal {deal}."
