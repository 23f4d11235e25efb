"""What is said of pages that check logs in a browser, in English. The one rule: the verdict is the page's."""

from __future__ import annotations


def is_one_of_the_logs(page: str) -> str:
    return f"{page} is one of the logs, and would be lost."


def too_large(limit: int) -> str:
    """The logs together are over so many bytes."""
    return (
        f"These are more than {limit >> 20} MiB of logs, too many for one page. "
        "Write the page alone, with p2pcards verify-page, and send it along."
    )


def written_with_logs(page: str) -> str:
    return (
        f"{page} is written. Whoever opens it in a browser sees the match; the page checks it anew."
    )


def written(page: str) -> str:
    return f"{page} is written. Open it in a browser, and drop logs on it."
