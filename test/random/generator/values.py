# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types and expressions that have one value only, on host and device.

Integers stay in small ranges before signed arithmetic. Floats are multiplied by
powers of two alone, so that a fused multiply-add gives what two operations give.
"""

# name in OpenCL C, names in C, bits, signed
INTEGERS = {
    "int": (["int", "cl_int"], 32, True),
    "uint": (["unsigned", "cl_uint", "unsigned int"], 32, False),
    "char": (["signed char", "cl_char"], 8, True),
    "uchar": (["unsigned char", "cl_uchar"], 8, False),
    "short": (["short", "cl_short"], 16, True),
    "ushort": (["unsigned short", "cl_ushort"], 16, False),
    "long": (["long", "cl_long"], 64, True),
    "ulong": (["unsigned long", "cl_ulong"], 64, False),
}
FLOATS = {"float": ["float", "cl_float"], "double": ["double", "cl_double"]}


def is_float(type_):
    return type_ in FLOATS


def host_name(rng, type_):
    return rng.choice(FLOATS[type_] if is_float(type_) else INTEGERS[type_][0])


class Expressions:
    """Random expressions over named values: (text, type).

    Pieces of `kind` come in where `maker` has a palette of them."""

    def __init__(self, rng, values, maker=None, kind="value", device=False):
        self.rng = rng
        self.values = list(values)
        self.maker = maker
        self.kind = kind
        self.device = device
        self.calls = []   # functions (int, int) -> int

    def literal(self):
        return str(self.rng.choice([0, 1, 2, 3, 5, 7, 13, 100, 255, 1000, -1, -7]))

    def named(self, real):
        return [v for v in self.values if is_float(v[1]) == real]

    def integer(self, depth=0):
        """An expression of some integer type."""
        rng = self.rng
        roll = rng.random()
        if depth > 2 or roll < 0.3:
            ints = self.named(False)
            return rng.choice(ints)[0] if ints and rng.random() < 0.8 else self.literal()
        if self.maker and roll < 0.5:
            made = self.maker.palette.draw(self.kind, self.maker, self, depth + 1)
            if made:
                return made
        a, b = self.integer(depth + 1), self.integer(depth + 1)
        op = rng.choice(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "?", "<", "==", "!=",
                         "&&", "||", "~", "!", "neg", "cast", "call", "float"])
        if op in "+-*":
            return "((%s & 0x7ff) %s (%s & 0x7ff))" % (a, op, b)
        if op in "/%":
            return "((%s & 0xffff) %s ((%s & 0xff) | 1))" % (a, op, b)
        if op in ("<<", ">>"):
            return "((%s & 0xffff) %s (%s & 7))" % (a, op, b)
        if op == "?":
            return "(%s ? %s : %s)" % (a, b, self.integer(depth + 1))
        if op == "~":
            return "(~%s)" % a
        if op == "!":
            return "(!%s)" % a
        if op == "neg":
            return "(-(%s & 0xfff))" % a
        if op == "cast":
            type_ = rng.choice(sorted(INTEGERS))
            return "((%s)(%s))" % (type_ if self.device else INTEGERS[type_][0][0], a)
        if op == "call":
            return "%s((int)(%s & 0xffff), (int)(%s & 0xffff))" % (rng.choice(self.calls), a, b) \
                if self.calls else a
        if op == "float":
            return "(%s > %s)" % (self.real(depth + 1), self.real(depth + 1)) if self.named(True) else b
        return "(%s %s %s)" % (a, op, b)

    def small(self, limit, depth=1):
        """An expression of type int from 0 to limit - 1."""
        return "(int)((%s & 0xffff) %% %d)" % (self.integer(depth), limit)

    def word(self, depth=1):
        """An expression of type int from 0 to 65535."""
        return "(int)(%s & 0xffff)" % self.integer(depth)

    def real(self, depth=0):
        rng = self.rng
        floats = self.named(True)
        x = rng.choice(floats)[0] if floats else "1.5f"
        return rng.choice([
            "(%s * 0.5f + (float)(%s & 0xff))" % (x, self.integer(depth + 1)),
            "(%s - (float)(%s & 0xf))" % (x, self.integer(depth + 1)),
            "(%s * 0.25f + 1.0f)" % x,
            "(float)(%s & 0xffff)" % self.integer(depth + 1), x])

    def of(self, type_):
        """An expression that converts to a type without leaving it in an undefined way."""
        return self.real() if is_float(type_) else self.integer()
