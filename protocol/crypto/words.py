"""The 256 words that people compare by voice: one word a byte.

The one rule: the list never changes within a protocol version, since both ends must say the same
word for the same byte. Words have 4 to 6 letters and differ from each other in their first four
letters and in more than one letter.
"""

from __future__ import annotations

from typing import Final

_TEXT: Final = """
    acorn actor album amber anchor angel ankle apple
    apron arrow atlas attic autumn bacon badge bagel
    bakery bamboo banjo barrel basket beard beaver bench
    berry bishop bottle boxer bread brick bridge bronze
    broom bucket bullet butter cabin cactus camel candle
    canoe canyon carpet carrot castle cedar cello cheese
    cherry chess circus cliff clock clover cobra coffee
    comet copper coral cotton cousin cowboy crab cradle
    crane cube dagger daisy dancer desert dinner doctor
    donkey dragon dream drum duck eagle earth echo
    elbow eleven engine fabric falcon farmer fern fiddle
    fire flute forest fossil frog galaxy garden garlic
    ghost giant ginger glove goat gold goose grape
    gravel guitar hammer harbor hawk hazel helmet hippo
    hockey honey horse hotel igloo island ivory jacket
    jaguar jelly jester jewel jigsaw jungle kayak kettle
    kidney king kitten kiwi knife koala ladder lagoon
    lamp laser lawyer lemon lily lion llama lotus
    lunch magnet mango mantis maple marble meadow melon
    mirror monday mosaic muffin museum napkin needle nephew
    nickel ninja noodle nugget nurse oasis ocean olive
    onion opera orange orchid otter oxygen oyster paddle
    panda peach pebble pencil pepper piano picnic pigeon
    pillow pilot pirate planet plum potato prince purple
    puzzle quartz queen quilt rabbit radar raven rhino
    ribbon river robot rocket ruby sailor salad salmon
    school shark shovel silver skull smoke sphinx spider
    spoon stairs sugar sunset swan syrup table temple
    tennis thumb tiger timber tomato torch tower trophy
    tulip tunnel turban turtle umpire valley velcro velvet
    violin waffle walnut walrus weasel whale window winter
    wizard wolf yacht yellow yogurt zebra zigzag zipper
"""

WORDS: Final = tuple(_TEXT.split())


def words_for(data: bytes) -> tuple[str, ...]:
    """One word for each byte."""
    return tuple(WORDS[byte] for byte in data)
