"""One talk for a whole evening: bounded, and who is muted stays muted whatever screen shows it."""

from __future__ import annotations

from cli.table.conversation import MOST_LINES, Conversation, Line, Person

BEK, AINURA, WEI = b"bek", b"ainura", b"wei"
SEATED = {BEK: "Bek", AINURA: "Ainura"}


def spoken() -> Conversation:
    talk = Conversation()
    for line in (Line(BEK, "Bek", "salom"), Line(WEI, "Wei", "nice", is_watching=True)):
        assert talk.hear(line)
    return talk


def test_what_is_heard_and_said_is_kept_in_order_and_no_longer_than_an_evening_needs() -> None:
    talk = spoken()
    talk.say("You", "hello")
    assert [line.text for line in talk.lines] == ["salom", "nice", "hello"]
    for number in range(2 * MOST_LINES):
        talk.hear(Line(BEK, "Bek", str(number)))
    assert len(talk.lines) == talk.unread == MOST_LINES
    assert talk.lines[-1].text == str(2 * MOST_LINES - 1)


def test_what_has_come_is_unread_until_our_player_looks_or_says_something() -> None:
    talk = spoken()
    assert talk.unread == 2
    talk.read()
    assert talk.unread == 0
    talk.hear(Line(AINURA, "Ainura", "ha"))
    talk.say("You", "hello")
    assert talk.unread == 0


def test_who_can_be_muted_sits_there_or_has_spoken_and_no_two_are_called_alike() -> None:
    talk = spoken()
    talk.hear(Line(b"another", "bek", "it is me", is_watching=True))
    talk.say("You", "hello")
    assert talk.people(SEATED) == (
        Person(BEK, "Bek", is_watching=False, is_muted=False),
        Person(AINURA, "Ainura", is_watching=False, is_muted=False),
        Person(WEI, "Wei", is_watching=True, is_muted=False),
        Person(b"another", "bek 2", is_watching=True, is_muted=False),
    )


def test_who_is_muted_is_neither_shown_nor_kept_nor_counted_and_stays_so_under_another_name() -> (
    None
):
    talk = spoken()
    person = talk.person_named("wei", SEATED)
    assert person is not None
    talk.mute(person)
    talk.read()
    assert not talk.hear(Line(WEI, "Wei", "spam", is_watching=True))
    assert not talk.hear(Line(WEI, "Wei the Great", "spam"))
    assert talk.unread == 0
    assert [line.text for line in talk.lines] == ["salom", "nice"]
    # Another match, where nobody knows the name any more: it can still be undone.
    muted = talk.person_named("wei", {})
    assert muted is not None
    assert muted.is_muted
    talk.unmute(muted)
    assert talk.hear(Line(WEI, "Wei", "sorry"))


def test_a_name_that_fits_several_or_nobody_is_nobodys() -> None:
    talk = Conversation()
    seated = {BEK: "Bek", AINURA: "Bekzod", WEI: "Wei"}
    assert talk.person_named("be", seated) is None
    assert talk.person_named("", seated) is None
    assert talk.person_named("x", seated) is None
    exact = talk.person_named("bek", seated)
    assert exact is not None
    assert exact.key == BEK
