# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the host performs behind a persistent loop: what is made of clocks, and who reads, changes or prints that.

Clocks are only compared, so that every value is the same in each run. Objects at file scope belong to the host; a
function of the program's reads or changes some of them, by name, pointer or reference, and some read what the loop has.
Where C and C++ leave the order open, a statement has one side effect that nothing else in it sees."""
from ..pieces import piece
from ..tree import Node
from ..values import is_float
from .wrap import apart, marked


class Later:
    """The objects and functions of one program."""

    def __init__(self, b):
        self.b, rng = b, b.rng
        b.include("ctime" if b.cpp else "time.h", "cstdio" if b.cpp else "stdio.h")
        self.ticked = self.function("int %s(void)", rng.choice(["return clock() != (clock_t)-1;", "return time(NULL) > 0;",
                                                               "clock_t at = clock();\n  return at != (clock_t)-1;"]))
        self.bound = self.function("double %s(double x)", "return x > 999 || x < -999 ? 1 : x;")
        self.numbers = [self.object("double %s", "0") for _ in range(3)]
        self.counters = [self.object("int %s", "0") for _ in range(2)]
        self.list = self.object("double %s[4]")
        self.record_type = b.own("host_gv")
        b.top("struct %s {\n  int n;\n  double of[2];\n  char tag[8];\n};" % self.record_type)
        self.record_type = "struct " + self.record_type
        self.record = self.object(self.record_type + " %s", "{0, {0, 0}, \"abc\"}")
        for text in self.numbers + ["%s[%d]" % (self.list, i) for i in range(4)] + ["%s.of[%d]" % (self.record, i) for i in range(2)]:
            self.shown("%g", text)
        for text in self.counters + [self.record + ".n"]:
            self.shown("%d", text)
        self.shown("%s", self.record + ".tag")

    def object(self, declaration, init=""):
        name = self.b.own("host_gv")
        self.b.top(("" if declaration.startswith("static ") else "static ") + declaration % name + (" = %s;" % init if init else ";"))
        return name

    def function(self, head, body):
        name = self.b.own("gf")
        self.b.top("static " + head % name + " {\n  " + body + "\n}")
        return name

    def once(self, key, head, body):
        return self.b.shared("later " + key, lambda: self.function(head, body))

    def shown(self, format_, text):
        self.b.ending.append(Node('printf(" %s", %s);' % (format_, text)))

    # ---- expressions without side effects

    def small(self, depth=0):
        """An int from 0 to 15."""
        rng = self.b.rng
        return rng.choice([
            lambda: "(int)(%s & 15)" % self.b.expr.integer(1), lambda: self.ticked + "()", lambda: str(rng.randint(0, 9)),
            lambda: "(%s & 15)" % rng.choice(self.counters), lambda: "(%s.n & 7)" % self.record,
            lambda: "((int)%s & 7)" % self.real(depth + 1) if depth < 2 else "3",
            lambda: "(%s > %s)" % (self.real(depth + 1), self.real(depth + 1)) if depth < 2 else "1",
            lambda: "%s(%s)" % (self.once("twice", "int %s(int x)", "return (x * 2 + %s()) & 15;" % self.ticked), self.small(depth + 1))
            if depth < 2 else "2"])()

    def real(self, depth=0):
        rng = self.b.rng
        more = depth < 2
        return rng.choice([
            lambda: rng.choice(self.numbers), lambda: rng.choice(self.numbers), lambda: "%s[%d]" % (self.list, rng.randrange(4)),
            lambda: "%s[%s & 3]" % (self.list, self.small(depth + 1)) if more else self.list + "[0]",
            lambda: "%s.of[%d]" % (self.record, rng.randrange(2)), lambda: "(%s * 0.5)" % self.small(depth + 1) if more else "0.5",
            lambda: "(%s + %s)" % (self.real(depth + 1), self.small(depth + 1)) if more else "1.0",
            lambda: "(%s ? %s : %s)" % (self.small(depth + 1), self.real(depth + 1), self.real(depth + 1)) if more else "2.0",
            lambda: "(double)%s" % self.small(depth + 1), lambda: self.peek(depth)])()

    def peek(self, depth):
        """A call that reads."""
        rng = self.b.rng
        number = rng.choice(self.numbers)
        return rng.choice([
            lambda: "%s()" % self.once("peek " + number, "double %s(void)", "return %s + %s();" % (number, self.ticked)),
            lambda: "%s(%s, 4)" % (self.once("total", "double %s(const double *x, int n)", "double sum = 0;\n  int i;\n  for (i = 0; i < n; i++)\n"
                                             "    sum += x[i] * %s();\n  return sum;" % self.ticked), self.list),
            lambda: "%s(&%s)" % (self.once("of record", "double %%s(const %s *r)" % self.record_type, "return r->of[r->n & 1] + %s();" % self.ticked),
                                 self.record),
            lambda: "%s(%s)" % (self.once("by value", "double %%s(%s r)" % self.record_type, "return r.of[0] * %s() + r.tag[0];" % self.ticked),
                                self.record),
            lambda: "%s(%s)" % (self.bound, self.real(depth + 1)) if depth < 2 else "0.25"])()

    def target(self):
        rng = self.b.rng
        return rng.choice(self.numbers + ["%s[%d]" % (self.list, rng.randrange(4)), "%s[%s & 3]" % (self.list, rng.choice(self.counters)),
                                          "%s.of[%d]" % (self.record, rng.randrange(2))])

    def noting(self):
        """A function with a result that changes an object: (name, object)."""
        number = self.b.rng.choice(self.numbers)
        return self.once("note " + number, "double %s(double x)", "%s = %s(%s + x * %s());\n  return x + 1;" % (
            number, self.bound, number, self.ticked)), number


def later(b):
    return b.shared("later", lambda: Later(b))


@piece("statement", 5)
def kept(b):
    """A number that only the host has."""
    h = later(b)
    return Node(b.rng.choice(["{t} = {bound}({x});", "{t} = {bound}({u} + {x} * {tick}());", "{t} += {tick}();\n{t} = {bound}({t});", "{c} += {s};\n{c} &= 63;",
                              "++{c};", "{c}++;\n{c} &= 31;", "{t} -= {s} * 0.25;\n{t} = {bound}({t});", "{n} = {u} = {bound}({x});",
                              "{r}.n = {s};", "{r}.tag[{s} & 1] = (char)('a' + {s});", "{t} = {s} > 3 ? {u} : {bound}({x});"]).format(
        t=h.target(), u=b.rng.choice(h.numbers), n=h.list + "[2]", x=h.real(), s=h.small(), c=b.rng.choice(h.counters), r=h.record,
        bound=h.bound, tick=h.ticked))


@piece("statement", 4)
def noted(b):
    """Functions that change something: what they are given, or an object by its name."""
    h = later(b)
    note, number = h.noting()
    others = [n for n in h.numbers if n != number]
    into = h.once("into", "void %s(double *to, double x)", "*to = %s(*to + x * %s());" % (h.bound, h.ticked))
    fill = h.once("fill", "void %s(double *to, int n, int x)", "int i;\n  for (i = 0; i < n; i++)\n    to[i] = x + i * %s();" % h.ticked)
    add = h.once("add", "void %%s(%s *r, double x)" % h.record_type, "r->of[r->n & 1] = %s(r->of[0] + x);\n  r->n += %s();" % (h.bound, h.ticked))
    trade = h.once("trade", "void %s(double *x, double *y)", "double t = *x * %s();\n  *x = *y;\n  *y = t;" % h.ticked)
    count = h.once("count", "int %s(void)", "static int calls;\n  calls += %s();\n  return calls & 15;" % h.ticked)
    return Node(b.rng.choice(["{o} = {note}({x});", "{note}({x});", "{into}(&{n}, {x});", "{into}(&{o}, {n});", "{into}({l} + 1, {s});", "{fill}({l}, 3, {s});",
                              "{add}(&{r}, {x});", "{trade}(&{n}, &{o});", "{c} = {count}();", "{into}(&{l}[3], {note}({s}));",
                              "{into}(&{r}.of[1], {x});", "{o} = {bound}({note}({x}) + 5);"]).format(
        o=b.rng.choice(others), n=number, note=note, into=into, fill=fill, add=add, trade=trade, count=count, x=h.real(), s=h.small(), l=h.list,
        r=h.record, c=b.rng.choice(h.counters), bound=h.bound))


@piece("statement", 3)
def looked_at(b):
    """What the loop has, by pointers that functions performed later follow."""
    h = later(b)
    ints = [v for v in b.all_state() if v[1] == "int"]
    if not ints:
        return None
    name, _ = b.rng.choice(ints)
    at = b.shared("later at " + name, lambda: h.object("%sint *%%s" % b.rng.choice(["", "const "])))
    b.shared("later set " + name, lambda: b.program.before.append(Node("%s = &%s;" % (at, name), fixed=True)) or True)
    at_it = h.once("through " + name, "int %s(void)", "return *%s * %s();" % (at, h.ticked))
    given = h.once("given", "int %s(const int *x)", "return (*x & 0xff) + %s();" % h.ticked)
    return Node(b.rng.choice(["{t} = {bound}({at}() & 0xff);", "{t} = {given}(&{name});", "{t} = {given}({p});", 'printf("%d ", {at}() & 0xff);',
                              "{t} = *{p} * {tick}() & 0xff;"]).format(
        t=b.rng.choice(h.numbers), bound=h.bound, at=at_it, given=given, name=name, p=at, tick=h.ticked))


@piece("statement", 3)
def said(b):
    h = later(b)
    tell = h.once("tell", "void %s(const char *what, double x)", 'printf(" %%s%%g", what, x * %s());' % h.ticked)
    show = h.once("show", "void %%s(const %s *r)" % h.record_type, 'printf(" %%d %%g %%s", r->n * %s(), r->of[0], r->tag);' % h.ticked)
    return Node(b.rng.choice(['printf("%g %d\\n", {x}, {s});', 'printf(" %s", {r}.tag);', '{tell}("t", {x});', "{show}(&{r});", "{tell}({r}.tag, {x});",
                              'printf(" %g", {note}({x}));', 'if ({s} > 3)\n  {tell}("big", {x});', 'printf("%d%c", {s}, {s} ? \'y\' : \'n\');']).format(
        x=h.real(), s=h.small(), r=h.record, tell=tell, show=show, note=h.noting()[0]))


@piece("statement", 3)
def depends(b):
    """Branches that only the host can take."""
    h = later(b)
    f = dict(t=h.target(), u=b.rng.choice(h.numbers), x=h.real(), y=h.real(), s=h.small(), c=b.rng.choice(h.counters), bound=h.bound)
    return Node(b.rng.choice(["if ({u} > {s})\n  {u} = {bound}({x});", "if ({u} > {s}) {{\n  {c} = 1;\n  {u} = 0;\n}} else\n  {t} = {bound}({x});",
                              "if ({c} & 1)\n  {c} += 3;\nelse if ({c} > 20)\n  {c} = 0;", "{t} = {u} > 4 ? {bound}({x}) : {bound}({y});"]).format(**f))


@piece("statement", 3)
def of_the_trip(b):
    """Objects of the trip's own."""
    h = later(b)
    t, p = b.fresh("t"), b.fresh("p")
    return Node(b.rng.choice([
        "{{\n  double {v} = {x};\n  {n} = {bound}({v} + {s});\n  {m} = {bound}({v});\n}}", "{{\n  {rec} {v} = {{0}};\n  {v}.n = {s};\n  {v}.of[0] = {x};\n  {m} = {bound}({v}.of[0] + {v}.n);\n}}",
        "{{\n  double {v}[3];\n  {v}[0] = {x};\n  {v}[1] = {n};\n  {v}[2] = {v}[0] + {tick}();\n  {m} = {bound}({v}[2] + {v}[1]);\n}}",
        "{{\n  {rec} {v} = {r};\n  {n} = {bound}({n} + {tick}());\n  {r}.n = {v}.n + 1 & 7;\n}}",
        "{{\n  double *{p} = &{n};\n  *{p} = {bound}(*{p} + {s} * {tick}());\n}}",
        "{{\n  const double *{p} = &{l}[{k}];\n  {m} = {bound}(*{p} + {tick}());\n}}",
        "{{\n  char {v}[24];\n  sprintf({v}, \"%d:%d\", {s}, {c});\n  fputs({v}, stdout);\n}}"]).format(
            v=t, p=p, x=h.real(), n=h.numbers[0], m=h.numbers[1], s=h.small(), bound=h.bound, rec=h.record_type, r=h.record, tick=h.ticked, l=h.list,
            k=b.rng.randrange(4), c=b.rng.choice(h.counters)))


@piece("statement", 2)
def copied(b):
    """Whole objects, and a pointer that goes from one to another."""
    h = later(b)
    b.include("cstring" if b.cpp else "string.h")
    def make():
        record, numbers = h.object(h.record_type + " %s", "{0, {0, 0}, \"xyz\"}"), h.object("double %s[4]")
        cur = h.object("double *%s")
        b.program.before.append(Node("%s = &%s;" % (cur, h.numbers[0]), fixed=True))
        h.shown("%s", record + ".tag")
        h.shown("%g", record + ".of[1]")
        h.shown("%g", numbers + "[2]")
        return record, numbers, cur
    r, l, cur = b.shared("later copies", make)
    return Node(b.rng.choice(["{q} = {r};", "{r} = {q};\n{r}.n += {tick}();", "memcpy({k}, {l}, sizeof {k});\n{k}[2] += {tick}();", "memset(&{q}, 0, sizeof {q});\n{q}.n = {tick}();",
                              "{cur} = {cur} == &{n} ? &{m} : &{n};", "*{cur} = {bound}(*{cur} + {s} * {tick}());", "{cur} = &{n};\n*{cur} = {bound}({x} * {tick}());",
                              "strcpy({q}.tag, {s} > 3 ? \"big\" : \"few\");", "{q}.of[1] = {bound}({r}.of[0] + {x});"]).format(
        q=r, r=h.record, k=l, l=h.list, cur=cur, n=h.numbers[0], m=h.numbers[1], s=h.small(), x=h.real(), bound=h.bound, tick=h.ticked))


@piece("statement", 2)
def inner(b):
    """Loops and choices around what the host performs."""
    h = later(b)
    i = b.fresh("i")
    return Node(b.rng.choice([
        "{{\n  int {i};\n  for ({i} = 0; {i} < 3; {i}++)\n    {n} = {bound}({n} + {i} * {tick}());\n}}", "{{\n  int {i};\n  for ({i} = 0; {i} < {v}; {i}++)\n    {l}[{i} & 3] += {tick}();\n}}",
        "switch ({v} & 3) {{\ncase 0:\n  {n} = {bound}({x});\n  break;\ncase 1:\n  {c}++;\n  /* on */\ndefault:\n  {t} = {bound}({t} + {tick}());\n}}",
        "switch ({c} & 1) {{\ncase 0:\n  {n} = {bound}({x});\n  break;\ndefault:\n  {n} = 2;\n}}",
        "{{\n  int {i} = {v} & 3;\n  while ({i}-- > 0)\n    {c} = ({c} + {tick}()) & 31;\n}}",
        "if ({v} > 4) {{\n  {t} = {bound}({x});\n  {c} = {s};\n}} else {{\n  {n} = {bound}({n} + {tick}());\n}}"]).format(
            i=i, n=h.numbers[0], bound=h.bound, tick=h.ticked, v=b.expr.small(7), l=h.list, t=h.numbers[2], x=h.real(), c=b.rng.choice(h.counters), s=h.small()))


@piece("statement", 1.5)
def labelled(b):
    """Texts that the loop changes, behind constants."""
    h = later(b)
    def make():
        text = h.object("char %s[8]", "\"abc\"")
        table = h.object("const char *const %s[2]", "{\"fixed\", %s}" % text)
        label = h.object("const char *const %s", text)
        h.shown("%s", text)
        return text, table, label
    text, table, label = b.shared("later labels", make)
    tell = h.once("tell", "void %s(const char *what, double x)", 'printf(" %%s%%g", what, x * %s());' % h.ticked)
    own = h.once("tell label", "void %s(double x)", 'printf(" %%s%%g", %s, x * %s());' % (label, h.ticked))
    return Node(b.rng.choice(["{text}[{s} & 1] = (char)('a' + ({v}));", "{text}[1] = (char)('a' + {s});", "{tell}({table}[{v} & 1], {x});", "{tell}({label}, {x});", "{own}({x});",
                              "{tell}({text} + 1, {x});", 'printf(" %s", {table}[0]);']).format(
        text=text, s=h.small(), v=b.expr.small(9), tell=tell, table=table, label=label, own=own, x=h.real()))


def timed(b, h, number):
    """A function that launches, changes an object of the host's, and has a result: the node to mark, and the call."""
    nodes = apart(b)
    if not any(b.launches(n) for n in nodes):
        return None, None
    end = Node("%s = %s(%s + %s());\nreturn %s;" % (number, h.bound, number, h.ticked, b.rng.choice(["2", number, "%s & 7" % b.it])), fixed=True)
    return nodes, b.method(nodes + [end], result="double", stem="timed")


@piece("statement", 2)
def timed_step(b):
    if not b.helpers_see_state or b.depth > 1:
        return None
    h = later(b)
    number = h.numbers[0]
    nodes, call = timed(b, h, number)
    if not nodes:
        return None
    forms = ["{o} = {call};", 'printf(" %g", {call});', "{{\n  const double t = {call};\n  {o} = {bound}({n} + t);\n}}"]
    if b.cpp:  # in order
        forms += ["{{\n  const double p[3] = {{{n}, {call}, {n}}};\n  {o} = {bound}(p[0] * 2 + p[2]);\n}}"]
    if b.cpp and b.standard >= 17:
        b.include("iostream")
        forms += ["{l}[(int){call} & 3] = {n};", "{o} += {call};\n{o} = {bound}({o});", "std::cout << {n} << ' ' << {call} << ' ' << {n} << '\\n';"]
    return marked(b, Node(b.rng.choice(forms).format(o=h.numbers[1], call=call, n=number, bound=h.bound, l=h.list)), nodes)


# ---- C++

def watch(b, h):
    """A class that measures, one that hides its methods, and an object of each."""
    def make():
        base, derived = b.own("host_gv"), b.own("host_gv")
        b.top("struct {0} {{\n  int n = 0;\n  double sum = 0;\n  void lap(double x) {{\n    sum = {bound}(sum + x);\n    n += {tick}();\n  }}\n"
              "  {0} &add(double x) {{\n    lap(x);\n    return *this;\n  }}\n  double mean() const {{ return n ? sum * 0.5 + {tick}() : 0; }}\n"
              "  int kind() {{ return {tick}(); }}\n  int kind() const {{ return 2 * {tick}(); }}\n"
              "  {0} &operator+=(double x) {{ return add(x); }}\n  double operator()(int i) const {{ return i & 1 ? sum : n + {tick}(); }}\n}};\n"
              "struct {1} : {0} {{\n  void lap(double x) {{ sum = {bound}(sum - x); }}\n  double mean() const {{ return -sum * {tick}(); }}\n}};".format(
                  base, derived, bound=h.bound, tick=h.ticked))
        objects = h.object(base + " %s"), h.object(derived + " %s")
        for o in objects:
            h.shown("%d", o + ".n")
            h.shown("%g", o + ".sum")
        return (base, derived) + objects
    return b.shared("later watch", make)


@piece("statement", 4, c=0)
def measured(b):
    h = later(b)
    base, derived, w, d = watch(b, h)
    use = h.once("use", "void %%s(%s &w, double x)" % base, "w.lap(x);")
    read = h.once("read", "double %%s(const %s &w)" % base, "return w.mean() + w.kind();")
    both = h.once("both", "void %s(double &x, const double &y)", "x = %s(x + y * %s());" % (h.bound, h.ticked))
    t = b.fresh("w")
    return Node(b.rng.choice([
        "{w}.lap({x});", "{d}.lap({x});", "{w}.add({x}).add({s});", "{d}.add({x});", "{n} = {bound}({w}.mean());", "{n} = {bound}({d}.mean());",
        "{use}({w}, {x});", "{use}({d}, {x});", "{n} = {bound}({read}({d}));", "{n} = {bound}({read}({w}));", "{c} = {w}.kind();", "{w} += {x};",
        "{n} = {bound}({w}({s}));", "{both}({n}, {m});", "{both}({l}[{s} & 3], {s});", "{both}({w}.sum, {n});",
        "{{\n  const auto &{t} = {w};\n  {n} = {bound}({t}.mean() + {t}.kind());\n}}", "{{\n  auto &{t} = {d};\n  {t}.lap({x});\n}}",
        "{{\n  {base} &{t} = {d};\n  {t}.lap({x});\n  {n} = {bound}({t}.mean());\n}}", "{{\n  {base} {t} = {w};\n  {t}.lap({x});\n  {n} = {bound}({t}.sum);\n}}",
        "{{\n  {base} *{t} = &{w};\n  {t}->lap({x});\n}}", "{w} = {base}();", "static_cast<{base} &>({d}).lap({x});", "{d}.{base}::lap({x});"]).format(
            w=w, d=d, base=base, x=h.real(), s=h.small(), n=h.numbers[0], m=h.numbers[1], bound=h.bound, use=use, read=read, both=both, l=h.list,
            c=b.rng.choice(h.counters), t=t))


@piece("statement", 4, c=0)
def collected(b):
    """Containers of the host's."""
    h = later(b)
    b.include("vector", "string", "map", "utility")
    def make():
        made = [h.object("std::vector<double> %s", "{1, 2}"), h.object("std::string %s"), h.object("std::map<int, double> %s"),
                h.object("std::vector<std::pair<int, double>> %s"), h.object("std::vector<const double *> %s")]
        v, text, table, pairs, where = made
        b.ending.append(Node("for (double x : %s)\n  printf(\" %%g\", x);\nprintf(\" %%s\", %s.c_str());\nfor (const auto &x : %s)\n  printf(\" %%d:%%g\", x.first, x.second);\n"
                             "for (const auto &x : %s)\n  printf(\" %%d=%%g\", x.first, x.second);\nfor (const double *x : %s)\n  printf(\" @%%g\", *x);" % tuple(made)))
        return made
    v, text, table, pairs, where = b.shared("later containers", make)
    t = b.fresh("e")
    return Node(b.rng.choice([
        "{v}.push_back({x});", "{v}.push_back({s} * {tick}());", "{v}.back() += {tick}();", "{v}[{s} & 1] = {bound}({x});", "{n} = {bound}({v}.back());",
        "{n} = (double){v}.size();", "{text} += (char)('a' + {s} * {tick}());", "{text}.append(1, 'x').append({s} & 3, 'y');", "{table}[{s} & 3] += {tick}();",
        "{table}[{c} & 3] = {bound}({x});", "{n} = (double){table}.size() + {tick}();", "{pairs}.emplace_back({s}, {x});", "{pairs}.push_back({{{s}, {x} * {tick}()}});",
        "{where}.push_back(&{m});", "{where}.push_back(&{l}[{s} & 3]);", "for (double &{t} : {v})\n  {t} = {bound}({t} + {tick}());",
        "for (const double {t} : {v})\n  {n} = {bound}({n} + {t} * {tick}());", "{{\n  double &{t} = {v}[{s} & 1];\n  {t} = {bound}({t} + {tick}());\n}}",
        "{{\n  auto &{t} = {pairs}.emplace_back({s}, {x} * {tick}());\n  {n} = {bound}({t}.second);\n}}" if b.standard >= 17 else "{v}.emplace_back({x});",
        "{{\n  auto [{t}, {t}b] = std::make_pair({s}, {x} * {tick}());\n  {n} = {bound}({t} + {t}b);\n}}" if b.standard >= 17 else "{n} = {v}[1];",
        "{text} += std::to_string({s} * {tick}());", "printf(\" %s\", {text}.c_str());"]).format(
            v=v, text=text, table=table, pairs=pairs, where=where, x=h.real(), s=h.small(), n=h.numbers[0], m=h.numbers[2], bound=h.bound, tick=h.ticked,
            c=b.rng.choice(h.counters), l=h.list, t=t))


@piece("statement", 2, c=0)
def read_by_reference(b):
    """The loop's variables, by references that functions performed later have."""
    h = later(b)
    name, type_ = b.rng.choice(b.all_state())
    shown = "double" if is_float(type_) else "int"
    given = h.once("reference " + shown, "double %%s(const %s &x)" % shown, "return ((int)x & 0xff) + %s();" % h.ticked)
    any_type = b.shared("later any", lambda: b.own("gf"))
    b.shared("later any made", lambda: b.top("template <class T> static double %s(const T &x) {\n  return ((int)x & 0xff) * %s();\n}" % (any_type, h.ticked)) or True)
    t = b.fresh("r")
    return Node(b.rng.choice(["{n} = {given}({v});", "{n} = {any}({v});", "{{\n  const auto &{t} = {v};\n  {n} = {any}({t});\n}}",
                              "{{\n  auto {t} = [&] {{ return ((int){v} & 0xff) * {tick}(); }};\n  {n} = {t}();\n}}"]).format(
        n=b.rng.choice(h.numbers), given=given, any=any_type, v=name, t=t, tick=h.ticked))


@piece("statement", 2.5, c=0)
def streamed(b):
    """Streams, their formats, lambdas, and ends of objects that act."""
    h = later(b)
    b.include("iostream", "iomanip", "sstream", "string", "functional")
    def make():
        ended, ends = b.own("host_gv"), h.object("int %s", "0")
        b.top("struct {0} {{\n  double x;\n  explicit {0}(double x) : x(x) {{}}\n  ~{0}() {{ {1} += {2}(); }}\n  double at() const {{ return x; }}\n}};".format(
            ended, ends, h.ticked))
        line = h.object("std::string %s")
        h.shown("%s", line + ".c_str()")
        h.shown("%d", ends)
        return ended, line
    ended, line = b.shared("later streams", make)
    t, o = b.fresh("f"), b.fresh("o")
    return Node(b.rng.choice([
        "std::cout << std::setw(5) << {s} << ' ' << {x} << std::endl;", "std::cout << std::hex << {s} << std::dec << {s} * {tick}() << '\\n';",
        "std::cout << std::setprecision(3) << {x} << std::setprecision(6) << \"\\n\";", "std::cout.width(4);\nstd::cout << {s} * {tick}();",
        "{{\n  std::ostringstream {o};\n  {o} << {x} << ',' << {s} * {tick}();\n  {line} = {o}.str();\n}}",
        "{{\n  auto {t} = [&](double x) {{ {n} = {bound}({n} + x * {tick}()); }};\n  {t}({x});\n}}",
        "{{\n  const auto {t} = [=] {{ return {tick}() + 1; }};\n  {n} = {t}();\n}}", "[&] {{ {n} = {bound}({x} * {tick}()); }}();",
        "{n} = {bound}({ended}({x}).at());", "{{\n  {ended} {o}({x} * {tick}());\n  {n} = {bound}({o}.at());\n}}", "{line} += {s} & 1 ? \"odd\" : \"even\";",
        "{line}.insert(0, {s} & 1, 'z');", "std::swap({n}, {m});", "{n} = std::max({x}, {m});", "{n} = {bound}(std::min<double>({s}, {m}) + {tick}());"]).format(
            s=h.small(), x=h.real(), tick=h.ticked, o=o, t=t, line=line, n=h.numbers[0], m=h.numbers[1], bound=h.bound, ended=ended))
