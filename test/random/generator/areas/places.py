# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Places whose index stands in what is written, casts of pointers, values that are made once: what a reading of the sources found."""
from ..pieces import piece
from ..tree import Node
from ..values import INTEGERS
from .language import an_int, with_target


def block(text, **names):
    return Node("{\n%s\n}" % "\n".join("  " + line for line in (text % names).split("\n")))


def host(type_):
    return INTEGERS[type_][0][0]


@piece("statement", 1.5)
@with_target
def index_within(b, name, type_):
    """An element that its own index stands in."""
    a = b.fresh("a")
    change = b.rng.choice(["%(v)s = (%(t)s)(%(a)s[%(a)s[0]] = %(e)s);", "%(v)s = (%(t)s)(++%(a)s[%(a)s[0]]);", "%(v)s = (%(t)s)(%(a)s[%(a)s[0] & 3] += 3);",
                           "%(v)s = (%(t)s)(%(a)s[1] = %(a)s[%(a)s[0]] = 3);"]) % {"v": name, "t": host(type_), "a": a, "e": "%s & 3" % an_int(b)}
    return block("int %(a)s[4] = {0, 1, 2, 3};\n%(a)s[0] = %(e)s & 3;\n" + change.replace("%", "%%") + "\n%(v)s ^= (%(t)s)(%(a)s[0] + 4 * %(a)s[1] + 16 * %(a)s[3]);",
                 a=a, e=an_int(b), v=name, t=host(type_))


@piece("statement", 1)
@with_target
def copied_within(b, name, type_):
    a, t = b.fresh("a"), b.fresh("t")
    return block("int %(a)s[4] = {0, 7, 8, 9}, %(t)s[2] = {2, 3};\n%(a)s[0] = %(e)s & 1;\n%(t)s[1] += %(e)s & 3;\nmemcpy(&%(a)s[%(a)s[0]], %(t)s, sizeof %(t)s);\n"
                 "%(v)s = (%(h)s)(%(a)s[0] + 3 * %(a)s[1] + 9 * %(a)s[2]);", a=a, t=t, e=an_int(b), v=name, h=host(type_))


@piece("statement", 1)
@with_target
def first_member(b, name, type_):
    """A struct that another one begins with, by a cast and back."""
    f = b.own("f")
    b.top("struct %(f)s_in {\n  int key, weight;\n};\nstruct %(f)s_out {\n  struct %(f)s_in in;\n  int key;\n};\n"
                      "static int %(f)s(void *user) {\n  struct %(f)s_in *n = (struct %(f)s_in *)user;\n  n->key += 2;\n  return n->key + n->weight;\n}\n"
                      "static int %(f)s_of(struct %(f)s_in *n) { return ((struct %(f)s_out *)n)->key; }\n" % {"f": f})
    return block("struct %(f)s_out o = {{%(e)s, 2}, 30};\nint w = %(f)s(&o);\nw += %(f)s_of(&o.in);\n%(v)s = (%(h)s)(w + o.in.key);",
                 f=f, e=an_int(b), v=name, h=host(type_))


@piece("statement", 1)
@with_target
def word(b, name, type_):
    w, n = b.fresh("w"), b.fresh("n")
    return block("char %(w)s[5] = \"abcd\";\nstruct {\n  char name[4];\n  int length;\n} %(n)s = {\"xy\", 2};\n%(w)s[%(e)s & 3] += 1;\n%(n)s.name[3] += %(e)s & 7;\n"
                 "%(v)s = (%(h)s)(%(w)s[0] + %(w)s[2] + %(n)s.name[1] + %(n)s.name[2] + %(n)s.name[3]);", w=w, n=n, e=an_int(b), v=name, h=host(type_))


@piece("statement", 0.7)
@with_target
def table_in_switch(b, name, type_):
    """Declared in front of the first label, in which nothing runs."""
    t = b.fresh("t")
    return block("switch (%(e)s & 3) {\n  static const int %(t)s[4] = {5, 6, 7, 8};\ncase 0: %(v)s = (%(h)s)%(t)s[1]; break;\ncase 2: %(v)s = (%(h)s)%(t)s[%(e)s & 3]; break;\n"
                 "default: %(v)s = (%(h)s)%(t)s[3];\n}", t=t, e=an_int(b), v=name, h=host(type_))


@piece("statement", 1, c=0)
@with_target
def made_once(b, name, type_):
    """One value for all elements, and places found before the first is set."""
    b.include("vector", "tuple", "utility")
    w, j, a = b.fresh("w"), b.fresh("j"), b.fresh("a")
    return block("int %(j)s = %(e)s & 3, %(a)s[4] = {0, 1, 2, 3};\nstd::vector<int> %(w)s(3, %(j)s++);\nstd::tie(%(j)s, %(a)s[%(j)s & 3]) = std::make_pair(2, 40 + (%(e)s & 7));\n"
                 "%(v)s = (%(h)s)(%(w)s[0] + 3 * %(w)s[2] + 7 * %(j)s + %(a)s[1] + 2 * %(a)s[2] + 5 * %(a)s[3]);", w=w, j=j, a=a, e=an_int(b), v=name, h=host(type_))


@piece("statement", 1, c=0)
@with_target
def default_elements(b, name, type_):
    """Elements that their class's initialisers make, in objects that an earlier trip has used."""
    b.include("vector", "tuple", "utility")
    f = b.own("P")
    b.top("struct %s {\n  int x = 5;\n  int y;\n};\n" % f)
    return block("std::vector<%(f)s> s(2);\nstd::pair<int, %(f)s> p;\nstd::tuple<int, std::pair<int, int>> t;\nint w = s[1].x + s[0].y + p.second.x + p.first + std::get<1>(t).second;\n"
                 "s[1].x += 1 + (%(e)s & 3);\ns[0].y = p.first = std::get<1>(t).second = %(e)s;\n%(v)s = (%(h)s)(w + s[1].x + p.first);",
                 f=f, e=an_int(b), v=name, h=host(type_))


@piece("statement", 1, c=0)
@with_target
def ends_of_scopes(b, name, type_):
    f, r = b.fresh("E"), b.fresh("r")
    b.top("struct %s {\n  int *to;\n  ~%s() { *to = (*to & 0xfff) + 5; }\n};\n" % (f, f))
    return block("int c = %(e)s, %(r)s = ({ %(f)s g{&c}; c + 1; });\n%(v)s = (%(h)s)(%(r)s + 7 * c);", f=f, r=r, e=an_int(b), v=name, h=host(type_))
