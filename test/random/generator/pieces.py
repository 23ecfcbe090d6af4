# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of pieces that programs are made of.

A piece is a function that adds something to a program: a statement of the loop, a value, a way to launch, a
kernel. `areas/` holds them by subject. What a piece makes is well defined by construction: loops have a bound,
arithmetic stays in range, items write cells of their own.

    @piece("statement", weight=2, c=99, cpp=11, refused="PST1001")
    def name(b): ...

`c` and `cpp` are the first standards that know what it uses (0: not in that language). `refused` names the code
with which the tool refuses it by design: such pieces come rarely.

kinds, and what the functions get and give:

    statement   (b) -> nodes of a block in the loop, or None if it does not fit here
    value       (b, expr, depth) -> an expression of some integer type
    variable    (b, name, type, init) -> how the program names this variable
    family      (b, family) -> sets up how the program holds buffers and swaps them
    handle      (b, kernel name) -> how the program names this kernel object
    check       (b, call) -> a statement: the call and what becomes of its status
    launch      (b, launch) -> a statement that launches
    group       (b, nodes) -> the same nodes, wrapped
    place       (b) -> a function from the nodes of the loop to nodes that run it
    loop        (b, body, trips) -> the loop
    before      (b) -> nodes that run before the loop
    after       (b) -> nodes that run after it
    kernel      (k, name) -> a Kernel
    kvalue      (k, expr, depth) -> a value in a kernel
    kstatement  (k, expr, variable, type) -> nodes that change a private variable

An area may have kinds of its own, as host_trips has.
"""

CORE = "core"
RARE = 0.12     # of its weight, for a piece that is refused by design
CHOSEN = {"statement": 7, "value": 1}    # weight of a piece that a program has chosen, beside those of the core
ONLY = 16       # times its weight, for any other piece of an area that --only names, if it is not refused by design


class Piece:
    def __init__(self, function, kind, area, weight, c, cpp, refused):
        self.make = function
        self.kind = kind
        self.area = area
        self.name = "%s.%s" % (area, function.__name__)
        self.weight = weight * (RARE if refused else 1)
        self.c = c
        self.cpp = cpp
        self.refused = refused

    def suits(self, cpp, standard):
        first = self.cpp if cpp else self.c
        return bool(first) and (standard if standard != 89 else 0) >= (first if first != 89 else 0)


TABLE = []


def piece(kind, weight=1.0, c=89, cpp=11, refused="", area=None):
    def enter(function):
        TABLE.append(Piece(function, kind, area or function.__module__.rsplit(".", 1)[1], weight, c, cpp, refused))
        return function
    return enter


def areas():
    return sorted({p.area for p in TABLE} - {CORE})


class Palette:
    """The pieces that one program draws from: all that suit its language, or some of a kind.

    A program that uses few kinds of statements, each more often, meets more than one that uses all."""

    def __init__(self, rng, cpp, standard, only=(), without=()):
        self.rng = rng
        self.used = set()
        self.times = ONLY if only else 1
        self.pieces = [p for p in TABLE if p.suits(cpp, standard) and
                       (p.area == CORE or ((not only or p.area in only) and p.area not in without))]
        self.chosen = {}

    def some(self, kind, number):
        """Keeps so many pieces of a kind, and those of the core."""
        rest = [p for p in self.pieces if p.kind == kind and p.area != CORE]
        kept = [p for p in self.pieces if p.kind == kind and p.area == CORE]
        for _ in range(min(number, len(rest))):
            found = self.rng.choices(rest, [p.weight for p in rest])[0]
            rest.remove(found)
            kept.append(found)
        self.chosen[kind] = kept

    def of(self, kind):
        if kind not in self.chosen:
            self.chosen[kind] = [p for p in self.pieces if p.kind == kind]
        return self.chosen[kind]

    def draw(self, kind, *arguments):
        """What a piece of this kind makes; None if no piece fits."""
        pieces = list(self.of(kind))
        chosen = CHOSEN.get(kind)
        while pieces:
            weights = [p.weight if p.area == CORE else chosen or p.weight * (1 if p.refused else self.times) for p in pieces]
            found = self.rng.choices(pieces, weights)[0]
            made = found.make(*arguments)
            if made is not None or kind == "family":
                self.used.add(found.name)
                return made
            pieces.remove(found)
        return None
