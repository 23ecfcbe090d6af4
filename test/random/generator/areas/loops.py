# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of the loop that launches."""
from ..pieces import piece
from ..tree import Node


@piece("loop", 0.7)
def own_counter(b, body, trips):
    """With a counter of its own, of some type."""
    i = b.fresh("i")
    type_ = b.rng.choice(["int", "unsigned", "size_t", "long", "cl_uint", "short"])
    step = Node("%s = (int)%s + 1;" % (b.it, i), fixed=True)
    if b.cpp or b.standard > 89:
        return [Node("for (%s %s = 0; %s < %d; %s%s) {" % (type_, i, i, trips, i, b.rng.choice(["++", " += 1", " += 2"])), [step] + body, "}", fixed=True)]
    return [Node("{\n  %s %s;\n  for (%s = 0; %s < %d; %s++) {" % (type_, i, i, i, trips, i), [step] + body, "  }\n}", fixed=True)]


@piece("loop", 0.7)
def until_flag(b, body, trips):
    """Until a variable says so, or it takes too long."""
    go = b.state("int %s", "more", "1")
    ints = b.int_variables()
    stop = "if (%s == 77)\n  %s = 0;" % (b.rng.choice(ints)[0] if ints else "0", go)
    return [Node("while (%s && %s < %d) {" % (go, b.it, trips), [Node("%s++;" % b.it, fixed=True)] + body + [Node(stop)], "}", fixed=True)]


@piece("loop", 0.6)
def two_counters(b, body, trips):
    j = b.state("int %s", "down", str(trips))
    return [Node("for (%s = 0; %s < %s; %s++, %s--) {" % (b.it, b.it, j, b.it, j), body, "}", fixed=True)]


@piece("loop", 0.6)
def endless_until_break(b, body, trips):
    """The break stands at the end."""
    with_continue = any("continue" in p for n in body for p in n.parts)
    head = "if (%s++ >= %d)\n  break;" % (b.it, trips)
    return [Node(b.rng.choice(["for (;;) {", "while (1) {"]), [Node(head, fixed=True)] + body + ([] if with_continue else [Node("if (%s > 50)\n  break;" % b.it)]), "}", fixed=True)]


@piece("loop", 0.6)
def no_body_increment(b, body, trips):
    return [Node("for (%s = 0; %s++ < %d;) {" % (b.it, b.it, trips), body, "}", fixed=True)]


@piece("loop", 0.5)
def doubled(b, body, trips):
    return [Node("for (%s = 1; %s < %d; %s *= 2) {" % (b.it, b.it, 1 << min(trips, 6), b.it), body, "}", fixed=True)]


@piece("loop", 0.5)
def nested(b, body, trips):
    """Two loops around the launches."""
    o = b.fresh("outer")
    return [Node("{\n  int %s;\n  for (%s = 0; %s < 2; %s++) {\n    for (%s = %s; %s < %d; %s++) {" % (
        o, o, o, o, b.it, o, b.it, min(trips, 4), b.it), body, "    }\n  }\n}", fixed=True)]


@piece("loop", 0.5)
def limit_in_variable(b, body, trips):
    n = b.state("const int %s" if b.mode in ("local", "file") else "int %s", "iterations", str(trips))
    return [Node("for (%s = 0; %s < %s; %s++) {" % (b.it, b.it, n, b.it), body, "}", fixed=True)]


@piece("loop", 0.5)
def limit_in_macro(b, body, trips):
    name = b.own("TRIPS")
    b.top("#define %s %d" % (name, trips))
    return [Node("for (%s = 0; %s < %s; %s++) {" % (b.it, b.it, name, b.it), body, "}", fixed=True)]


@piece("loop", 0.4, refused="PST1012")
def header_in_macro(b, body, trips):
    name = b.own("FOREACH")
    b.top("#define %s(i, n) for ((i) = 0; (i) < (n); (i)++)" % name)
    return [Node("%s(%s, %d) {" % (name, b.it, trips), body, "}", fixed=True)]


@piece("loop", 0.6, c=0)
def over_list(b, body, trips):
    x = b.fresh("x")
    items = ", ".join(str(b.rng.randint(0, 20)) for _ in range(min(trips, 6)))
    return [Node("for (%s %s : {%s}) {" % (b.rng.choice(["int", "auto", "const int"]), x, items), [Node("%s = %s;" % (b.it, x), fixed=True)] + body, "}", fixed=True)]


@piece("loop", 0.6, c=0)
def over_container(b, body, trips):
    b.include("vector", "array")
    x, v = b.fresh("x"), b.fresh("sizes")
    n = min(trips, 6)
    items = ", ".join(str(b.rng.randint(0, 20)) for _ in range(n))
    decl = b.rng.choice(["const std::vector<int> %s = {%s};" % (v, items), "const std::array<int, %d> %s = {{%s}};" % (n, v, items),
                         "const int %s[] = {%s};" % (v, items)])
    head = b.rng.choice(["for (int %s : %s) {" % (x, v), "for (const auto &%s : %s) {" % (x, v)])
    return [Node("{\n  %s\n  %s" % (decl, head), [Node("%s = %s;" % (b.it, x), fixed=True)] + body, "  }\n}", fixed=True)]


@piece("loop", 0.4, c=0)
def by_iterator(b, body, trips):
    b.include("vector")
    x, v = b.fresh("at"), b.fresh("steps")
    items = ", ".join(str(b.rng.randint(0, 20)) for _ in range(min(trips, 6)))
    return [Node("{\n  std::vector<int> %s{%s};\n  for (auto %s = %s.begin(); %s != %s.end(); ++%s) {" % (v, items, x, v, x, v, x),
                 [Node("%s = *%s;" % (b.it, x), fixed=True)] + body, "  }\n}", fixed=True)]


@piece("loop", 0.5)
def over_array(b, body, trips):
    i, v = b.fresh("i"), b.fresh("order")
    n = min(trips, 5)
    items = ", ".join(str(b.rng.randint(0, 20)) for _ in range(n))
    return [Node("{\n  static const int %s[%d] = {%s};\n  int %s;\n  for (%s = 0; %s < (int)(sizeof(%s) / sizeof(%s[0])); %s++) {" % (
        v, n, items, i, i, i, v, v, i), [Node("%s = %s[%s];" % (b.it, v, i), fixed=True)] + body, "  }\n}", fixed=True)]


@piece("loop", 0.4)
def while_with_comma(b, body, trips):
    return [Node("while (%s++, %s < %d) {" % (b.it, b.it, trips), body, "}", fixed=True)]


@piece("loop", 0.4, refused="PST1018")
def loop_of_gotos(b, body, trips):
    """A do loop whose body goes back once more by goto."""
    label = b.fresh("again")
    return [Node("do {\n%s:\n  %s++;" % (label, b.it), body, "  if (%s == 1)\n    goto %s;\n} while (%s < %d);" % (b.it, label, b.it, trips), fixed=True)]
