# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values and statements inside kernels."""
from ..pieces import piece
from ..tree import Node
from ..values import is_float


def word(e, depth):
    return "(int)(%s & 0xffff)" % e.integer(depth)


def top(k, key, text):
    """A thing before the kernel; %(n)s is its name."""
    name = k.fresh(key)
    k.top.append(text.replace("%(n)s", name) + "\n")
    return name


@piece("kvalue", 1)
def integer_builtins(k, e, depth):
    x, y = word(e, depth), word(e, depth)
    return k.rng.choice(["min(%s, %s)" % (x, y), "max(%s, 5)" % x, "(int)abs(%s - 99)" % x, "clamp(%s, 3, 70)" % x, "mad24(%s & 0xff, 3, 4)" % x,
                         "mul24(%s & 0xff, %s & 0xff)" % (x, y), "popcount(%s)" % x, "(int)clz(%s)" % x, "rotate((uint)%s, 3u)" % x, "hadd(%s, %s)" % (x, y),
                         "(int)abs_diff(%s, %s)" % (x, y), "mul_hi(%s, 77777)" % x, "add_sat((char)100, (char)%s)" % x, "sub_sat((uint)%s, 40u)" % x,
                         "upsample((uchar)%s, (uchar)3)" % x])


@piece("kvalue", 1)
def conversions(k, e, depth):
    x = word(e, depth)
    return k.rng.choice(["convert_uchar_sat(%s)", "convert_int_rte(%s * 0.5f)", "(int)convert_float(%s)", "convert_short(%s)", "as_uint(%s)",
                         "(int)as_float(0x40000000 + 0 * %s)", "convert_uint_sat(%s - 10)"]) % x


@piece("kvalue", 0.8)
def exact_float(k, e, depth):
    x = word(e, depth)
    return k.rng.choice(["(int)floor(%s * 0.25f)", "(int)fabs(%s - 0.5f)", "(int)fmax((float)%s, 3.0f)", "(int)trunc(%s * 0.5f)", "isnan((float)%s)",
                         "(int)ldexp((float)(%s & 7), 3)", "(int)sign(%s - 9.0f)", "(int)fmin(%s * 0.5f, 99.0f)", "signbit(%s - 8.0f)"]) % x


@piece("kvalue", 1)
def vector_value(k, e, depth):
    x = word(e, depth)
    return k.rng.choice(["((int4)(1, 2, %s, 4)).z", "((int2)(%s, 3)).yx.s1", "((uint4)(%s)).w", "((int4)(%s, 5, 6, 7)).hi.x", "((int2)(%s, 8) + (int2)(1)).x",
                         "((int4)((int2)(%s, 1), 2, 3)).even.x", "any((int2)(%s, -1))", "select(3, 4, %s)", "((short8)(%s)).s7", "(int)((float2)(%s, 2.0f) * 2.0f).x",
                         "convert_int2((float2)(%s, 1.0f)).x"]) % x


@piece("kvalue", 1)
def constant_table(k, e, depth):
    name = top(k, "tab", "__constant %s %%(n)s[8] = {3, 1, 4, 1, 5, 9, 2, 6};" % k.rng.choice(["int", "uchar", "short", "uint"]))
    return "%s[%s & 7]" % (name, e.integer(depth))


@piece("kvalue", 0.7)
def constant_struct(k, e, depth):
    name = top(k, "conf", "typedef struct { int a, b; } %(n)s_t;\n__constant %(n)s_t %(n)s[2] = {{1, 2}, {30, 40}};")
    return "%s[%s & 1].%s" % (name, e.integer(depth), k.rng.choice("ab"))


@piece("kvalue", 1)
def kernel_helper(k, e, depth):
    name = top(k, "hf", k.rng.choice([
        "%(q)sint %(n)s(int x, int y) {\n  return x > y ? x - y : y - x;\n}", "%(q)sint %(n)s(int x, int y) {\n  int r = 0;\n  for (int j = 0; j < (y & 7); ++j)\n    r += (x >> j) & 1;\n  return r;\n}",
        "%(q)sint %(n)s_in(int x) { return x & 0xff; }\n%(q)sint %(n)s(int x, int y) {\n  if (x & 1)\n    return %(n)s_in(x);\n  return %(n)s_in(y) + 1;\n}",
        "%(q)sint %(n)s(int x, int y) {\n  int t[4] = {1, 2, 3, 4};\n  t[x & 3] = y & 0xff;\n  return t[0] + t[1] * t[2] - t[3];\n}",
        "%(q)sint %(n)s(int x, int y) {\n  switch (x % 4) {\n  case 0:\n    return y & 0xff;\n  case 1:\n    y += 3;\n  default:\n    return y & 0x7f;\n  }\n}"]
    ).replace("%(q)s", k.rng.choice(["", "static ", "inline static ", "static inline __attribute__((always_inline)) "])))
    return "%s(%s, %s)" % (name, word(e, depth), word(e, depth))


@piece("kvalue", 0.7)
def pointer_helper(k, e, depth):
    """A helper that writes through a private pointer."""
    name = top(k, "pf", "void %(n)s_to(int x, __private int *r) { *r = x / 3; }\nint %(n)s(int x) {\n  int r = 1;\n  %(n)s_to(x, &r);\n  return r;\n}")
    return "%s(%s)" % (name, word(e, depth))


@piece("kvalue", 0.8)
def struct_helper(k, e, depth):
    name = top(k, "sf", "typedef struct { int low; int high; } %(n)s_t;\n%(n)s_t %(n)s_make(int x) {\n  %(n)s_t p = {x & 15, x >> 4};\n  return p;\n}\n"
               "int %(n)s(int x) {\n  %(n)s_t p = %(n)s_make(x);\n  p.low += 1;\n  return p.low + p.high;\n}")
    return "%s(%s)" % (name, word(e, depth))


@piece("kvalue", 0.7)
def union_helper(k, e, depth):
    name = top(k, "uf", "int %(n)s(int x) {\n  union { int i; uint u; uchar4 b; } v;\n  v.i = x;\n  return v.b.x + (int)(v.u & 3);\n}")
    return "%s(%s)" % (name, word(e, depth))


@piece("kvalue", 1)
def kernel_macro(k, e, depth):
    name = top(k, "KM", k.rng.choice(["#define %(n)s(x) ((x) * 3 + 1)", "#define %(n)s_K 5\n#define %(n)s(x) ((x) % %(n)s_K)",
                                      "#ifndef %(n)s\n#define %(n)s(x) \\\n  ((x) & 0x3ff)\n#endif"]))
    return "%s(%s)" % (name, word(e, depth))


@piece("kvalue", 0.7)
def kernel_enum(k, e, depth):
    name = top(k, "ke", "enum { %(n)s_a, %(n)s_b = 7, %(n)s_c };")
    return "%s_%s" % (name, k.rng.choice("abc"))


@piece("kvalue", 0.5)
def build_option(k, e, depth):
    """A macro of the build options."""
    name = "P%s_OPT" % k.prefix[1:]
    if k.program.embedded:
        return None
    k.program.kernel_flags = "-D%s=%d" % (name, 12)
    return "(%s & 31)" % name


@piece("kvalue", 0.5)
def sizes_of_types(k, e, depth):
    return k.rng.choice(["(int)sizeof(int4)", "(int)sizeof(long)", "CHAR_BIT", "INT_MAX / 1000", "(int)sizeof(float3)"])


# ---- statements that change a private variable

def stored(variable, type_, text):
    return "%s = %s;" % (variable, text if not is_float(type_) else "(float)(%s & 0xffff)" % text)


@piece("kstatement", 1)
def private_array(k, e, variable, type_):
    a = k.fresh("a")
    return [Node("{\n  int %s[4];\n  for (int j = 0; j < 4; ++j)\n    %s[j] = j * 3;\n  %s[%s & 3] = %s;\n  %s\n}" % (
        a, a, a, e.integer(1), word(e, 1), stored(variable, type_, "%s[1] ^ %s[2]" % (a, a) if not is_float(type_) else "(%s[1] ^ %s[2])" % (a, a))))]


@piece("kstatement", 1)
def private_pointer(k, e, variable, type_):
    p = k.fresh("p")
    return [Node("{\n  %s *%s = &%s;\n  *%s = %s;\n}" % (type_, p, variable, p, e.of(type_)))]


@piece("kstatement", 1)
def unrolled(k, e, variable, type_):
    return [Node("%sfor (int j = 0; j < 4; ++j)\n  %s" % (k.rng.choice(["#pragma unroll\n", "", "__attribute__((opencl_unroll_hint(2)))\n"]),
                                                    stored(variable, type_, "j + %s" % word(e, 1) if not is_float(type_) else "(j + %s)" % word(e, 1))))]


@piece("kstatement", 1)
def vector_variable(k, e, variable, type_):
    v = k.fresh("v")
    return [Node("{\n  int4 %s = (int4)(%s, 1, 2, 3);\n  %s.xy = %s.zw;\n  %s += (int4)(5);\n  %s.s3 = 9;\n  %s\n}" % (
        v, word(e, 1), v, v, v, v, stored(variable, type_, "(%s.x + %s.w)" % (v, v))))]


@piece("kstatement", 1)
def local_struct(k, e, variable, type_):
    s = k.fresh("s")
    return [Node("{\n  struct { int a; float f; int t[2]; } %s;\n  %s.a = %s;\n  %s.t[1] = 4;\n  %s\n}" % (
        s, s, word(e, 1), s, stored(variable, type_, "(%s.a - %s.t[1])" % (s, s))))]


@piece("kstatement", 0.7)
def forward_goto(k, e, variable, type_):
    label = k.fresh("out")
    return [Node("if (%s)\n  goto %s;\n%s\n%s:;" % (e.integer(1), label, stored(variable, type_, "3"), label))]


@piece("kstatement", 1)
def do_while(k, e, variable, type_):
    j = k.fresh("j")
    return [Node("{\n  int %s = %s;\n  do {\n    %s\n  } while (--%s > 0);\n}" % (j, e.small(5), stored(variable, type_, "(%s + 1)" % word(e, 1)), j))]


@piece("kstatement", 0.8)
def nested_loops(k, e, variable, type_):
    return [Node("for (int j = 0; j < 3; ++j)\n  for (int m = j; m < 3; ++m) {\n    if (m == 2)\n      continue;\n    %s\n  }" % stored(
        variable, type_, "(j * m + %s)" % word(e, 1)))]


@piece("kstatement", 0.7)
def conditional_code(k, e, variable, type_):
    return [Node("#ifdef __OPENCL_VERSION__\n%s\n#else\n%s\n#endif" % (stored(variable, type_, word(e, 1)), stored(variable, type_, "1")))]


@piece("kstatement", 0.7)
def const_and_volatile(k, e, variable, type_):
    x = k.fresh("x")
    return [Node("{\n  %s int %s = %s;\n  %s\n}" % (k.rng.choice(["const", "volatile", "__private const"]), x, word(e, 1), stored(variable, type_, x if not is_float(type_) else "(%s)" % x)))]


@piece("kstatement", 0.6)
def comma_and_assignment(k, e, variable, type_):
    x = k.fresh("x")
    return [Node("{\n  int %s, %s_;\n  %s = %s_ = %s, %s++;\n  %s\n}" % (x, x, x, x, word(e, 1), x, stored(variable, type_, "(%s + %s_)" % (x, x))))]
