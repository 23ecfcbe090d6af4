# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements that both languages have, or C++ alone: declarations, references, lambdas, exceptions, guards."""
from ..pieces import piece
from ..tree import Node
from ..values import INTEGERS, host_name, is_float


def an_int(b, depth=1):
    return "(int)(%s & 0xffff)" % b.expr.integer(depth)


def target(b):
    """An integer variable of the program."""
    ints = b.int_variables()
    return b.rng.choice(ints) if ints else None


def with_target(function):
    def make(b):
        found = target(b)
        return function(b, *found) if found else None
    make.__name__, make.__module__ = function.__name__, function.__module__
    return make


@piece("statement", 3)
def local_variable(b):
    """Seen by the statements after it."""
    name, type_ = b.fresh("x"), b.rng.choice(["int", "int", "uint", "long", "short"])
    quals = b.rng.choice(["", "", "const ", "volatile " if b.rng.random() < 0.2 else "", "register " if not b.cpp else ""])
    node = Node("%s%s %s = (%s)(%s);" % (quals, host_name(b.rng, type_), name, INTEGERS[type_][0][0], b.expr.integer()))
    b.value(name, type_)
    return node


@piece("statement", 1, c=0)
def auto_variable(b):
    name = b.fresh("a")
    node = Node(b.rng.choice(["auto %s = %s;", "const auto %s = %s;", "auto &&%s = %s;", "decltype(1 + 1) %s = %s;", "const int &%s = %s;"]) % (
        name, an_int(b)))
    b.value(name)
    return node


@piece("statement", 2)
@with_target
def compound_assignment(b, name, type_):
    return Node(b.rng.choice(["%s = (%s & 0xff) + 2;" % (name, name), "%s &= 0x7f;\n%s += 3;" % (name, name), "%s |= 4;" % name,
                              "%s %%= 11;" % name, "%s /= 3;" % name, "%s >>= 1;" % name,
                              "%s = %s & 0x3f;\n%s *= 2;\n%s -= 1;" % (name, name, name, name),
                              "%s &= 7;\n%s <<= 2;" % (name, name)]))


@piece("statement", 2)
@with_target
def step(b, name, type_):
    return Node("%s &= 0x3f;\n%s;" % (name, b.rng.choice(["++%s", "%s++", "--%s", "%s--", "%s += 2"]) % name))


@piece("statement", 1)
@with_target
def assignment_as_value(b, name, type_):
    t = b.fresh("n")
    return Node(b.rng.choice([
        "if ((%s = %s) != 0)\n  %s ^= 1;" % (name, an_int(b), name),
        "{\n  int %s;\n  %s = %s = %s;\n  (void)%s;\n}" % (t, name, t, an_int(b), t),
        "{\n  int %s = 5;\n  %s = %s++ + 2;\n}" % (t, name, t)]))


@piece("statement", 1.5)
@with_target
def pointer_alias(b, name, type_):
    p = b.fresh("p")
    host = INTEGERS[type_][0][0]
    return Node("{\n  %s *%s = &%s;\n  *%s = (%s)(%s);\n  if (*%s > 3)\n    *%s ^= 2;\n}" % (host, p, name, p, host, an_int(b), p, p))


@piece("statement", 1.5, c=0)
@with_target
def reference_alias(b, name, type_):
    r = b.fresh("r")
    return Node("{\n  %s &%s = %s;\n  %s = (%s)(%s);\n}" % (b.rng.choice(["auto", INTEGERS[type_][0][0]]), r, name, r, INTEGERS[type_][0][0], an_int(b)))


@piece("statement", 1)
@with_target
def shadowed(b, name, type_):
    x = b.fresh("s")
    return Node("{\n  int %s = 4;\n  {\n    int %s = %s;\n    %s = %s & 0xff;\n  }\n  %s ^= %s;\n}" % (x, x, an_int(b), name, x, name, x))


@piece("statement", 1)
@with_target
def local_struct(b, name, type_):
    s = b.fresh("s")
    return Node("{\n  struct { int a; float f; } %s = {1, 2.0f};\n  %s.a += %s;\n  %s = %s.a & 0xfff;\n}" % (s, s, an_int(b), name, s))


@piece("statement", 1)
@with_target
def local_typedef(b, name, type_):
    t = b.fresh("T")
    return Node("{\n  %s;\n  %s x = (%s)%s;\n  enum { k = 3 };\n  %s = x + k;\n}" % (
        b.rng.choice(["typedef unsigned char %s" % t] + (["using %s = unsigned char" % t] if b.cpp else [])), t, t, an_int(b), name))


@piece("statement", 1.2)
@with_target
def local_array(b, name, type_):
    a = b.fresh("a")
    return Node("{\n  int %s[4] = {1, 2, 3}, i;\n  for (i = 0; i < 4; i++)\n    %s[i] += %s;\n  %s = %s[%s] & 0xfff;\n}" % (
        a, a, "i", name, a, b.expr.small(4)))


@piece("statement", 1)
@with_target
def static_local(b, name, type_):
    c = b.fresh("count")
    return Node("{\n  static int %s = 0;\n  %s = (%s + 1) & 0xff;\n  %s = %s;\n}" % (c, c, c, name, c))


@piece("statement", 1)
@with_target
def forward_goto(b, name, type_):
    label = b.fresh("skip")
    return Node("if (%s)\n  goto %s;\n%s ^= 5;\n%s:;" % (b.condition(), label, name, label))


@piece("statement", 0.6, refused="PST1018")
@with_target
def backward_goto(b, name, type_):
    label, c = b.fresh("again"), b.fresh("c")
    return Node("{\n  int %s = 0;\n%s:\n  %s ^= %s;\n  if (++%s < 3)\n    goto %s;\n}" % (c, label, name, c, c, label))


@piece("statement", 1.2)
@with_target
def rich_switch(b, name, type_):
    value = b.expr.small(7)
    return Node("switch (%s) {\ncase 0:\ncase 1:\n  %s = 3;\n  break;\n%s  %s ^= 9;\n  /* falls through */\ndefault:\n  %s = %s;\n  break;\ncase 6:;\n}" % (
        value, name, b.rng.choice(["case 2 ... 4:\n", "case 3: case 4:\n", "case 'a' - 92:\n"]), name, name, an_int(b)))


@piece("statement", 0.5, refused="PST1002")
@with_target
def case_in_block(b, name, type_):
    return Node("switch (%s) {\ncase 0:\n  if (%s > 2) {\ncase 1:\n    %s = 5;\n  }\n}" % (b.expr.small(3), name, name))


@piece("statement", 1)
@with_target
def double_counter_loop(b, name, type_):
    i, j = b.fresh("i"), b.fresh("j")
    return Node("{\n  int %s, %s;\n  for (%s = 0, %s = 5; %s < %s; %s++, %s--)\n    %s ^= %s * %s;\n}" % (i, j, i, j, i, j, i, j, name, i, j))


@piece("statement", 1)
@with_target
def nested_loops(b, name, type_):
    i, j = b.fresh("i"), b.fresh("j")
    return Node("{\n  int %s, %s;\n  for (%s = 0; %s < 3; %s++)\n    for (%s = %s; %s < 4; %s++) {\n      if (%s == 2)\n        break;\n"
                "      %s = (%s & 0xff) + %s;\n    }\n}" % (i, j, i, i, i, j, i, j, j, j, name, name, j))


@piece("statement", 0.8)
@with_target
def empty_things(b, name, type_):
    return Node(b.rng.choice([";", "{\n}", "(void)%s;" % name, "if (%s) {\n} else\n  %s ^= 1;" % (b.condition(), name), "do {\n} while (0);"]))


@piece("statement", 0.8)
@with_target
def ternary_statement(b, name, type_):
    return Node("%s ? (void)(%s = 3) : (void)(%s = 4);" % (b.condition(), name, name))


@piece("statement", 1)
@with_target
def conditional_code(b, name, type_):
    return Node(b.rng.choice(["#if 0\n%s = 1;\n#else\n%s ^= 2;\n#endif", "#ifdef NDEBUG\n%s = 7;\n#endif\n%s ^= 1;",
                              "#if defined(__GNUC__) && __STDC_HOSTED__\n%s ^= 3;\n#else\n%s = 0;\n#endif"]) % (name, name))


@piece("statement", 0.8)
@with_target
def pragmas(b, name, type_):
    return Node("#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wall\"\n%s ^= 1;\n#pragma GCC diagnostic pop" % name)


@piece("statement", 1)
def assertion(b):
    b.include("cassert" if b.cpp else "assert.h")
    return Node("assert(%s);" % b.rng.choice(["%s >= -1000" % b.it, "%s != 123456" % b.it, "1 && \"never\""]))


@piece("statement", 0.7)
def static_assertion(b):
    if not b.cpp and b.standard < 11:
        return None
    return Node("%s(sizeof(int) == 4, \"int\");" % ("static_assert" if b.cpp else "_Static_assert"))


@piece("statement", 1)
@with_target
def clock_time(b, name, type_):
    """A time that is only added up."""
    b.include("ctime" if b.cpp else "time.h")
    total = b.shared("ticks", lambda: b.state("double %s", "ticks", "0"))
    t = b.fresh("t")
    return Node("{\n  clock_t %s = clock();\n  %s ^= 1;\n  %s += (double)(clock() - %s);\n}" % (t, name, total, t))


@piece("statement", 0.7, c=0)
def chrono_time(b):
    b.include("chrono")
    total = b.shared("ms", lambda: b.state("double %s", "elapsed", "0"))
    t = b.fresh("t")
    return Node("{\n  auto %s = std::chrono::steady_clock::now();\n  %s\n  %s += std::chrono::duration<double>(std::chrono::steady_clock::now() - %s).count();\n}" % (
        t, b.api.finish, total, t))


@piece("statement", 0.7)
@with_target
def copied_bytes(b, name, type_):
    b.include("cstring" if b.cpp else "string.h")
    t = b.fresh("t")
    return Node("{\n  %s %s = (%s)(%s);\n  memcpy(&%s, &%s, sizeof(%s));\n}" % (INTEGERS[type_][0][0], t, INTEGERS[type_][0][0], an_int(b), name, t, name))


@piece("statement", 0.5, refused="PST1001")
@with_target
def random_number(b, name, type_):
    """Of a fixed seed."""
    b.include("cstdlib" if b.cpp else "stdlib.h")
    b.shared("srand", lambda: b.program.before.append(Node("srand(7);", fixed=True)) or True)
    return Node("%s = rand() & 0xff;" % name)


# ---- C++

@piece("statement", 1.5, c=0)
@with_target
def lambda_statement(b, name, type_):
    f = b.fresh("f")
    capture = "this" if b.mode == "class" else "&"
    return Node("{\n  auto %s = [%s](int z) { %s ^= z & 0x1f; };\n  %s(%s);\n  %s(2);\n}" % (f, b.rng.choice(["&", capture]), name, f, an_int(b), f))


@piece("statement", 0.8, c=0)
@with_target
def lambda_copies(b, name, type_):
    f, x = b.fresh("f"), b.fresh("x")
    return Node("{\n  int %s = %s;\n  auto %s = [%s](int z) { return z + %s; };\n  %s = %s(3);\n}" % (x, an_int(b), f, b.rng.choice(["=", x]), x, name, f))


@piece("statement", 1, c=0)
@with_target
def scope_guard(b, name, type_):
    """An object whose destructor changes a variable."""
    def make():
        n = b.own("Guard")
        b.top("struct %s {\n  int &to;\n  int by;\n  %s(int &t, int n) : to(t), by(n) {}\n  ~%s() { to = (to & 0xff) + by; }\n};" % (n, n, n))
        return n
    if type_ != "int":
        return None
    g = b.fresh("guard")
    return Node("{\n  %s %s(%s, 3);\n  %s ^= 5;\n}" % (b.shared("Guard", make), g, name, name))


@piece("statement", 0.8, c=0, refused="PST1002")
@with_target
def tries(b, name, type_):
    """A try block of which nothing is thrown."""
    b.include("stdexcept")
    return Node("try {\n  %s = %s;\n  if (%s == -123456)\n    throw std::runtime_error(\"no\");\n} catch (const std::exception &) {\n  %s = 0;\n}" % (
        name, an_int(b), b.it, name))


@piece("statement", 0.5, c=0, refused="PST1002")
@with_target
def thrown_and_caught(b, name, type_):
    return Node("try {\n  if (%s & 1)\n    throw 5;\n  %s = 2;\n} catch (int caught) {\n  %s = caught;\n}" % (b.it, name, name))


@piece("statement", 1, c=0)
@with_target
def declared_in_condition(b, name, type_):
    x = b.fresh("x")
    forms = ["if (int %s = %s) {\n  %s = %s;\n}" % (x, an_int(b), name, x)]
    if b.standard >= 17:
        forms += ["if (int %s = %s; %s > 9) {\n  %s = %s;\n}" % (x, an_int(b), x, name, x),
                  "switch (int %s = %s; %s & 1) {\ncase 0:\n  %s = %s;\n}" % (x, an_int(b), x, name, x)]
    return Node(b.rng.choice(forms))


@piece("statement", 1, c=0)
@with_target
def range_for(b, name, type_):
    x = b.fresh("x")
    return Node("for (%s %s : {1, 2, %d})\n  %s ^= %s;" % (b.rng.choice(["int", "auto", "const int", "const auto &"]), x, b.rng.randint(3, 9), name, x))


@piece("statement", 0.8, c=0)
def swapped_values(b):
    pairs = [(x, y) for x in b.variables for y in b.variables if x[0] < y[0] and x[1] == y[1]]
    if not pairs:
        return None
    b.include("utility", "tuple")
    x, y = b.rng.choice(pairs)
    return Node(b.rng.choice(["std::swap(%s, %s);", "std::tie(%s, %s) = std::make_tuple(1, 2);"]) % (x[0], y[0]))


@piece("statement", 0.6, c=0, cpp=14, refused="PST1046")
@with_target
def exchange(b, name, type_):
    b.include("utility")
    x = b.fresh("old")
    return Node("{\n  auto %s = std::exchange(%s, (%s)4);\n  if (%s & 1)\n    %s = 9;\n}" % (x, name, INTEGERS[type_][0][0], x, name))


@piece("statement", 0.8, c=0, cpp=17)
@with_target
def structured(b, name, type_):
    b.include("utility", "tuple")
    p, q = b.fresh("p"), b.fresh("q")
    return Node("{\n  %s [%s, %s] = std::make_pair(%s, 4);\n  %s = %s - %s;\n}" % (b.rng.choice(["auto", "const auto"]), p, q, an_int(b), name, p, q))


@piece("statement", 1, c=0)
@with_target
def attributes(b, name, type_):
    x = b.fresh("x")
    if b.standard >= 17:
        return Node("{\n  [[maybe_unused]] int %s = 1;\n  if (%s > 5)%s\n    %s = 1;\n}" % (x, an_int(b), " [[unlikely]]" if b.standard >= 20 else "", name))
    return Node("{\n  int %s __attribute__((unused)) = 1;\n  %s = %s;\n}" % (x, name, an_int(b)))


@piece("statement", 0.6, c=0)
@with_target
def local_class(b, name, type_):
    t = b.fresh("C")
    return Node("{\n  struct %s {\n    int v;\n    void add(int n) { v += n; }\n    int get() const { return v & 0xff; }\n  } c{2};\n  c.add(%s);\n  %s = c.get();\n}" % (
        t, an_int(b), name))


@piece("statement", 0.6, c=0)
@with_target
def new_and_delete(b, name, type_):
    p = b.fresh("p")
    return Node("{\n  int *%s = new int(%s);\n  %s = *%s & 0xff;\n  delete %s;\n}" % (p, an_int(b), name, p, p))


@piece("statement", 0.6, c=0, cpp=14)
@with_target
def smart_pointer(b, name, type_):
    b.include("memory")
    p = b.fresh("p")
    return Node("{\n  auto %s = std::make_unique<int>(%s);\n  %s = *%s & 0xff;\n}" % (p, an_int(b), name, p))


@piece("statement", 0.5, c=0, refused="PST1001")
@with_target
def std_function(b, name, type_):
    b.include("functional")
    f = b.fresh("f")
    return Node("{\n  std::function<int(int)> %s = [](int z) { return z / 2; };\n  %s = %s(%s);\n}" % (f, name, f, an_int(b)))


@piece("statement", 0.6, c=0)
@with_target
def counting_object(b, name, type_):
    """An object of the program with methods, which lives as long as the program."""
    def make():
        n = b.own("Counter")
        b.top("class %s {\n  int n_ = 0;\n\npublic:\n  void hit(int by) { n_ = (n_ + by) & 0xfff; }\n  int value() const { return n_; }\n"
              "  %s &operator+=(int k) {\n    hit(k);\n    return *this;\n  }\n};" % (n, n))
        return b.state(n + " %s", "counter")
    c = b.shared("Counter", make)
    return Node(b.rng.choice(["%s.hit(%s);" % (c, an_int(b)), "%s += 3;" % c, "%s = %s.value();" % (name, c)]))
