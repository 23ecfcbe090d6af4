# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values as C spells them, in programs of both languages: helpers, tables, structs, macros, the C library."""
from ..pieces import piece


def once(b, key, make):
    """A thing at file scope that the program has once: its name."""
    def build():
        name = b.own(key)
        b.top(make(name))
        return name
    return b.shared("once " + key, build)


def inner(b, names=(("x", "int"), ("y", "int"))):
    """Expressions over the parameters of a helper."""
    return b.expression_of(list(names))


def helper(b, key, text):
    """A function (int, int) -> int; its name is %(f)s in the text."""
    return once(b, key, lambda name: text.replace("%(f)s", name))


def called(b, e, depth, name):
    return "%s(%s, %s)" % (name, e.word(depth), e.word(depth))


@piece("value", 3)
def helper_function(b, e, depth):
    return called(b, e, depth, helper(b, "help", "static int %%(f)s(int x, int y) {\n  return (int)(%s & 0xffff);\n}" % inner(b).integer()))


@piece("value", 2)
def helper_with_loop(b, e, depth):
    return called(b, e, depth, helper(b, "sum", (
        "static int %(f)s(int x, int y) {\n  int r = 0, i;\n  for (i = 0; i < 5; i++) {\n    if ((x >> i) & 1)\n"
        "      continue;\n    r += y & 0x3f;\n    if (r > 90)\n      return r - i;\n  }\n  return r;\n}")))


@piece("value", 1)
def helper_with_switch(b, e, depth):
    return called(b, e, depth, helper(b, "pick", (
        "static int %(f)s(int x, int y) {\n  switch (x % 5) {\n  case 0:\n    return y;\n  case 1:\n    y += 3;\n"
        "    /* falls through */\n  case 2:\n  case 3:\n    return y & 0x7f;\n  default:\n    break;\n  }\n  return x - y;\n}")))


@piece("value", 1)
def helper_with_goto(b, e, depth):
    return called(b, e, depth, helper(b, "jump", (
        "static int %(f)s(int x, int y) {\n  int r = x;\n  if (y & 1)\n    goto odd;\n  r += 7;\n  if (r > 100)\n"
        "    goto out;\nodd:\n  r ^= y & 0xff;\nout:\n  return r;\n}")))


@piece("value", 1)
def helper_with_while(b, e, depth):
    return called(b, e, depth, helper(b, "gcd", (
        "static int %(f)s(int x, int y) {\n  while (y != 0) {\n    int t = x % y;\n    x = y;\n    y = t;\n  }\n  return x;\n}")))


@piece("value", 1)
def helper_with_do(b, e, depth):
    return called(b, e, depth, helper(b, "digits", (
        "static int %(f)s(int x, int y) {\n  int n = 0;\n  do {\n    n++;\n    x /= 10;\n  } while (x > 0);\n"
        "  return n * (y & 3);\n}")))


@piece("value", 1)
def nested_helpers(b, e, depth):
    return called(b, e, depth, helper(b, "mix", (
        "static int %(f)s_low(int x) { return x & 0xff; }\n"
        "static int %(f)s(int x, int y) { return %(f)s_low(x) * 3 + %(f)s_low(y); }")))


@piece("value", 1)
def out_parameter(b, e, depth):
    return called(b, e, depth, helper(b, "div", (
        "static void %(f)s_parts(int x, int y, int *q, int *r) {\n  *q = x / (y | 1);\n  *r = x % (y | 1);\n}\n"
        "static int %(f)s(int x, int y) {\n  int q, r;\n  %(f)s_parts(x, y, &q, &r);\n  return q - r;\n}")))


@piece("value", 1)
def struct_by_value(b, e, depth):
    return called(b, e, depth, helper(b, "pair", (
        "struct %(f)s_s { int low, high; };\n"
        "static struct %(f)s_s %(f)s_make(int x, int y) {\n  struct %(f)s_s p;\n  p.low = x < y ? x : y;\n  p.high = x < y ? y : x;\n"
        "  return p;\n}\nstatic int %(f)s(int x, int y) {\n  struct %(f)s_s p = %(f)s_make(x, y);\n  return p.high - p.low;\n}")))


@piece("value", 1)
def struct_by_pointer(b, e, depth):
    return called(b, e, depth, helper(b, "box", (
        "typedef struct { int w, h; } %(f)s_t;\nstatic int %(f)s_area(const %(f)s_t *t) { return t->w * t->h; }\n"
        "static int %(f)s(int x, int y) {\n  %(f)s_t t;\n  t.w = x & 0xff;\n  t.h = y & 0xff;\n  return %(f)s_area(&t);\n}")))


@piece("value", 1, refused="PST1005")
def bit_fields(b, e, depth):
    return called(b, e, depth, helper(b, "bits", (
        "static int %(f)s(int x, int y) {\n  struct { unsigned a : 3, b : 5; int c : 7; } s;\n  s.a = x & 7;\n  s.b = y & 31;\n"
        "  s.c = x & 63;\n  return s.a + s.b * 2 - s.c;\n}")))


@piece("value", 0.7, refused="PST1005")
def union_in_helper(b, e, depth):
    return called(b, e, depth, helper(b, "union", (
        "static int %(f)s(int x, int y) {\n  union { int i; unsigned u; } v;\n  v.i = x - y;\n  return (int)(v.u & 0xfff);\n}")))


@piece("value", 1)
def array_in_helper(b, e, depth):
    return called(b, e, depth, helper(b, "poly", (
        "static int %(f)s(int x, int y) {\n  int c[4] = {1, 2, 3, 5}, i, r = 0;\n  c[y & 3] = x & 0xf;\n"
        "  for (i = 0; i < 4; i++)\n    r = (r * 2 + c[i]) & 0x3ff;\n  return r;\n}")))


@piece("value", 0.7, refused="PST1005")
def static_counter(b, e, depth):
    """A function that remembers how often it was called; its value does not depend on that."""
    return called(b, e, depth, helper(b, "count", (
        "static int %(f)s(int x, int y) {\n  static int calls;\n  calls++;\n  return calls > 0 ? x & 0xff : y;\n}")))


@piece("value", 0.6)
def function_pointer(b, e, depth):
    name = helper(b, "op", ("static int %(f)s_less(int x, int y) { return x < y; }\n"
                            "static int (*const %(f)s)(int, int) = %(f)s_less;"))
    return called(b, e, depth, name)


@piece("value", 0.6, refused="PST1001")
def function_table(b, e, depth):
    name = helper(b, "ops", ("static int %(f)s_and(int x, int y) { return x & y; }\nstatic int %(f)s_or(int x, int y) { return x | y; }\n"
                             "static int (*const %(f)s[2])(int, int) = {%(f)s_and, %(f)s_or};"))
    return called(b, e, depth, "%s[%s]" % (name, b.rng.choice(["0", "1", e.small(2, depth)])))


@piece("value", 0.6)
def function_parameter(b, e, depth):
    return called(b, e, depth, helper(b, "apply", (
        "static int %(f)s_inc(int x) { return x + 1; }\nstatic int %(f)s_call(int (*f)(int), int x) { return f(x); }\n"
        "static int %(f)s(int x, int y) { return %(f)s_call(%(f)s_inc, x) - y; }")))


@piece("value", 0.5, refused="PST1016")
def recursion(b, e, depth):
    return called(b, e, depth, helper(b, "fib", (
        "static int %(f)s(int x, int y) { return y < 2 || y > 9 ? x & 0xff : %(f)s(x + 1, y - 1) + 1; }")))


@piece("value", 1)
def macro_value(b, e, depth):
    name = once(b, "LIMIT", lambda n: "#define %s %d" % (n, b.rng.randint(1, 99)))
    return name


@piece("value", 1)
def macro_function(b, e, depth):
    name = once(b, "SQUARE", lambda n: "#define %s(x) ((x) * (x))" % n)
    return "%s((int)(%s & 0xff))" % (name, e.integer(depth))


@piece("value", 1)
def macro_min(b, e, depth):
    name = once(b, "MIN", lambda n: "#define %s(a, b) ((a) < (b) ? (a) : (b))" % n)
    return "%s((int)(%s & 0xffff), %s)" % (name, e.integer(depth), e.literal())


@piece("value", 0.7)
def macro_of_macros(b, e, depth):
    name = once(b, "ALIGN", lambda n: "#define %s_BLOCK 16\n#define %s_UP(n, k) (((n) + (k) - 1) / (k) * (k))\n"
                "#define %s(n) \\\n  %s_UP(n, %s_BLOCK)" % (n, n, n, n, n))
    return "%s(%s)" % (name, e.word(depth))


@piece("value", 0.7)
def pasted_names(b, e, depth):
    name = once(b, "GET", lambda n: "static const int %s_one = 11, %s_two = 22;\n#define %s(which) %s_##which" % (n, n, n, n))
    return "%s(%s)" % (name, b.rng.choice(["one", "two"]))


@piece("value", 1)
def enumerator(b, e, depth):
    name = once(b, "kind", lambda n: "enum %s { %s_a, %s_b = 5, %s_c };" % (n, n, n, n))
    return "%s_%s" % (name, b.rng.choice("abc"))


@piece("value", 1)
def const_table(b, e, depth):
    name = once(b, "table", lambda n: "static const %s %s[8] = {3, 1, 4, 1, 5, 9, 2, 6};" % (
        b.rng.choice(["int", "short", "unsigned char", "unsigned"]), n))
    return "%s[%s]" % (name, b.rng.choice(["%s & 7" % e.integer(depth), e.small(8, depth)]))


@piece("value", 0.7)
def table_of_structs(b, e, depth):
    name = once(b, "rows", lambda n: "static const struct { int key; float f; const char *name; } %s[3] = "
                "{{1, 0.5f, \"one\"}, {2, 1.5f, \"two\"}, {30, 2.0f, \"thirty\"}};" % n)
    return "%s[%s].key" % (name, e.small(3, depth))


@piece("value", 0.7)
def table_2d(b, e, depth):
    name = once(b, "grid", lambda n: "static const int %s[2][3] = {{1, 2, 3}, {40, 50, 60}};" % n)
    return "%s[%s][%s]" % (name, e.small(2, depth), e.small(3, depth))


@piece("value", 1)
def const_struct(b, e, depth):
    name = once(b, "config", lambda n: "static const struct { int rows, cols; struct { int pad; } in; } %s = {8, 16, {2}};" % n)
    return "%s.%s" % (name, b.rng.choice(["rows", "cols", "in.pad"]))


@piece("value", 0.6)
def characters(b, e, depth):
    return b.rng.choice(["'a'", "'\\n'", "\"hello\"[%s]" % e.small(5, depth), "(int)sizeof(\"text\")"])


@piece("value", 0.8)
def sizes(b, e, depth):
    name = b.rng.choice(b.variables)[0] if b.variables else "int"
    return "(int)sizeof(%s)" % b.rng.choice(["int", "double", "cl_mem", "struct { char c; int i; }" if not b.cpp else "long", name])


@piece("value", 0.6)
def comma(b, e, depth):
    return "(%s, %s)" % (e.literal(), e.integer(depth))


@piece("value", 0.6)
def ternary_chain(b, e, depth):
    x = e.integer(depth)
    return "(%s > 9 ? 1 : %s > 5 ? %s : %s)" % (x, x, e.literal(), e.integer(depth))


@piece("value", 0.6)
def hex_and_suffixes(b, e, depth):
    return b.rng.choice(["0xFFu", "017", "10L", "3ul", "0x7fffffff", "(1e3 > 2)", "!!%s" % e.integer(depth), "5ll"])


@piece("value", 0.8)
def abs_value(b, e, depth):
    b.include("cstdlib" if b.cpp else "stdlib.h")
    return "abs((int)(%s & 0xff) - 100)" % e.integer(depth)


@piece("value", 0.8)
def math_calls(b, e, depth):
    b.include("cmath" if b.cpp else "math.h")
    x = e.word(depth)
    return b.rng.choice(["(int)floor(%s / 4.0)", "(int)fabs(%s * 0.5 - 100.0)", "(int)ceil(%s * 0.25)", "(int)sqrt((double)%s)",
                         "(int)fmax(%s, 12.0)"]) % x


@piece("value", 0.5)
def string_calls(b, e, depth):
    b.include("cstring" if b.cpp else "string.h")
    return b.rng.choice(["(int)strlen(\"kernel\")", "(int)sizeof(\"abc\")", "(strcmp(\"a\", \"b\") < 0)"])


@piece("value", 0.6, refused="PST1001")
def builtins(b, e, depth):
    x = e.word(depth)
    return b.rng.choice(["__builtin_popcount(%s)", "__builtin_clz(%s | 1)", "__builtin_ctz(%s | 8)"]) % x


@piece("value", 0.5)
def expected(b, e, depth):
    name = once(b, "likely", lambda n: "#define %s(x) __builtin_expect(!!(x), 1)" % n)
    return "%s(%s)" % (name, e.integer(depth))


@piece("value", 0.5, refused="PST1001")
def number_of_text(b, e, depth):
    b.include("cstdlib" if b.cpp else "stdlib.h")
    return b.rng.choice(["atoi(\"12\")", "(int)strtol(\"ff\", NULL, 16)"])


@piece("value", 0.4)
def statement_expression(b, e, depth):
    return "({ int z = %s; z * 2; })" % e.word(depth)


@piece("value", 0.8, c=99, cpp=0)
def compound_literal(b, e, depth):
    name = once(b, "point", lambda n: "struct %s { int a, b; };" % n)
    return b.rng.choice(["((struct %s){3, 4}).b" % name, "((struct %s){.b = 9, .a = 8}).a" % name,
                         "((const int[]){1, 2, 3})[%s]" % e.small(3, depth)])


@piece("value", 0.7, c=11, cpp=0)
def generic_selection(b, e, depth):
    return "_Generic(%s, int: 1, unsigned: 2, long: 3, default: 4)" % e.integer(depth)


@piece("value", 0.6, c=99, cpp=0)
def boolean(b, e, depth):
    return "(_Bool)%s" % e.integer(depth)


@piece("value", 0.8, c=89, cpp=0)
def old_definition(b, e, depth):
    return called(b, e, depth, helper(b, "old", "static int %(f)s(x, y)\nint x, y;\n{\n  return x > y ? x - y : 0;\n}"))


@piece("value", 0.6, c=99)
def inline_helper(b, e, depth):
    return called(b, e, depth, helper(b, "inl", b.rng.choice([
        "static inline int %(f)s(int x, int y) { return x ^ y; }",
        "static inline __attribute__((always_inline)) int %(f)s(const int x, const int y) { return x & ~y; }",
        "static __attribute__((noinline, unused)) int %(f)s(%s int x, %s int y) { return x + y; }".replace("%s", "const" if b.cpp else "register")])))


@piece("value", 0.4, refused="PST1003")
def variadic_helper(b, e, depth):
    b.include("cstdarg" if b.cpp else "stdarg.h")
    name = helper(b, "vsum", (
        "static int %(f)s(int n, ...) {\n  int i, r = 0;\n  va_list list;\n  va_start(list, n);\n  for (i = 0; i < n; i++)\n"
        "    r += va_arg(list, int);\n  va_end(list);\n  return r;\n}"))
    return "%s(3, 4, 5, 6)" % name if b.rng.random() < 0.3 else "%s(2, %s, %s)" % (name, e.word(depth), e.word(depth))
