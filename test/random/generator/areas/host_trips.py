# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches that the host runs in their trip, as they do what cannot move; the region is left in front of such a trip.

Whether a trip comes to the branch is told by counters that only this area changes, by the trip's number, or by what the trip
before read. In the branch, numbers that the loop reads may change, and arrays that it uploads; no handles.

Kinds of this area alone, which are given a Trips too: "when" gives nodes in front of the branch, its condition, nodes of the
branch, nodes behind it; "stays" the text of a block that only the host can do; "changes" that of a statement which changes
numbers or arrays; "branch" nodes."""
from ..pieces import piece
from ..tree import Node
from ..values import INTEGERS, host_name, is_float
from .core import assign, uses
from .files import far


class Trips:
    """The objects and functions of one program."""

    def __init__(self, b):
        self.b = b
        b.include("cstdio" if b.cpp else "stdio.h", "cstring" if b.cpp else "string.h", "cstdlib" if b.cpp else "stdlib.h")

    # ---- what the host has

    def number(self, stem, init="0", type_="int"):
        """A variable that is shown at the end."""
        def make():
            name = self.b.state(type_ + " %s", "ht_" + stem, init)
            self.b.ending.append(Node('printf(" %%g", (double)%s);' % name))
            return name
        return self.b.shared("ht " + stem, make)

    def function(self, key, head, body):
        def make():
            name = self.b.own("ht_" + key.replace(" ", "_"))
            self.b.top("static " + head % name + " {\n  " + body.replace("\n", "\n  ") + "\n}")
            return name
        return self.b.shared("ht function " + key, make)

    def record(self):
        """A struct of times, and a pointer to it: (name, name of the pointer)."""
        b = self.b
        def make():
            type_ = "struct " + b.own("ht_when")
            b.top(type_ + " {\n  int next, every;\n  struct {\n    int since, left;\n  } in;\n  char label[24];\n};")
            name, pointer = b.state(type_ + " %s", "ht_times"), b.state(type_ + " *%s", "ht_times_at")
            b.program.before.append(Node(
                "{n}.next = {a};\n{n}.every = {e};\n{n}.in.since = 0;\n{n}.in.left = {a};\nstrcpy({n}.label, \"none\");\n{p} = &{n};".format(
                    n=name, p=pointer, a=b.rng.randint(0, 3), e=b.rng.randint(2, 4)), fixed=True))
            b.ending.append(Node('printf(" %d %d %d %d %s", {n}.next, {n}.every, {n}.in.since, {n}.in.left, {n}.label);'.format(n=name)))
            return name, pointer
        return b.shared("ht record", make)

    def member(self):
        """How its members are named: mostly one way, as two are the same memory."""
        name, pointer = self.record()
        usual = self.b.shared("ht member", lambda: self.b.rng.choice([name + ".", pointer + "->"]))
        return usual if self.b.rng.random() < 0.92 else self.b.rng.choice([name + ".", pointer + "->"])

    def uploaded(self):
        """An array that the loop gives a buffer: (name, type, elements)."""
        b = self.b
        type_, count = b.families[0].type, min(b.count, 8)
        def make():
            name = b.state("%s %%s[%d]" % (INTEGERS[type_][0][0], count), "ht_up")
            b.program.before.append(Node("memset(%s, 1, sizeof %s);" % (name, name), fixed=True))
            b.ending.append(Node('printf(" %%d", (int)(%s[%d] & 0xffff));' % (name, count - 1)))
            return name
        return b.shared("ht up", make), type_, count

    def tables(self):
        """Two tables, and a pointer to one of them."""
        b = self.b
        def make():
            low, high = b.own("ht_low_gv"), b.own("ht_high_gv")
            b.top("static int %s[4] = {1, 2, 3, 4}, %s[4] = {9, 8, 7, 6};" % (low, high))
            at = b.state("int *%s", "ht_table")
            b.program.before.append(Node("%s = %s;" % (at, low), fixed=True))
            b.ending.append(Node('printf(" %%d", %s[0]);' % at))
            return low, high, at
        return b.shared("ht tables", make)

    def pointer(self):
        """A pointer to a number of the program, or None."""
        b = self.b
        ints = [v[0] for v in b.variables if v[1] == "int"]
        if not ints:
            return None
        def make():
            at = b.state("int *%s", "ht_at")
            b.program.before.append(Node("%s = &%s;" % (at, b.rng.choice(ints)), fixed=True))
            return at
        return b.shared("ht at", make)

    # ---- when

    def plain(self):
        """A condition that has no effect, by the trip's number and by counters."""
        rng, it = self.b.rng, self.b.it
        k, c = rng.randint(2, 4), rng.randint(0, 5)
        every = lambda: self.number("every", str(rng.randint(2, 4)))
        return rng.choice([
            lambda: "%s %% %d == %d" % (it, k, rng.randrange(k)), lambda: "%s %% %d == %d" % (it, k, rng.randrange(k)), lambda: "!(%s %% %d)" % (it, k),
            lambda: "(%s + 1) %% %d == 0" % (it, k), lambda: "%s %% %s == 0" % (it, every()), lambda: "%s > 1 && %s %% %s == 1" % (every(), it, every()),
            lambda: "%s == %d" % (it, c), lambda: "%s == %d || %s == %d" % (it, c, it, c + 2), lambda: "%s > %d" % (it, c), lambda: "%s <= %d" % (it, c),
            lambda: "%s & %d" % (it, rng.choice([1, 2, 4])), lambda: "(%s & 3) == 3" % it, lambda: "(%s - 5) %% 3 == -1" % it,
            lambda: "%s %% %d != %d" % (it, k, rng.randrange(k)), lambda: "(unsigned)%s * 7u %% 5u == 1u" % it,
            lambda: "%s < %s" % (self.number("saved"), it), lambda: "%s %% (%s + 2) == 0" % (it, self.number("saved")),
            lambda: "%s(%s, %d)" % (self.function("due", "int %s(int i, int every)", rng.choice([
                "return every > 0 && i % every == every - 1;", "if (i < 1)\n  return 0;\nreturn i % every == 0;",
                "return i == every ? 1 : i == 3 * every;"])), it, k)])()

    # ---- what is done

    def small(self):
        """An int of the host's."""
        rng = self.b.rng
        return rng.choice([lambda: self.b.it, lambda: "(int)(%s & 0xffff)" % self.b.expr.integer(1), lambda: self.number("saved")])()

    def raw(self, family):
        """A handle of OpenCL's."""
        handle = self.b.rng.choice(family.handles())
        return "(%s)()" % handle if self.b.api.buffer != "cl_mem" else handle

    def read(self, family, into):
        """All of a buffer, to where a pointer leads."""
        b = self.b
        text = "clEnqueueReadBuffer(q, %s, %s, 0, %d * %s, %s, 0, NULL, NULL);"
        late = b.rng.random() < 0.3
        return text % (self.raw(family), "CL_FALSE" if late else "CL_TRUE", b.count, b.sized(family.type), into) + ("\nclFinish(q);" if late else "")

    def reads(self):
        """Whether a branch reads buffers here: with the wrapper's methods it is refused."""
        return self.b.api.buffer == "cl_mem" or self.b.rng.random() < 0.2

    def family(self):
        """Some buffers, and their type on the host."""
        family = self.b.rng.choice(self.b.families)
        return family, host_name(self.b.rng, family.type)

    def save(self):
        """A function that writes a line: (int, int)."""
        b, rng = self.b, self.b.rng
        form = rng.choice([0, 0, 1, 1, 2, 3, 3])
        lines = "char line[64];\nsnprintf(line, sizeof line, \"%s %%d %%d\\n\", step, x);\nfwrite(line, 1, strlen(line), %s);" % (
            "abcd"[form], "stderr" if form == 3 else "stdout")
        if form == 1:
            lines += "\nfflush(stdout);"
        if form == 2:   # with a state of its own
            lines = "static int calls;\nchar line[64];\nsnprintf(line, sizeof line, \"#%d %d %d\\n\", ++calls, step, x);\nfwrite(line, strlen(line), 1, stdout);"
        if b.files > 1 and rng.random() < 0.6:
            return far(b, "ht far save %d" % form, "void", "%s_ht_far_save%d" % (b.prefix, form), "int step, int x", lines)
        return self.function("save %d" % form, "void %s(int step, int x)", lines)

    def sum(self, of, size):
        return "%s(%s, %s)" % (self.function(
            "sum", "int %s(const void *from, size_t size)",
            "const unsigned char *p = (const unsigned char *)from;\nunsigned sum = 7;\nsize_t k;\n"
            "for (k = 0; k < size; k++)\n  sum = sum * 31u + p[k];\nreturn (int)(sum & 0xffff);"), of, size)

    def file(self):
        """The name of a file that trips write to; it is shown at the end."""
        b = self.b
        def make():
            name = b.prefix + ".trips"
            b.program.before.append(Node('remove("%s");' % name, fixed=True))
            b.ending.append(Node('show_file("%s");' % name, fixed=True))
            return name
        return b.shared("ht file", make)

    def draw(self, kind):
        return self.b.palette.draw(kind, self.b, self)

    def leaves(self):
        b = self.b
        ways = (["break", "break", "continue"] if b.in_loop else []) + ([b.leave] if b.leave and (not b.leave.startswith("goto") or b.rng.random() < 0.2) else [])
        return [Node("if (%s)\n  %s;" % (self.plain(), b.rng.choice(ways)))] if ways and b.rng.random() < 0.12 else []

    def does(self):
        """The nodes of a branch."""
        rng = self.b.rng
        nodes = [Node("{\n  " + self.draw("stays").replace("\n", "\n  ") + "\n}") for _ in range(rng.choice([1, 1, 2]))]
        nodes += [Node(self.draw("changes")) for _ in range(rng.randint(0, 2))]
        rng.shuffle(nodes)
        return nodes + self.leaves()


def trips(b):
    return b.shared("ht", lambda: Trips(b))


def line(text, **names):
    return [Node(text.format(**names))]


# ---- when a trip comes to the branch

@piece("when", 8)
def by_number(b, h):
    return [], h.plain(), [], []


@piece("when", 3)
def counted_up(b, h):
    s, k = h.number("since"), b.rng.randint(2, 4)
    back, up = line("{s} = 0;", s=s), line("{s}++;", s=s)
    return b.rng.choice([([], "++%s == %d" % (s, k), back, []), (up, "%s >= %d" % (s, k), back, []),
                         ([], "%s++ >= %d" % (s, k), line("{s} -= {k};", s=s, k=k), []), ([], "%s >= %d" % (s, k), back, up)])


@piece("when", 3)
def next_one(b, h):
    """The branch says when the next one is."""
    s, e, k = h.number("next", str(b.rng.randint(0, 3))), h.number("every", str(b.rng.randint(2, 4))), b.rng.randint(2, 4)
    return [], "%s %s %s" % (b.it, b.rng.choice(["==", ">="]), s), line(b.rng.choice([
        "{s} += {e};", "{s} = {it} + {k};", "{s} += {k};\n{e} = 5 - {e};"]), s=s, e=e, it=b.it, k=k), []


@piece("when", 2)
def counted_down(b, h):
    s = h.number("left", str(b.rng.randint(0, 3)), b.rng.choice(["int", "long", "short"]))
    again = line("{s} = {k};", s=s, k=b.rng.randint(2, 4))
    return b.rng.choice([([], "%s-- == 0" % s, again, []), (line("--{s};", s=s), "%s < 0" % s, again, []),
                         ([], "!%s" % s, again, line("if ({s} > 0)\n  {s}--;", s=s))])


@piece("when", 3)
def in_struct(b, h):
    """By members, with or without a pointer."""
    one, two = h.member(), h.member()
    k = b.rng.randint(2, 4)
    return b.rng.choice([([], "%s %s %snext" % (b.it, b.rng.choice(["==", ">="]), one), line("{q}next += {q}every;", q=two), []),
                         ([], "%s %% %severy == 0" % (b.it, one), line("{q}every = 5 - {q}every;", q=two) if b.rng.random() < 0.4 else [], []),
                         ([], "++%sin.since == %d" % (one, k), line("{q}in.since = 0;", q=two), []),
                         (line("{q}in.left--;", q=two), "%sin.left < 0" % one, line("{q}in.left = {k};", q=two, k=k), [])])


@piece("when", 1.5)
def pending(b, h):
    """The trip before said so."""
    s = h.number("pending", str(b.rng.randint(0, 1)))
    return [], s, line("{s} = 0;", s=s), line("if ({it} % {k} == 1)\n  {s} = 1;", s=s, it=b.it, k=b.rng.randint(2, 4))


@piece("when", 1)
def time_passed(b, h):
    t, u = h.number("time", "0", "double"), h.number("until", "0.5", "double")
    return line("{t} += 0.25;", t=t), "%s >= %s" % (t, u), line("{u} += {k} * 0.25;", u=u, k=b.rng.randint(2, 4)), []


@piece("when", 1.5)
def small_types(b, h):
    s = h.number("ticks", "0", b.rng.choice(["unsigned char", "unsigned", "unsigned short", "signed char"]))
    return line("{s}++;", s=s), "%s %% %d == 0" % (s, b.rng.randint(2, 4)), [], []


@piece("when", 0.7)
def seen_before(b, h):
    """By what the trip before read."""
    s = h.number("seen")
    return [], "%s & %d" % (s, b.rng.choice([1, 2, 3])), [], [
        Node("clEnqueueReadBuffer(q, %s, CL_TRUE, 0, sizeof(int), &%s, 0, NULL, NULL);" % (h.raw(b.families[0]), s))]


@piece("when", 0.4)
def listed(b, h):
    """A list of trips; elements are not told in front."""
    t, s = b.own("ht_stops"), h.number("stop")
    b.top("static const int %s[4] = {1, 2, 4, 7};" % t)
    return [], "%s == %s[%s]" % (b.it, t, s), line("{s} = ({s} + 1) & 3;", s=s), []


# ---- what only the host can do

@piece("stays", 2)
def own_text(b, h):
    t = b.fresh("line")
    return "char {t}[64];\n{make};\nfwrite({t}, 1, strlen({t}), {to});".format(t=t, to=b.rng.choice(["stdout", "stdout", "stderr"]), make=b.rng.choice([
        'snprintf(%s, sizeof %s, "at %%d: %%d\\n", %s, %s)' % (t, t, b.it, h.small()), 'sprintf(%s, "<%%d %%d>", %s, %s)' % (t, h.small(), b.it)]))


@piece("stays", 1)
def text_by_fputs(b, h):
    t = b.fresh("line")
    return "char %s[64];\nsnprintf(%s, sizeof %s, \"[%%d %%d]\", %s, %s);\nfputs(%s, stdout);\nfflush(stdout);" % (t, t, t, b.it, h.small(), t)


@piece("stays", 3)
def saved_number(b, h):
    return "%s(%s, %s);" % (h.save(), b.it, h.small())


@piece("stays", 2)
def saved_array(b, h):
    """A buffer in an array of the branch."""
    if not h.reads():
        return None
    family, host = h.family()
    c = b.fresh("copy")
    return "%s %s[%d];\n%s\n%s(%s, %s);" % (host, c, b.count, h.read(family, c), h.save(), b.it, h.sum(c, "sizeof " + c))


@piece("stays", 1.5)
def summed_here(b, h):
    if not h.reads():
        return None
    family, host = h.family()
    c, k = b.fresh("copy"), b.fresh("k")
    return "{host} {c}[{n}];\nint {k}, sum = 0;\n{read}\nfor ({k} = 0; {k} < {n}; {k}++)\n  sum = (sum * 5 + ((unsigned char *){c})[{k}]) & 0xfff;\n{save}(sum, {it});".format(
        host=host, c=c, n=b.count, k=k, read=h.read(family, c), save=h.save(), it=b.it)


@piece("stays", 2)
def kept_array(b, h):
    """In an array of the program's."""
    if not h.reads():
        return None
    family, host = h.family()
    type_ = INTEGERS[family.type][0][0] if family.type in INTEGERS else family.type
    c = b.shared("ht copy " + family.type, lambda: b.state("%s %%s[%d]" % (type_, b.count), "ht_copy_" + family.type))
    return "%s\n%s(%s, %s);" % (h.read(family, c), h.save(), b.it, h.sum(c, "%d * sizeof(%s)" % (b.count, host)))


@piece("stays", 1.5)
def heap_array(b, h):
    if not h.reads():
        return None
    family, host = h.family()
    c = b.fresh("copy")
    made = b.rng.choice(["malloc(%d * sizeof(%s))" % (b.count, host), "calloc(%d, sizeof *%s)" % (b.count, c)])
    return "%s *%s = (%s *)%s;\nif (%s) {\n  %s\n  %s(%s, %s);\n  free(%s);\n}" % (
        host, c, host, made, c, h.read(family, c).replace("\n", "\n  "), h.save(), b.it, h.sum(c, "%d * sizeof(%s)" % (b.count, host)), c)


@piece("stays", 1.5)
def digested(b, h):
    if not h.reads():
        return None
    family, host = h.family()
    return "digest(%s, %d * sizeof(%s));" % (h.raw(family), b.count, host)


@piece("stays", 1)
def finished(b, h):
    return "clFinish(q);\n%s(%s, %s);" % (h.save(), b.it, h.small())


@piece("stays", 1.5)
def appended(b, h):
    f = b.fresh("file")
    return 'FILE *%s = fopen("%s", "a");\nif (%s) {\n  fprintf(%s, "%%d %%d;", %s, %s);\n  fclose(%s);\n}' % (f, h.file(), f, f, b.it, h.small(), f)


@piece("stays", 0.7)
def parsed(b, h):
    t, s = b.fresh("line"), h.number("saved")
    return 'char %s[16];\nsnprintf(%s, sizeof %s, "%%d", %s & 63);\n%s = (%s + (int)%s) & 255;\n%s(%s, %s);' % (
        t, t, t, h.small(), s, s, b.rng.choice(["atoi(%s)", "strtol(%s, NULL, 10)", "strtol(%s, NULL, 16)"]) % t, h.save(), b.it, s)


@piece("stays", 2.5, c=0)
def vector(b, h):
    b.include("vector")
    if not h.reads():
        return None
    family, host = h.family()
    c = b.fresh("copy")
    return "std::vector<%s> %s(%d);\n%s\n%s(%s, %s);" % (host, c, b.count, h.read(family, c + ".data()"), h.save(), b.it, h.sum(c + ".data()", "%s.size() * sizeof(%s)" % (c, host)))


@piece("stays", 1.5, c=0)
def file_stream(b, h):
    b.include("fstream")
    f = b.fresh("out")
    return "std::ofstream %s(\"%s\", std::ios::app);\n%s << %s << ' ' << %s << ';';" % (f, h.file(), f, b.it, h.small())


# ---- what it changes

@piece("changes", 4)
def counters(b, h):
    return b.rng.choice(["{s}++;", "{t} = ({t} * 3 + {x}) & 0xfff;", "{s} = ({s} + 1) & 7;", "{t} ^= {it};"]).format(
        s=h.number("saved"), t=h.number("total"), x=h.small(), it=b.it)


@piece("changes", 3)
def numbers(b, h):
    """A number that the loop reads."""
    name, type_ = b.rng.choice(b.variables)
    return "%s = %s;" % (name, b.expr.real()) if is_float(type_) else "%s = (%s)(%s);" % (name, host_name(b.rng, type_), b.expr.integer())


@piece("changes", 1)
def uploads(b, h):
    """An array that the loop gives a buffer, perhaps; where it does, the branch is refused."""
    name, type_, count = h.uploaded()
    return b.rng.choice(["%s[%d] = %s;" % (name, b.rng.randrange(count), h.small()), "memset(%s, %d, sizeof %s);" % (name, b.rng.randint(0, 3), name),
                         "{\n  int k;\n  for (k = 0; k < %d; k++)\n    %s[k] = (%s)(k + %s);\n}" % (count, name, INTEGERS[type_][0][0], h.small()),
                         "clEnqueueReadBuffer(q, %s, CL_TRUE, 0, sizeof %s, %s, 0, NULL, NULL);" % (h.raw(b.families[0]), name, name)])


@piece("changes", 1.5)
def members(b, h):
    r, q = h.record()[0], h.member()
    return b.rng.choice(["%severy = 2 + (%s & 1);" % (q, h.small()), "%snext++;" % q, "memset(&%s.in, 0, sizeof %s.in);" % (r, r), "memset(&%sin, 0, sizeof %s.in);" % (q, r),
                         "snprintf(%slabel, sizeof %s.label, \"t%%d\", %s);" % (q, r, b.it), "strcpy(%slabel, \"some\");" % q])


@piece("changes", 0.5)
def by_pointer(b, h):
    at = h.pointer()
    return "*%s = %s;" % (at, h.small()) if at else None


@piece("changes", 0.5)
def given_address(b, h):
    """By a function that is given where a number is."""
    name, type_ = b.rng.choice(b.variables)
    if type_ != "int":
        return None
    raise_ = h.function("raise", "void %s(int *to, int by)", "*to = (*to & 0xff) + by;")
    return "%s(&%s, %s);" % (raise_, name, h.small())


@piece("changes", 0.5)
def whole_struct(b, h):
    """The times as they were when that was last done."""
    r, p = h.record()
    kept = b.shared("ht kept", lambda: b.state("char %s[64]", "ht_kept"))
    def first():
        b.program.before.append(Node("memcpy(%s, &%s, sizeof %s);" % (kept, r, r), fixed=True))
        return True
    b.shared("ht keeps", first)
    return b.rng.choice(["memcpy(%s, &%s, sizeof %s);" % (kept, r, r), "memcpy(%s, %s, sizeof %s);" % (p, kept, r), "memcpy(&%s, %s, sizeof %s);" % (r, kept, r)])


@piece("changes", 0.7, c=0)
def by_reference(b, h):
    name, type_ = b.rng.choice(b.variables)
    if type_ != "int":
        return None
    x, s = b.fresh("r"), h.small()
    return b.rng.choice(["{{\n  int &{x} = {n};\n  {x} = {s};\n}}", "{{\n  struct {{\n    int &at;\n  }} {x} = {{{n}}};\n  {x}.at = {s};\n}}",
                         "{{\n  std::pair<int &, int> {x}({n}, 3);\n  {x}.first = {s};\n}}"]).format(x=x, n=name, s=s)


@piece("changes", 0.3)
def other_table(b, h):
    """Where a pointer leads; where the loop looks there, the branch is refused."""
    low, high, at = h.tables()
    return "%s = %s == %s ? %s : %s;" % (at, at, low, high, low)


@piece("changes", 0.8)
def read_number(b, h):
    """One byte of a number that the loop reads."""
    ints = [v[0] for v in b.variables if v[1] == "int"]
    return "clEnqueueReadBuffer(q, %s, CL_TRUE, 0, 1, &%s, 0, NULL, NULL);" % (h.raw(b.families[0]), b.rng.choice(ints)) if ints else None


@piece("changes", 0.4)
def trip_number(b, h):
    """A few times, or a loop that counts down has no end."""
    return "if (%s-- > 0)\n  %s += 1;" % (h.number("more", "2"), b.it)


# ---- where it stands

def plain_if(h):
    """(front, condition, behind, nodes)"""
    front, condition, own, behind = h.draw("when")
    return front, condition, behind, own + h.does()


@piece("branch", 6)
def alone(b, h):
    front, condition, behind, nodes = plain_if(h)
    return front + [Node("if (%s) {" % condition, nodes, "}")] + behind


@piece("branch", 1)
def in_else(b, h):
    front, condition, behind, nodes = plain_if(h)
    return front + [Node("if (!(%s)) {" % condition, [assign(b)], "} else {", nodes, "}")] + behind


@piece("branch", 1)
def before_else(b, h):
    front, condition, behind, nodes = plain_if(h)
    return front + [Node("if (%s) {" % condition, nodes, "} else {", [assign(b)], "}")] + behind


@piece("branch", 1.5)
def in_if(b, h):
    front, condition, behind, nodes = plain_if(h)
    return front + [Node("if (%s) {" % h.plain(), [Node("if (%s) {" % condition, nodes, "}")] + ([assign(b)] if b.rng.random() < 0.3 else []), "}")] + behind


@piece("branch", 1)
def both(b, h):
    front, condition, behind, nodes = plain_if(h)
    return front + [Node("if ((%s) %s (%s)) {" % (h.plain(), b.rng.choice(["&&", "&&", "||"]), condition), nodes, "}")] + behind


@piece("branch", 1)
def else_if(b, h):
    front, condition, behind, nodes = plain_if(h)
    return front + [Node("if (%s) {" % h.plain(), [assign(b)], "} else if (%s) {" % condition, nodes, "}")] + behind


@piece("branch", 1)
def decided_before(b, h):
    front, condition, behind, nodes = plain_if(h)
    due = b.fresh("due")
    return front + [Node("{\n  const %s %s = (%s) != 0;" % ("bool" if b.cpp else "int", due, condition), [Node("if (%s) {" % due, nodes, "}")], "}")] + behind


@piece("branch", 2)
def checkpoint_function(b, h):
    """A function that sees the program's variables, and returns early."""
    if not b.helpers_see_state:
        return None
    with b.inside(in_loop=False, leave="", values=b.all_state()):
        front, condition, behind, nodes = plain_if(h)
    call = b.method([Node("if (!(%s))\n  return;" % condition, fixed=True)] + nodes, stem="checkpoint")
    return front + [Node(call + ";")] + behind


@piece("branch", 1.5)
def checkpoint_helper(b, h):
    """The same of one that is given all."""
    k = b.rng.randint(2, 4)
    name = h.function("seldom", "void %s(int i, int every, int x)", b.rng.choice([
        "if (every <= 0 || i %% every != 0)\n  return;\n%s(i, x);", "if (i < every)\n  return;\nif (i %% 2)\n  return;\n%s(i, x);",
        "if (i %% every == 1)\n  %s(i, x);", "if (i %% every)\n  return;\n{\n  int k;\n  for (k = 0; k < 2; k++)\n    %s(i + k, x);\n}"]) % h.save())
    return [Node("%s(%s, %s, %s);" % (name, b.it, b.rng.choice([str(k), h.number("every", str(k))]), h.small()))]


@piece("branch", 0.3)
def in_switch(b, h):
    with b.inside(in_loop=False):
        nodes = h.does()
    return [Node("switch (%s %% 4) {\ncase 1: {" % b.it, nodes, "}\n}")]


@piece("branch", 0.3)
def in_do_once(b, h):
    with b.inside(in_loop=False):
        front, condition, behind, nodes = plain_if(h)
    return front + [Node("do {\n  if (!(%s))\n    break;" % condition, nodes, "} while (0);")] + behind


@piece("statement", 4)
def left_branch(b):
    """One that a trip comes to under a condition that can be told in front of it."""
    return None if b.depth > 1 and b.rng.random() < 0.85 else trips(b).draw("branch")


@piece("statement", 1)
def upload(b):
    """An array that such branches change."""
    if b.rng.random() < 0.6:
        return None
    h = trips(b)
    name = h.uploaded()[0]
    return Node("clEnqueueWriteBuffer(q, %s, CL_TRUE, 0, sizeof %s, %s, 0, NULL, NULL);" % (h.raw(b.families[0]), name, name))


@piece("statement", 0.6)
def looked_up(b):
    """What such branches exchange, or change one of."""
    if b.rng.random() < 0.7:
        return None
    name, type_ = b.rng.choice(b.variables)
    return Node("%s = (%s)%s[%s & 3];" % (name, host_name(b.rng, type_), trips(b).tables()[2], b.it))


@piece("statement", 0.6)
def undecided_branch(b):
    """One that depends on what the trip itself finds: mostly refused."""
    if b.depth > 1 or b.rng.random() < 0.7:
        return None
    h = trips(b)
    return Node("if ((%s) && %s) {" % (b.condition(), h.plain()), h.does(), "}")


# ---- loops with such a branch at the end of each trip

def last(b):
    with b.inside():
        return trips(b).draw("branch")


@piece("loop", 0.75)
def ends_with_branch(b, body, trips_):
    n = trips_ + 2
    head = b.rng.choice(["for ({i} = 0; {i} < {n}; ++{i}) {{", "for ({i} = {n}; {i} > 0; {i}--) {{", "while ({i}++ < {n}) {{"]).format(i=b.it, n=n)
    return [Node(head, body + last(b), "}", fixed=True)]


@piece("loop", 0.35)
def number_in_header(b, body, trips_):
    """A number that is known in front of the first trip only."""
    ints = [v[0] for v in b.int_variables()]
    if not ints:
        return None
    name, k, c = b.rng.choice(ints), b.rng.randint(2, 4), b.rng.randint(2, 9)
    then = Node("if (%s %% %d == %d) {" % (b.it, k, b.rng.randrange(k)), trips(b).does() + [Node("%s = %d;" % (name, b.rng.randint(0, 9)))], "}")
    with b.inside(leave=""):
        end = [then] if b.rng.random() < 0.7 else last(b)
    return [Node("for (%s = 0, %s = %d; %s < %d; %s++) {" % (b.it, name, c, b.it, trips_ + 3, b.it), body + end, "}", fixed=True)]


@piece("loop", 0.5)
def ends_by_continue(b, body, trips_):
    """What comes behind a `continue`."""
    h = trips(b)
    with b.inside(leave=""):
        front, condition, behind, nodes = plain_if(h)
    end = [Node("if (%s) {" % condition, nodes, "}")] + behind if behind else [Node("if (!(%s))\n  continue;" % condition)] + nodes
    return [Node("for ({i} = 0; {i} < {n}; {i}++) {{".format(i=b.it, n=trips_ + 2), body + front + end, "}", fixed=True)]


@piece("loop", 0.35)
def counted_behind(b, body, trips_):
    if uses(body, "continue"):
        return None
    with b.inside(in_loop=False):
        end = trips(b).draw("branch")
    return [Node("while (%s < %d) {" % (b.it, trips_ + 2), body + end + [Node("%s++;" % b.it, fixed=True)], "}", fixed=True)]


@piece("loop", 0.35)
def do_loop(b, body, trips_):
    return [Node("do {", body + last(b), "} while (++%s < %d);" % (b.it, trips_ + 2), fixed=True)]


@piece("loop", 0.25)
def last_is_hosts(b, body, trips_):
    with b.inside(in_loop=False, leave=""):
        nodes = trips(b).does()
    first = Node("if (%s >= %d) {" % (b.it, trips_ + 1), nodes + [Node("break;", fixed=True)], "}", fixed=True)
    return [Node("for (%s = 0;; %s++) {" % (b.it, b.it), [first] + body, "}", fixed=True)]


@piece("loop", 0.35)
def header_hands_on(b, body, trips_):
    """Variables of the header that the branch looks at."""
    h, i, before = trips(b), b.fresh("i"), b.fresh("last")
    inside = "int " if b.cpp or b.standard > 89 else ""
    told = Node("if (%s %% %d == %d)\n  %s(%s, %s);" % (i, b.rng.randint(2, 4), b.rng.randrange(2), h.save(), i, before))
    loop = Node("for ({t}{i} = 0, {p} = -1; {i} < {n}; {p} = {i} * 2, ++{i}) {{".format(t=inside, i=i, p=before, n=trips_ + 2),
                [Node("%s = %s;" % (b.it, i), fixed=True)] + body + [told] + (last(b) if b.rng.random() < 0.4 else []), "}", fixed=True)
    return [loop] if inside else [Node("{\n  int %s, %s;" % (i, before), [loop], "}", fixed=True)]
