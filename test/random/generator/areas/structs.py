# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Structs that the loop transfers whole, and whose members it reads, changes, copies and prints one by one: numbers, arrays,
texts, a struct in a struct, a pointer to a text.

The rows are one array, or a container; there is one more row, and a pointer to one of them that never changes. A buffer has room for
all. What is compared are the members: nobody knows what lies between them."""
from ..pieces import piece
from ..tree import Node
from .language import an_int

ROWS = 4
WORDS = ["low", "even", "far out", "x", ""]


class Rows:
    """The objects of one program."""

    def __init__(self, b):
        rng = b.rng
        self.b = b
        b.include("cstdio" if b.cpp else "stdio.h", "cstring" if b.cpp else "string.h")
        bare = b.own("row")
        self.number = rng.choice(["int", "short", "unsigned", "long long", "signed char", "unsigned char"])
        self.real = rng.choice(["double", "float"])
        self.texts = ["label", "in.unit"] + (["of"] if rng.random() < 0.4 else [])
        members = ["%s n;" % self.number, "short w[3];", "char label[12];", "struct {\n    unsigned char k;\n    %s x;\n    char unit[4];\n  } in;" % self.real] + (["const char *of;"] if "of" in self.texts else [])
        rng.shuffle(members)
        b.top("struct %s {\n  %s\n};" % (bare, "\n  ".join(members)))
        self.type = "struct " + bare
        kind = rng.choice(["c", "c", "std::array", "std::vector"]) if b.cpp else "c"
        if kind != "c":
            b.include(kind[5:])
        self.rows = b.state({"c": self.type + " %%s[%d]" % ROWS, "std::array": "std::array<%s, %d> %%s" % (self.type, ROWS),
                             "std::vector": "std::vector<%s> %%s" % self.type}[kind], b.fresh("rows"))
        self.first = self.rows if kind == "c" else self.rows + ".data()"
        self.one = b.state(self.type + " %s", b.fresh("one"))
        self.at = b.state(self.type + " *%s", b.fresh("at"))
        self.memory = b.state("cl_mem %s", b.fresh("memory"))
        i = b.fresh("i")
        b.program.before.append(Node(
            (("{rows}.resize({n});\n" if kind == "std::vector" else "") +
             "memset({first}, 0, {n} * sizeof({one}));\n{{\n  int {i};\n  for ({i} = 0; {i} < {n}; {i}++) {{\n    {rows}[{i}].n = 3 + {i};\n"
            "    {rows}[{i}].w[1] = (short)({i} * 100);\n    sprintf({rows}[{i}].label, \"row %d\", {i});\n    {rows}[{i}].in.k = (unsigned char)(200 + {i});\n"
            "    {rows}[{i}].in.x = {i} * 0.5f;\n    strcpy({rows}[{i}].in.unit, {i} & 1 ? \"mm\" : \"km\");\n    {of}\n  }}\n}}\n"
            "{one} = {rows}[2];\n{at} = &{target};\n{memory} = clCreateBuffer(context, CL_MEM_READ_WRITE, {n} * sizeof({one}), NULL, NULL);\n"
            "clEnqueueWriteBuffer(q, {memory}, CL_TRUE, 0, {n} * sizeof({one}), {first}, 0, NULL, NULL);").format(
                rows=self.rows, first=self.first, one=self.one, at=self.at, memory=self.memory, n=ROWS, i=i,
                of='%s[%s].of = %s > 1 ? "upper" : "lower";' % (self.rows, i, i) if "of" in self.texts else "",
                target=rng.choice([self.one, self.rows + "[1]"])), fixed=True))
        for row in ["%s[%d]" % (self.rows, k) for k in range(ROWS)] + [self.one]:
            b.ending.append(Node('printf(" %d %d %d %s %d %g %s %s", (int){r}.n, {r}.w[0], {r}.w[1], {r}.label, {r}.in.k, (double){r}.in.x, {r}.in.unit, {of});'.format(
                r=row, of=row + ".of" if "of" in self.texts else '""')))
        b.ending.append(Node("clReleaseMemObject(%s);" % self.memory, fixed=True))
        # Mostly one way to name the row behind the pointer: two are the same memory.
        self.usual = [self.one + ".", self.rows + "[%s]."] if rng.random() < 0.5 else [self.at + "->", self.rows + "[%s]."]

    def index(self):
        rng = self.b.rng
        return rng.choice([str(rng.randrange(ROWS)), "%s & %d" % (self.b.it, ROWS - 1), self.b.expr.small(ROWS, 3), str(rng.randrange(ROWS))])

    def row(self):
        """How a row is named, with the dot or arrow."""
        rng = self.b.rng
        text = rng.choice(self.usual) if rng.random() < 0.95 else rng.choice([self.one + ".", self.at + "->", self.rows + "[%s]."])
        return text % self.index() if "%s" in text else text

    def whole(self):
        text = self.row()
        return text[:-1] if text.endswith(".") else "(*%s)" % text[:-2]

    def an_integer(self):
        """The value of a member, as an integer of few bits."""
        text = self.b.rng.choice(["(int)({}n & 0xfff)", "(int)({}w[1] & 0xfff)", "(int)({}in.k & 0xff)", "(int){}label[1]", "(int)((int){}in.x & 0xff)",
                                  "(int)({}w[%s & 1] & 0xff)" % self.b.it])
        return text.format(self.row())


def rows(b):
    return b.shared("rows", lambda: Rows(b)) if b.api.buffer == "cl_mem" else None


@piece("value", 2)
def member(b, e, depth):
    r = b.once.get("rows") if e is b.expr else None
    return r.an_integer() if r else None


@piece("statement", 4)
def whole_written(b):
    """Rows to the device."""
    r = rows(b)
    if not r:
        return None
    k = b.rng.randrange(ROWS)
    return Node(b.call(b.rng.choice([
        "clEnqueueWriteBuffer(q, {m}, CL_TRUE, 0, {n} * sizeof({o}), {f}, 0, NULL, NULL)", "clEnqueueWriteBuffer(q, {m}, CL_TRUE, {k} * sizeof({o}), sizeof({o}), &{r}[{k}], 0, NULL, NULL)",
        "clEnqueueWriteBuffer(q, {m}, CL_TRUE, sizeof({o}), sizeof({o}), &{o}, 0, NULL, NULL)", "clEnqueueWriteBuffer(q, {m}, CL_TRUE, 0, sizeof({o}), {a}, 0, NULL, NULL)"]).format(
            m=r.memory, n=ROWS, o=r.one, f=r.first, r=r.rows, k=k, a=r.at)))


@piece("statement", 2)
def whole_read(b):
    """Rows from the device."""
    r = rows(b)
    if not r:
        return None
    k = b.rng.randrange(ROWS)
    return Node(b.call(b.rng.choice([
        "clEnqueueReadBuffer(q, {m}, CL_TRUE, 0, {n} * sizeof({o}), {f}, 0, NULL, NULL)", "clEnqueueReadBuffer(q, {m}, CL_TRUE, {k} * sizeof({o}), sizeof({o}), &{r}[{k}], 0, NULL, NULL)",
        "clEnqueueReadBuffer(q, {m}, CL_TRUE, {k} * sizeof({o}), sizeof({o}), &{o}, 0, NULL, NULL)"]).format(m=r.memory, n=ROWS, o=r.one, f=r.first, r=r.rows, k=k)))


@piece("statement", 4)
def member_printed(b):
    r = rows(b)
    if not r:
        return None
    what = [b.rng.choice([("%s", b.rng.choice(r.texts)), ("%s", "label"), ("%d", "(int)"), ("%c", "label[0]"), ("%g", "(double)in.x"), ("%s", "label + 1")]) for _ in range(b.rng.randint(1, 3))]
    texts = ["(int)%sn" % r.row() if m == "(int)" else "(double)%sin.x" % r.row() if m == "(double)in.x" else r.row() + m for _, m in what]
    return Node('printf("[%s]", %s);' % (" ".join(f for f, _ in what), ", ".join(texts)))


@piece("statement", 3)
def listed(b):
    """All rows to the device, and a line about some of them."""
    r = rows(b)
    if not r:
        return None
    text = lambda: r.rows + "[%s]." % b.rng.choice([r.index(), "%s %% %d" % (b.it, ROWS)]) + b.rng.choice(r.texts)
    return Node('%s\nprintf("%%s, %%s %%d\\n", %s, %s, %s);' % (b.call(
        "clEnqueueWriteBuffer(q, %s, CL_TRUE, 0, %d * sizeof(%s), %s, 0, NULL, NULL)" % (r.memory, ROWS, r.one, r.first)), text(), text(), an_int(b)))


@piece("statement", 2)
def member_told(b):
    """By a function that is given the row, or its text."""
    r = rows(b)
    if not r:
        return None
    def make(key, parameter, text):
        name = b.own(key)
        b.top("static void %s(%s, int x) {\n  %s\n}" % (name, parameter, text))
        return name
    choice = b.rng.choice(["pointer", "value", "text"] + (["reference"] if b.cpp else []))
    if choice == "text":
        f = b.shared("rows text", lambda: make("say", "const char *what", 'if (x & 1)\n    puts(what);\n  else\n    printf("%s %d\\n", what, x & 0xff);'))
        return Node("%s(%s%s, %s);" % (f, r.row(), b.rng.choice(r.texts), an_int(b)))
    dot, parameter = {"pointer": ("->", "const %s *r"), "value": (".", "%s r"), "reference": (".", "const %s &r")}[choice]
    f = b.shared("rows " + choice, lambda: make("tell", parameter % r.type, 'printf("%s %d %s ", r{0}label, x & 0xff, r{0}in.unit);'.format(dot)))
    whole = r.whole()
    return Node("%s(%s%s, %s);" % (f, "&" if choice == "pointer" else "", whole, an_int(b)))


@piece("statement", 4)
def member_set(b):
    r = rows(b)
    if not r:
        return None
    row = r.row()
    return Node(b.rng.choice(["%sn = (%s)(%%s & 0x3f);" % (row, r.number), "%sw[%s] = (short)%%s;" % (row, b.expr.small(3)), "%sin.k = (unsigned char)%%s;" % row,
                              "%sin.x = (%s)%%s;" % (row, r.real), "%sn = (%s)((%sn & 7) + 1);" % (row, r.number, row), "++%sin.k;" % row,
                              "%sw[1] = (short)((%sw[1] ^ %%s) & 0xff);" % (row, row)]).replace("%s", an_int(b)))


@piece("statement", 2)
def text_set(b):
    r = rows(b)
    if not r:
        return None
    row = r.row()
    return Node(b.rng.choice(['strcpy(%slabel, "%s");' % (row, b.rng.choice(WORDS)), 'sprintf(%slabel, "t%%d", (int)(%s & 0xff));' % (row, an_int(b)),
                              "%slabel[0] = (char)('a' + (%s & 15));" % (row, an_int(b)),
                              "memcpy(%sin.unit, \"cm\", 3);" % row]))


@piece("statement", 3)
def copied(b):
    """From row to row."""
    r = rows(b)
    if not r:
        return None
    a, c = b.rng.sample(range(ROWS), 2)
    t = b.fresh("t")
    return Node(b.rng.choice([
        "{r}[{a}] = {r}[{c}];", "{o} = {r}[{i}];", "{r}[{i}] = {o};", "memcpy(&{r}[{a}], &{r}[{c}], sizeof({o}));", "{r}[{a}].in = {r}[{c}].in;",
        "{{\n  {T} {t} = {r}[{a}];\n  {r}[{a}] = {r}[{c}];\n  {r}[{c}] = {t};\n}}", "memcpy({r}[{a}].label, {r}[{c}].label, sizeof({o}.label));",
        "memset({r}[{a}].w, 0, sizeof({o}.w));"] + (["std::swap({r}[{a}], {r}[{c}]);"] if b.cpp else [])).format(r=r.rows, o=r.one, a=a, c=c, i=r.index(), t=t, T=r.type))


@piece("statement", 1.5)
def looked_through(b):
    """A loop over the rows."""
    r = rows(b)
    ints = b.int_variables()
    if not r or not ints:
        return None
    i, name = b.fresh("i"), b.rng.choice(ints)[0]
    return Node("{\n  int %s;\n  for (%s = 0; %s < %d; %s++)\n    %s\n}" % (i, i, i, ROWS, i, b.rng.choice([
        "{n} = ({n} & 0xff) + (int)({r}[{i}].in.k & 0xff);", "if ({r}[{i}].n > 4)\n      {n} ^= {i} + 1;", "if ({r}[{i}].label[0] == 'r')\n      {n} = {i};"]).format(n=name, r=r.rows, i=i)))


@piece("statement", 1, refused="PST1004")
def pointer_set(b):
    r = rows(b)
    if not r or "of" not in r.texts:
        return None
    return Node('%sof = "%s";' % (r.row(), b.rng.choice(WORDS)))
