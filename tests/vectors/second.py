"""A second implementation of SPEC §3, and of its names (§6.1), in plain Python, for checking the vectors and the first.

The one rule: it shares no code with `protocol.crypto`, not even the group, and follows SPEC's words
alone. It verifies only, is slow, and nothing of it is constant-time.
"""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

Fields = Mapping[str, bytes]
Affine = tuple[int, int]

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
ZERO: Affine = (0, 1)


class Refused(Exception):
    """The reason, in SPEC's words."""


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


# --- the group -----------------------------------------------------------------------------------


def add(a: Affine, b: Affine) -> Affine:
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2 % P
    bottoms = pow((1 + k) * (1 - k), -1, P)
    x = (x1 * y2 + x2 * y1) * (1 - k) * bottoms
    y = (y1 * y2 + x1 * x2) * (1 + k) * bottoms
    return x % P, y % P


Extended = tuple[int, int, int, int]


def extended_add(a: Extended, b: Extended) -> Extended:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    m, n = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    k, two_z = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = n - m, two_z - k, two_z + k, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def mul(k: int, point: Affine) -> Affine:
    total: Extended = (0, 1, 1, 0)
    base: Extended = (*point, 1, point[0] * point[1] % P)
    for bit in bin(k)[2:] if k else "":
        total = extended_add(total, total)
        if bit == "1":
            total = extended_add(total, base)
    inverse = pow(total[2], -1, P)
    return total[0] * inverse % P, total[1] * inverse % P


def total(*terms: tuple[int, Affine]) -> Affine:
    result = ZERO
    for k, point in terms:
        result = add(result, mul(k % Q, point))
    return result


def encode(point: Affine) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Affine:
    """Any point of the curve, canonically encoded."""
    sign, y = data[31] >> 7, int.from_bytes(data, "little") % 2**255
    bad = "not_a_point"
    require(y < P, bad)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    require(x * x % P == square, bad)
    require(x != 0 or not sign, bad)
    return (x if x & 1 == sign else P - x), y


def group_point(data: bytes) -> Affine:
    require(len(data) == 32, "point_length")
    point = decode(data)
    require(point != ZERO and mul(Q, point) == ZERO, "not_a_point")
    return point


def scalar(data: bytes) -> int:
    require(len(data) == 32, "scalar_length")
    number = int.from_bytes(data, "little")
    require(number < Q, "scalar_not_reduced")
    return number


def elligator(data: bytes) -> Affine:
    """One map, as SPEC §3.1 gives it."""
    sign, r = data[31] >> 7, int.from_bytes(data, "little") % 2**255
    a = 486662
    u = -a * pow(1 + 2 * r * r, -1, P) % P
    if pow(u * (u * u + a * u + 1), (P - 1) // 2, P) == P - 1:
        u = (-u - a) % P
    y = (u - 1) * pow(u + 1, -1, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    return mul(8, (x if x & 1 == sign else -x % P, y))


@cache
def generator(name: str) -> Affine:
    digest = hashlib.sha512(f"p2pcards/1 generator {name}".encode()).digest()
    return add(elligator(digest[:32]), elligator(digest[32:]))


G = decode(bytes.fromhex("58" + 31 * "66"))
H1, H2 = generator("H1"), generator("H2")


def shown(point: Affine) -> bytes:
    """The encoding of a recomputed commitment, which must not be the identity."""
    require(point != ZERO, "identity_point")
    return encode(point)


# --- the transcript ------------------------------------------------------------------------------


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + data


def u64(number: int) -> bytes:
    return number.to_bytes(8, "little")


CONTEXT = ("table", "game", "pack", "deal", "attempt", "seats", "chain", "seat", "head")


class Transcript:
    def __init__(self, purpose: str, fields: Fields) -> None:
        self.data = b""
        self.put("protocol", b"p2pcards/1")
        self.put("purpose", purpose.encode())
        self.put("context", b"".join(framed(fields[f"context.{name}"]) for name in CONTEXT))

    def put(self, label: str, data: bytes) -> None:
        self.data += framed(label.encode()) + framed(data)

    def draw(self, label: str) -> bytes:
        self.put("draw", label.encode())
        inner = hashlib.sha512(self.data).digest()
        return hashlib.sha512(framed(b"p2pcards/1 draw") + inner).digest()

    def full(self, label: str) -> int:
        return int.from_bytes(self.draw(label), "little") % Q

    def short(self, label: str) -> int:
        return int.from_bytes(self.draw(label)[:16], "little")

    def many(self, label: str, count: int) -> list[int]:
        seed = self.draw(label)
        return [
            int.from_bytes(hashlib.sha512(seed + u64(i)).digest()[:16], "little")
            for i in range(count)
        ]


class Bytes:
    """A proof being read."""

    def __init__(self, data: bytes, size: int) -> None:
        require(len(data) == size, "proof_length")
        self.data = data

    def take(self, size: int) -> bytes:
        taken, self.data = self.data[:size], self.data[size:]
        return taken

    def point(self) -> Affine:
        return group_point(self.take(32))

    def answer(self) -> int:
        number = scalar(self.take(32))
        require(number != 0, "zero_scalar")
        return number

    def answers(self, count: int) -> list[int]:
        return [self.answer() for _ in range(count)]

    def short(self) -> int:
        number = int.from_bytes(self.take(16), "little")
        require(number != 0, "zero_challenge")
        return number


def pieces(data: bytes, size: int = 32) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


# --- what the folders of vectors check -----------------------------------------------------------


def check_group(fields: Fields) -> None:
    for name, value in fields.items():
        kind, *numbers = name.split(".")
        if kind == "point":
            group_point(value)
        elif kind == "scalar":
            scalar(value)
        elif kind == "card":
            assert value == encode(total((int(numbers[0]), H1), (int(numbers[1]), H2)))
        elif kind == "digest":
            used = [fields[f"P.{i}"] for i in range(int(numbers[0]) + 1)]
            known = [fields["G"], fields["H1"], fields["H2"], *used]
            assert value == hashlib.sha512(b"".join(known)).digest()
        elif name == "G":
            assert value == encode(G)
        else:
            assert value == encode(generator(name.replace(".", "")))


def check_transcript(fields: Fields) -> None:
    t = Transcript("example", fields)
    t.put("label", b"some data")
    t.put("number", u64(52))
    t.put("points", encode(G) + encode(H1))
    t.put("scalars", (7).to_bytes(32, "little"))
    assert fields["full"] == t.full("full").to_bytes(32, "little")
    assert fields["short"] == t.short("short").to_bytes(16, "little")
    for i, number in enumerate(t.many("many", 5)):
        assert fields[f"many.{i}"] == number.to_bytes(16, "little")
    assert fields["digest"] == t.draw("digest")[:32]


def listed(fields: Fields, name: str) -> list[bytes]:
    return [value for key, value in fields.items() if key.rpartition(".")[0] == name]


def check_schnorr(fields: Fields) -> None:
    public = group_point(fields["public_key"])
    proof = Bytes(fields["proof"], 64)
    c, s = proof.answers(2)
    commitments = listed(fields, "commitment")
    t = Transcript("key proof", fields)
    t.put("number of commitments", u64(len(commitments)))
    for commitment in commitments:
        t.put("commitment", commitment)
    t.put("public key", encode(public))
    t.put("A", shown(total((s, G), (-c, public))))
    require(t.full("c") == c, "key_proof")


def check_coin(fields: Fields) -> None:
    if "K" in fields:
        t = Transcript("coin commitment", fields)
        t.put("entropy", fields["entropy"])
        t.put("nonce", fields["m"])
        assert fields["K"] == t.draw("commitment")[:32]
        t = Transcript("key commitment", fields)
        t.put("public key", fields["public_key"])
        t.put("coin commitment", fields["K"])
        t.put("nonce", fields["n"])
        assert fields["C"] == t.draw("commitment")[:32]
        return
    data = framed(b"p2pcards/1 coin") + framed(fields["head"])
    for seat, entropy in zip(fields["seats"], listed(fields, "entropy"), strict=True):
        data += bytes([seat]) + framed(entropy)
    coin = hashlib.sha512(data).digest()

    def place(seat: int) -> bytes:
        return hashlib.sha512(framed(b"p2pcards/1 coin order") + coin + bytes([seat])).digest()

    assert fields["order"] == bytes(sorted(fields["ordered"], key=place))


def check_dleq(fields: Fields) -> None:
    public = group_point(fields["public_key"])
    slots, c1s = pieces(fields["slots"], 8), pieces(fields["c1"])
    shares = pieces(fields["shares"])
    require(len(shares) == len(slots), "number_of_shares")
    proof = Bytes(fields["proof"], 64)
    c, s = proof.answers(2)
    t = Transcript("shares proof", fields)
    t.put("public key", encode(public))
    t.put("number of slots", u64(len(slots)))
    for slot, c1, share in zip(slots, c1s, shares, strict=True):
        t.put("slot", slot)
        t.put("c1", c1)
        t.put("D", share)
    w = [1, *t.many("w", len(slots) - 1)]
    t.put("A", shown(total((s, G), (-c, public))))
    folded_c1 = total(*zip(w, map(group_point, c1s), strict=True))
    folded_share = total(*zip(w, map(group_point, shares), strict=True))
    t.put("B", shown(total((s, folded_c1), (-c, folded_share))))
    require(t.full("c") == c, "shares_proof")


def commitment(values: Sequence[int], blinding: int) -> Affine:
    terms = [(value, generator(f"P{i}")) for i, value in enumerate(values, start=1)]
    return total((blinding, generator("P0")), *terms)


def check_shuffle(fields: Fields) -> None:
    """Each equation for itself, so that no weights are needed."""
    joint = group_point(fields["joint_key"])
    old = list(map(group_point, pieces(fields["old"])))
    new = list(map(group_point, pieces(fields["new"])))
    n = len(old) // 2
    for j, (suit, rank) in enumerate(pieces(fields["cards"], 2)):
        assert old[2 * j] == G
        assert old[2 * j + 1] == total((suit, H1), (rank, H2), (1, joint))
    digest = hashlib.sha512(framed(b"p2pcards/1 deck") + fields["new"]).digest()
    assert fields["new_digest"] == digest[:32]

    proof = Bytes(fields["proof"], 7 * 32 + (3 * n + 1) * 32)
    com_p, com_d, e_1, e_2 = (proof.point() for _ in range(4))
    f, z = proof.answers(n), proof.answer()
    com_e, com_1, com_x = (proof.point() for _ in range(3))
    a, b_middle, r, s = proof.answers(n), proof.answers(n - 2), proof.answer(), proof.answer()

    t = Transcript("shuffle proof", fields)
    names = ["H1", "H2", *(f"P{i}" for i in range(n + 1))]
    everything = encode(G) + b"".join(encode(generator(name)) for name in names)
    t.put("generators", hashlib.sha512(everything).digest())
    t.put("N", u64(n))
    t.put("position", fields["position"])
    t.put("joint key", encode(joint))
    t.put("old", fields["old"])
    t.put("new", fields["new"])
    t.put("C", encode(com_p))
    t.put("C_d", encode(com_d))
    t.put("E", encode(e_1) + encode(e_2))
    weights = t.many("t", n)
    t.put("f", b"".join(k.to_bytes(32, "little") for k in f))
    t.put("Z", z.to_bytes(32, "little"))
    lam, y = t.full("lambda"), t.full("y")
    t.put("C_e", encode(com_e))
    t.put("C_1", encode(com_1))
    t.put("C_x", encode(com_x))
    x = t.full("x")

    product = x
    for i, weight in enumerate(weights, start=1):
        product = product * (lam * i + weight - y) % Q
    b = [a[0], *b_middle, product]
    holds = True
    for part, extra, base in ((0, e_1, G), (1, e_2, joint)):
        left = total((1, extra), *zip(f, new[part::2], strict=True))
        right = total((z, base), *zip(weights, old[part::2], strict=True))
        holds &= left == right
    inner = total((lam, com_p), (1, com_d), (1, commitment([f_i - y for f_i in f], 0)))
    holds &= commitment(a, r) == total((x, inner), (1, com_e))
    steps = [x * b[i + 1] - b[i] * a[i + 1] for i in range(n - 1)]
    holds &= commitment(steps, s) == total((x, com_x), (1, com_1))
    require(holds, "shuffle_proof")


def check_suits(fields: Fields) -> None:
    public = group_point(fields["public_key"])
    suits = list(fields["suits"])
    slots, c1s, rests = pieces(fields["slots"], 8), pieces(fields["c1"]), pieces(fields["rest"])
    proof = Bytes(fields["proof"], 80 * len(slots) * len(suits))
    t = Transcript("suits proof", fields)
    t.put("public key", encode(public))
    t.put("number of suits", u64(len(suits)))
    for suit in suits:
        t.put("suit", u64(suit))
    t.put("number of slots", u64(len(slots)))
    for slot, c1, rest in zip(slots, c1s, rests, strict=True):
        t.put("slot", slot)
        t.put("c1", c1)
        t.put("rest", rest)
    sums = []
    for c1, rest in zip(map(group_point, c1s), map(group_point, rests), strict=True):
        sums.append(0)
        for suit in suits:
            c, s, u = proof.short(), proof.answer(), proof.answer()
            shifted = total((1, rest), (-suit, H1))
            t.put("A", shown(total((s, G), (-c, public))))
            t.put("B", shown(total((s, c1), (u, H2), (-c, shifted))))
            sums[-1] += c
    c = t.short("c")
    require(all(found % 2**128 == c for found in sums), "suits_proof")


def check_identity(fields: Fields) -> None:
    public = fields["public_key"]
    if "fingerprint" in fields:
        digest = hashlib.sha512(framed(b"p2pcards/1 fingerprint") + framed(public)).digest()
        assert fields["fingerprint"] == base64.b32encode(digest[:5]).lower()
        return
    signature, message = fields["signature"], fields["message"]
    require(len(signature) == 64, "signature_length")
    try:
        key = group_point(public)
    except Refused:
        raise Refused("identity_key") from None
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    require(s < Q, "signature_not_reduced")
    require(r != encode(ZERO), "signature_of_small_order")
    h = int.from_bytes(hashlib.sha512(r + public + message).digest(), "little") % Q
    require(encode(total((s, G), (-h, key))) == r, "signature")


# --- names ---------------------------------------------------------------------------------------


@cache
def code_points(field: str) -> frozenset[int]:
    """The set that the vector with all characters of names has under this field."""
    text = (Path(__file__).parent / "names" / "characters.txt").read_text(encoding="ascii")
    value = next(line for line in text.splitlines() if line.startswith(f"{field}: "))
    numbers = [int(value[at : at + 6], 16) for at in range(len(field) + 2, len(value), 6)]
    ranges = zip(numbers[::2], numbers[1::2], strict=True)
    return frozenset(code for first, last in ranges for code in range(first, last + 1))


def check_names(fields: Fields) -> None:
    if "characters" in fields:
        assert len(code_points("characters")) == 144_243
        assert len(code_points("marks")) == 1_699
        assert code_points("marks") < code_points("characters")
        return
    name = fields["name"].decode()
    require(0 < len(name) < 33, "name_length")
    require(
        all(ord(character) in code_points("characters") for character in name), "name_character"
    )
    words = name.split(" ")
    require(all(words), "name_blank")
    for word in words:
        marked = "".join("m" if ord(one) in code_points("marks") else "-" for one in word)
        require(not marked.startswith("m") and "mmmmm" not in marked, "name_marks")
    require(unicodedata.normalize("NFC", name) == name, "name_form")


CHECKS = {
    "group": check_group,
    "transcript": check_transcript,
    "schnorr": check_schnorr,
    "coin": check_coin,
    "dleq": check_dleq,
    "shuffle": check_shuffle,
    "suits": check_suits,
    "identity": check_identity,
    "names": check_names,
}
