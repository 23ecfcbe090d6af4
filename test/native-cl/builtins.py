# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the builtin functions of OpenCL C, as OpenCL C, and makes bitcode of them.

    builtins.py FOLDER COMPILER...     FOLDER/FAMILY.bc, and FOLDER/index: lines "function family"

A family holds all overloads of its functions. The pass reads only the families that a program needs, since to read all
takes longer than to compile a small program.

Functions of the C library are reached as __ncl_NAME (mathlib.c), since a program may define a function of any
name. Vectors are done element by element; the optimiser makes vectors of them again where that is possible.
"""

import os
import re
import subprocess
import sys

SIZES = [1, 2, 3, 4, 8, 16]
INTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
FLOATS = ["float", "double"]
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64,
        "float": 32, "double": 64}
MASK = {"float": "int", "double": "long"}
SPACES = ["__private", "__local", "__global", "__generic"]
families = {}  # name: lines
current = None


def family(name):
    global current
    current = families.setdefault(name, [])
    current.append('#include "abi.h"\n#define FN __attribute__((overloadable, always_inline))\n'
                   "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n__private struct ncl_item *__ncl_item(void);")


def put(text):
    current.append(text)


def vec(base, size):
    return base if size == 1 else "%s%d" % (base, size)


def signed(base):
    return base.lstrip("u") if base in INTS else base


def unsigned(base):
    return "u" + signed(base)


def lane(name, index, size):
    """Element `index` of a value, which is the value itself for scalars."""
    return name if size == 1 else "%s.s%x" % (name, index)


def limits(base):
    bits = BITS[base]
    if base.startswith("u"):
        return 0, 2 ** bits - 1
    return -2 ** (bits - 1), 2 ** (bits - 1) - 1


def function(result, name, parameters, body):
    put("FN %s %s(%s) { %s }" % (result, name, ", ".join(parameters), body))


def mapped(name, result, types, expression, size):
    """A function by element: `expression` has {0}, {1}, ... for the arguments' elements."""
    names = "abcd"[:len(types)]
    parameters = ["%s %s" % (t, n) for t, n in zip(types, names)]
    lanes = [lane_expression(expression, types, names, i, size) for i in range(size)]
    if size == 1:
        function(result, name, parameters, "return %s;" % lanes[0])
    else:
        function(result, name, parameters, "return (%s)(%s);" % (result, ", ".join(lanes)))


def lane_expression(expression, types, names, index, size):
    parts = [n if t[-1] not in "23468" or t in INTS + FLOATS else lane(n, index, size) for t, n in zip(types, names)]
    return expression.format(*parts)


# ---- work-items --------------------------------------------------------------------------------------------

family("items")
put("FN uint get_work_dim(void) { return __ncl_item()->group->dims; }")
for name, expression, other in [
        ("get_global_id", "g->first[d] + i->local_id[d]", 0), ("get_local_id", "i->local_id[d]", 0),
        ("get_group_id", "g->id[d]", 0), ("get_global_size", "g->global_size[d]", 1),
        ("get_local_size", "g->local_size[d]", 1), ("get_enqueued_local_size", "g->local_size[d]", 1),
        ("get_num_groups", "g->groups[d]", 1), ("get_global_offset", "g->offset[d]", 0)]:
    put("FN size_t %s(uint d) { __private struct ncl_item *i = __ncl_item(); __private struct ncl_group *g = i->group;"
        " return d < 3 ? %s : %d; }" % (name, expression, other))
put("FN size_t get_local_linear_id(void) { return __ncl_item()->index; }")
put("FN size_t get_global_linear_id(void) { __private struct ncl_item *i = __ncl_item();"
    " __private struct ncl_group *g = i->group; size_t x = 0;"
    " for (int d = 2; d >= 0; --d) x = x * g->global_size[d] + g->first[d] + i->local_id[d] - g->offset[d];"
    " return x; }")

# ---- mathematics --------------------------------------------------------------------------------------------

family("math")
LIBM1 = ("acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 exp10 expm1 lgamma log log2 log10 log1p "
         "logb sin sinh tan tanh tgamma").split()
LIBM2 = "atan2 fdim fmod hypot nextafter pow remainder".split()
ELEMENTWISE1 = {"ceil": "ceil", "fabs": "abs", "floor": "floor", "rint": "rint", "round": "round", "sqrt": "sqrt",
                "trunc": "trunc"}
PI = "3.14159265358979323846264338327950288"


def suffix(base):
    return "f" if base == "float" else ""


def number(text, base):
    return text + ("f" if base == "float" else "")


for base in FLOATS:
    for name in LIBM1:
        put("%s __ncl_%s%s(%s);" % (base, name, suffix(base), base))
    for name in LIBM2:
        put("%s __ncl_%s%s(%s, %s);" % (base, name, suffix(base), base, base))
    for name in ["sinpi", "cospi", "tanpi"]:
        put("%s __ncl_%s%s(%s);" % (base, name, suffix(base), base))
    put("%s __ncl_ldexp%s(%s, int); int __ncl_ilogb%s(%s); int __ncl_exponent%s(%s);" %
        (base, suffix(base), base, suffix(base), base, suffix(base), base))
    put("%s __ncl_remquo%s(%s, %s, __private int *); %s __ncl_lgamma_r%s(%s, __private int *);" %
        (base, suffix(base), base, base, base, suffix(base), base))
    put("%s __ncl_pown%s(%s, int); %s __ncl_rootn%s(%s, int); %s __ncl_powr%s(%s, %s);" %
        (base, suffix(base), base, base, suffix(base), base, base, suffix(base), base, base))

for base in FLOATS:
    s, word = suffix(base), MASK[base]
    for size in SIZES:
        t, i = vec(base, size), vec("int", size)
        for name in LIBM1 + ["sinpi", "cospi", "tanpi"]:
            mapped(name, t, [t], "__ncl_%s%s({0})" % (name, s), size)
        for name in LIBM2:
            mapped(name, t, [t, t], "__ncl_%s%s({0}, {1})" % (name, s), size)
        mapped("powr", t, [t, t], "__ncl_powr%s({0}, {1})" % s, size)
        for name, op in ELEMENTWISE1.items():
            function(t, name, [t + " a"], "return __builtin_elementwise_%s(a);" % op)
        function(t, "copysign", [t + " a", t + " b"], "return __builtin_elementwise_copysign(a, b);")
        function(t, "fma", [t + " a", t + " b", t + " c"], "return __builtin_elementwise_fma(a, b, c);")
        function(t, "mad", [t + " a", t + " b", t + " c"], "return a * b + c;")
        for name, op in [("fmax", "max"), ("fmin", "min")]:
            function(t, name, [t + " a", t + " b"], "return __builtin_elementwise_%s(a, b);" % op)
            if size > 1:
                function(t, name, [t + " a", base + " b"], "return __builtin_elementwise_%s(a, (%s)b);" % (op, t))
        for name in ["acos", "asin", "atan"]:
            mapped(name + "pi", t, [t], "(%s)(__ncl_%s((double){0}) / %s)" % (base, name, PI), size)
        mapped("atan2pi", t, [t, t], "(%s)(__ncl_atan2((double){0}, (double){1}) / %s)" % (base, PI), size)
        function(t, "rsqrt", [t + " a"], "return 1 / sqrt(a);")
        mapped("maxmag", t, [t, t], "(fabs({0}) > fabs({1}) ? {0} : fabs({1}) > fabs({0}) ? {1} : fmax({0}, {1}))", size)
        mapped("minmag", t, [t, t], "(fabs({0}) < fabs({1}) ? {0} : fabs({1}) < fabs({0}) ? {1} : fmin({0}, {1}))", size)
        mapped("ilogb", i, [t], "__ncl_ilogb%s({0})" % s, size)
        mapped("ldexp", t, [t, i], "__ncl_ldexp%s({0}, {1})" % s, size)
        mapped("pown", t, [t, i], "__ncl_pown%s({0}, {1})" % s, size)
        mapped("rootn", t, [t, i], "__ncl_rootn%s({0}, {1})" % s, size)
        if size > 1:
            mapped("ldexp", t, [t, "int"], "__ncl_ldexp%s({0}, {1})" % s, size)
        u = vec(unsigned(word), size)
        quiet = "0x7fc00000u" if base == "float" else "0x7ff8000000000000ul"
        function(t, "nan", [u + " a"], "return as_%s((%s)(%s) | a);" % (t, u, quiet))
        for space in SPACES:
            p, q = "%s %s *p" % (space, t), "%s %s *p" % (space, i)
            function(t, "fract", [t + " a", p],
                     "*p = floor(a); %s r = fmin(a - *p, (%s)(%s)); r = isnan(a) ? a : isinf(a) ? copysign((%s)(0), a) : r;"
                     " return r;" % (t, t, "0x1.fffffep-1f" if base == "float" else "0x1.fffffffffffffp-1", t)
                     if size == 1 else
                     "%s r; %s f; " % (t, base) +
                     " ".join("r.s%x = fract(a.s%x, &f); (*p).s%x = f;" % (k, k, k) for k in range(size)) + " return r;")
            function(t, "modf", [t + " a", p],
                     "*p = trunc(a); return copysign(isinf(a) ? 0 : a - *p, a);" if size == 1 else
                     "%s r; %s f; " % (t, base) +
                     " ".join("r.s%x = modf(a.s%x, &f); (*p).s%x = f;" % (k, k, k) for k in range(size)) + " return r;")
            function(t, "sincos", [t + " a", p], "*p = cos(a); return sin(a);")
            function(t, "frexp", [t + " a", q],
                     "int e = __ncl_exponent%s(a); *p = e; return e ? __ncl_ldexp%s(a, -e) : a;" % (s, s) if size == 1 else
                     "%s r; int e; " % t +
                     " ".join("r.s%x = frexp(a.s%x, &e); (*p).s%x = e;" % (k, k, k) for k in range(size)) + " return r;")
            function(t, "lgamma_r", [t + " a", q],
                     "int e; a = __ncl_lgamma_r%s(a, &e); *p = e; return a;" % s if size == 1 else
                     "%s r; int e; " % t +
                     " ".join("r.s%x = lgamma_r(a.s%x, &e); (*p).s%x = e;" % (k, k, k) for k in range(size)) + " return r;")
            function(t, "remquo", [t + " a", t + " b", q],
                     "int e; a = __ncl_remquo%s(a, b, &e); *p = e; return a;" % s if size == 1 else
                     "%s r; int e; " % t +
                     " ".join("r.s%x = remquo(a.s%x, b.s%x, &e); (*p).s%x = e;" % (k, k, k, k) for k in range(size)) +
                     " return r;")

for size in SIZES:
    t = vec("float", size)
    for name in "cos exp exp2 exp10 log log2 log10 rsqrt sin sqrt tan".split():
        for kind in ["half_", "native_"]:
            function(t, kind + name, [t + " a"], "return %s(a);" % name)
    for kind in ["half_", "native_"]:
        function(t, kind + "recip", [t + " a"], "return 1 / a;")
        function(t, kind + "divide", [t + " a", t + " b"], "return a / b;")
        function(t, kind + "powr", [t + " a", t + " b"], "return powr(a, b);")

# ---- integers ------------------------------------------------------------------------------------------------

family("integer")
for base in INTS:
    bits, is_signed = BITS[base], not base.startswith("u")
    wide = {8: "short", 16: "int", 32: "long"}.get(bits)
    for size in SIZES:
        t, u = vec(base, size), vec(unsigned(base), size)
        two = [t + " a", t + " b"]
        least = "(%s)1 << %d" % (unsigned(base), bits - 1)
        if is_signed:
            function(u, "abs", [t + " a"], "return a < 0 ? -(%s)a : (%s)a;" % (u, u) if size == 1 else "%s x = as_%s(a); %s m = as_%s(a >> (%s)%d); return (x ^ m) - m;" %
                     (u, u, u, u, t, bits - 1))
        else:
            function(u, "abs", [t + " a"], "return a;")
        function(u, "abs_diff", two, "return a > b ? (%s)a - (%s)b : (%s)b - (%s)a;" % (u, u, u, u)
                 if size == 1 else "%s m = as_%s(a > b), d = as_%s(a) - as_%s(b); return (d & m) | (-d & ~m);" % (u, u, u, u))
        for name in ["add_sat", "sub_sat"]:
            if size > 1 or bits >= 32:
                function(t, name, two, "return __builtin_elementwise_%s(a, b);" % name)
            else:
                # C makes an int of a small number first.
                low, high = limits(base)
                function(t, name, two, "int x = (int)a %s b; return x < %d ? %d : x > %d ? %d : x;" %
                         ("+" if name == "add_sat" else "-", low, low, high, high))
        function(t, "hadd", two, "return (a & b) + ((a ^ b) >> (%s)1);" % t)
        function(t, "rhadd", two, "return (a | b) - ((a ^ b) >> (%s)1);" % t)
        for name in ["max", "min"]:
            function(t, name, two, "return __builtin_elementwise_%s(a, b);" % name)
            if size > 1:
                function(t, name, [t + " a", base + " b"], "return __builtin_elementwise_%s(a, (%s)b);" % (name, t))
        function(t, "clamp", [t + " a", t + " b", t + " c"], "return min(max(a, b), c);")
        if size > 1:
            function(t, "clamp", [t + " a", base + " b", base + " c"], "return min(max(a, (%s)b), (%s)c);" % (t, t))
        ub = unsigned(base)
        count = {8: "__builtin_clz((uint)(%s)({0})) - 24", 16: "__builtin_clz((uint)(%s)({0})) - 16",
                 32: "__builtin_clz((%s)({0}))", 64: "__builtin_clzl((%s)({0}))"}[bits] % ub
        mapped("clz", t, [t], "(%s)({0} ? %s : %d)" % (base, count, bits), size)
        count = "__builtin_ctzl((ulong){0})" if bits == 64 else "__builtin_ctz((uint){0})"
        mapped("ctz", t, [t], "(%s)({0} ? %s : %d)" % (base, count, bits), size)
        mapped("popcount", t, [t], "(%s)__builtin_popcount%s((%s){0})" % (base, "l" if bits == 64 else "", ub), size)
        if wide:
            w = wide if is_signed else "u" + wide
            mapped("mul_hi", t, [t, t], "(%s)(((%s){0} * (%s){1}) >> %d)" % (base, w, w, bits), size)
        else:
            w = "__int128" if is_signed else "unsigned __int128"
            mapped("mul_hi", t, [t, t], "(%s)(((%s){0} * (%s){1}) >> 64)" % (base, w, w), size)
        function(t, "mad_hi", [t + " a", t + " b", t + " c"], "return mul_hi(a, b) + c;")
        if bits == 64:
            mapped("mad_sat", t, [t, t, t], "__ncl_mad_sat_%s({0}, {1}, {2})" % base, size)
        else:
            low = {"char": "-128", "short": "-32768", "int": "-2147483648l"}.get(base, "0")
            high = {8: 2 ** 8, 16: 2 ** 16, 32: 2 ** 32}[bits]
            high = str(high // 2 - 1 if is_signed else high - 1)
            w = "long" if is_signed else "ulong"
            lower = "" if not is_signed else "x < %s ? (%s)%s : " % (low, base, low)
            if size == 1:
                function(t, "mad_sat", [t + " a", t + " b", t + " c"], "%s x = (%s)a * (%s)b + (%s)c; return %sx > %s%s ? (%s)%s : (%s)x;" %
                         (w, w, w, w, lower, high, "l" if is_signed else "ul", base, high + ("u" if not is_signed else ""), base))
            else:
                mapped("mad_sat", t, [t, t, t], "mad_sat({0}, {1}, {2})", size)
        function(t, "rotate", two, "%s x = as_%s(a), n = as_%s(b) & (%s)%d; return as_%s((x << n) | (x >> ((%s)%d - n & (%s)%d)));" %
                 (u, u, u, u, bits - 1, t, u, bits, u, bits - 1) if size > 1 or bits >= 32 else
                 "uint x = (%s)a, n = (uint)b & %du; return (%s)((x << n) | (x >> ((%du - n) & %du)));" %
                 (ub, bits - 1, base, bits, bits - 1))
        if bits == 32:
            function(t, "mul24", two, "return a * b;" if not is_signed else "return as_%s(as_%s(a) * as_%s(b));" % (t, u, u))
            function(t, "mad24", [t + " a", t + " b", t + " c"], "return mul24(a, b) + c;")
        if wide:
            w = wide if is_signed else "u" + wide
            wt = vec(w, size)
            # The low half has no sign.
            function(wt, "upsample", [t + " a", vec(ub, size) + " b"],
                     "return (__builtin_convertvector(a, %s) << (%s)%d) | __builtin_convertvector(b, %s);" % (wt, wt, bits, wt)
                     if size > 1 else "return (%s)(((%s)a << %d) | (%s)b);" % (w, "uint" if bits < 32 else "ulong", bits, "uint" if bits < 32 else "ulong"))

# ---- common, geometric ----------------------------------------------------------------------------------------

family("common")
for base in FLOATS:
    n = lambda text: number(text, base)  # noqa: E731
    for size in SIZES:
        t = vec(base, size)
        # Both scalars or both vectors; then the forms with a scalar.
        function(t, "max", [t + " a", t + " b"], "return fmax(a, b);")
        function(t, "min", [t + " a", t + " b"], "return fmin(a, b);")
        function(t, "clamp", [t + " a", t + " b", t + " c"], "return fmin(fmax(a, b), c);")
        function(t, "degrees", [t + " a"], "return (%s)(%s) * a;" % (t, n("57.295779513082320876798154814105170")))
        function(t, "radians", [t + " a"], "return (%s)(%s) * a;" % (t, n("0.017453292519943295769236907684886127")))
        function(t, "mix", [t + " a", t + " b", t + " c"], "return a + (b - a) * c;")
        mapped("step", t, [t, t], "({1} < {0} ? %s : %s)" % (n("0.0"), n("1.0")), size)
        function(t, "smoothstep", [t + " a", t + " b", t + " c"],
                 "%s x = clamp((c - a) / (b - a), (%s)(0), (%s)(1)); return x * x * (3 - 2 * x);" % (t, t, t))
        mapped("sign", t, [t], "({0} > 0 ? %s : {0} < 0 ? %s : {0} == 0 ? {0} : %s)" % (n("1.0"), n("-1.0"), n("0.0")), size)
        if size > 1:
            function(t, "max", [t + " a", base + " b"], "return fmax(a, (%s)b);" % t)
            function(t, "min", [t + " a", base + " b"], "return fmin(a, (%s)b);" % t)
            function(t, "clamp", [t + " a", base + " b", base + " c"], "return clamp(a, (%s)b, (%s)c);" % (t, t))
            function(t, "mix", [t + " a", t + " b", base + " c"], "return a + (b - a) * c;")
            function(t, "step", [base + " a", t + " b"], "return step((%s)a, b);" % t)
            function(t, "smoothstep", [base + " a", base + " b", t + " c"], "return smoothstep((%s)a, (%s)b, c);" % (t, t))
        if size <= 4:
            function(base, "dot", [t + " a", t + " b"], "return %s;" %
                     " + ".join("%s * %s" % (lane("a", k, size), lane("b", k, size)) for k in range(size)))
            if size == 1:
                function(t, "length", [t + " a"], "return fabs(a);")
            else:
                # Scaled, where squares leave the range.
                huge, tiny = ("0x1p126f", "0x1p-126f") if base == "float" else ("0x1p1022", "0x1p-1022")
                up, down = ("0x1p86f", "0x1p-86f") if base == "float" else ("0x1p563", "0x1p-563")
                function(base, "length", [t + " a"],
                         "%s s = dot(a, a); if (s > %s) { a *= %s; return sqrt(dot(a, a)) * %s; }"
                         " if (s < %s) { a *= %s; return sqrt(dot(a, a)) * %s; } return sqrt(s);" %
                         (base, huge, down, up, tiny, up, down))
            function(base, "distance", [t + " a", t + " b"], "return length(a - b);")
            function(t, "normalize", [t + " a"],
                     "return sign(a);" if size == 1 else
                     "%s l = length(a); if (l == 0) return a; if (l < %s) { a *= %s; l = length(a); } if (isinf(l)) { a = select((%s)(0), copysign((%s)(1), a), isinf(a));"
                     " l = length(a); } return a / l;" %
                     (base, *(("0x1p-60f", "0x1p86f") if base == "float" else ("0x1p-500", "0x1p563")), t, t))
            if base == "float":
                function(base, "fast_length", [t + " a"], "return length(a);")
                function(base, "fast_distance", [t + " a", t + " b"], "return distance(a, b);")
                function(t, "fast_normalize", [t + " a"], "return normalize(a);")
    for size in [3, 4]:
        t = vec(base, size)
        function(t, "cross", [t + " a", t + " b"],
                 "return (%s)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x%s);" %
                 (t, ", 0" if size == 4 else ""))

# ---- relational -----------------------------------------------------------------------------------------------

family("relational")
for base in FLOATS:
    for size in SIZES:
        t = vec(base, size)
        result = "int" if size == 1 else vec(MASK[base], size)
        two = [t + " a", t + " b"]
        for name, op in [("isequal", "=="), ("isnotequal", "!="), ("isgreater", ">"), ("isgreaterequal", ">="),
                         ("isless", "<"), ("islessequal", "<=")]:
            function(result, name, two, "return a %s b;" % op)
        function(result, "islessgreater", two, "return (a < b) | (a > b);")
        function(result, "isordered", two, "return (a == a) & (b == b);")
        function(result, "isunordered", two, "return (a != a) | (b != b);")
        word = vec(MASK[base], size)
        inf = "0x7f800000" if base == "float" else "0x7ff0000000000000l"
        all_but_sign = "0x7fffffff" if base == "float" else "0x7fffffffffffffffl"
        least = "0x00800000" if base == "float" else "0x0010000000000000l"
        bits = "%s x = as_%s(a) & (%s)(%s); " % (word, word, word, all_but_sign)
        function(result, "isnan", [t + " a"], bits + "return x > (%s)(%s);" % (word, inf))
        function(result, "isinf", [t + " a"], bits + "return x == (%s)(%s);" % (word, inf))
        function(result, "isfinite", [t + " a"], bits + "return x < (%s)(%s);" % (word, inf))
        function(result, "isnormal", [t + " a"], bits + "return (x < (%s)(%s)) & (x >= (%s)(%s));" % (word, inf, word, least))
        function(result, "signbit", [t + " a"], "return as_%s(a) < (%s)(0);" % (word, word))
for base in ["char", "short", "int", "long"]:
    for size in SIZES:
        t = vec(base, size)
        for name, op in [("any", " | "), ("all", " & ")]:
            function("int", name, [t + " a"], "return (%s) < 0;" % op.join(lane("a", k, size) for k in range(size)))
for base in INTS + FLOATS:
    word = signed(base) if base in INTS else MASK[base]
    for size in SIZES:
        t, m = vec(base, size), vec(word, size)
        three = [t + " a", t + " b", t + " c"]
        function(t, "bitselect", three, "return as_%s((%s)((as_%s(a) & ~as_%s(c)) | (as_%s(b) & as_%s(c))));" % (t, m, m, m, m, m))
        for mask in [word, unsigned(word)]:
            mt = vec(mask, size)
            function(t, "select", [t + " a", t + " b", mt + " c"], "return c ? b : a;" if size == 1 else
                     "%s m = as_%s(c) >> (%s)%d; return as_%s((as_%s(a) & ~m) | (as_%s(b) & m));" %
                     (m, m, m, BITS[base] - 1, t, m, m))

# ---- vectors in memory -----------------------------------------------------------------------------------------

family("memory")
for base in INTS + FLOATS:
    for size in SIZES[1:]:
        t = vec(base, size)
        for space in SPACES + ["__constant"]:
            function(t, "vload%d" % size, ["size_t n", "const %s %s *p" % (space, base)], "p += n * %d; return (%s)(%s);" %
                     (size, t, ", ".join("p[%d]" % k for k in range(size))))
            if space != "__constant":
                function("void", "vstore%d" % size, [t + " v", "size_t n", "%s %s *p" % (space, base)], "p += n * %d; %s" %
                         (size, " ".join("p[%d] = v.s%x;" % (k, k) for k in range(size))))
family("half")
put("float __ncl_half_to_float(ushort); ushort __ncl_float_to_half(float, int); ushort __ncl_double_to_half(double, int);")
for size in SIZES:
    t, name = vec("float", size), "" if size == 1 else str(size)
    for space in SPACES + ["__constant"]:
        for kind, step in [("vload_half", size), ("vloada_half", 4 if size == 3 else size)]:
            if kind == "vloada_half" and size == 1:
                continue
            values = ["__ncl_half_to_float(q[%d])" % k for k in range(size)]
            function(t, kind + name, ["size_t n", "const %s half *p" % space],
                     "const %s ushort *q = (const %s ushort *)p + n * %d; return (%s)(%s);" % (space, space, step, t, ", ".join(values)))
    for space in SPACES:
        for base in FLOATS:
            for number_of, mode in enumerate(["", "_rte", "_rtz", "_rtp", "_rtn"]):
                for kind, step in [("vstore_half", size), ("vstorea_half", 4 if size == 3 else size)]:
                    if kind == "vstorea_half" and size == 1:
                        continue
                    body = " ".join("q[%d] = __ncl_%s_to_half(%s, %d);" % (k, base, lane("v", k, size), max(number_of - 1, 0))
                                    for k in range(size))
                    function("void", kind + name + mode, [vec(base, size) + " v", "size_t n", "%s half *p" % space],
                             "%s ushort *q = (%s ushort *)p + n * %d; %s" % (space, space, step, body))

family("shuffle")
for base in INTS + FLOATS:
    mask_base = unsigned(base) if base in INTS else unsigned(MASK[base])
    for result in [2, 4, 8, 16]:
        for source in [2, 4, 8, 16]:
            t, s, m = vec(base, result), vec(base, source), vec(mask_base, result)
            pick = " ".join("r.s%x = u.a[m.s%x & %d];" % (k, k, source - 1) for k in range(result))
            put("FN %s shuffle(%s v, %s m) { union { %s v; %s a[%d]; } u; u.v = v; %s r; %s return r; }" %
                (t, s, m, s, base, source, t, pick))
            put("FN %s shuffle2(%s v, %s w, %s m) { union { %s v[2]; %s a[%d]; } u; u.v[0] = v; u.v[1] = w; %s r; %s return r; }" % (
                t, s, s, m, s, base, 2 * source, t, " ".join("r.s%x = u.a[m.s%x & %d];" % (k, k, 2 * source - 1) for k in range(result))))

# ---- conversions ------------------------------------------------------------------------------------------------

ROUND = {"_rte": "rint", "_rtz": "trunc", "_rtp": "ceil", "_rtn": "floor"}
def literal(value, base):
    if base == "ulong":
        return "%dul" % value
    if base == "long":
        return "(-%dl - 1)" % (-value - 1) if value < 0 else "%dl" % value
    return "(%s)%s" % (base, "(-%dl - 1)" % (-value - 1) if value < 0 else "%dul" % value)


def conversion(to, source, mode, sat):
    """Of a scalar `a`, as an expression."""
    if to in INTS and source in INTS:
        if not sat:
            return "(%s)a" % to
        (low, high), (least, most) = limits(to), limits(source)
        text = "(%s)a" % to
        if most > high:
            text = "a > %s ? %s : %s" % (literal(high, source), literal(high, to), text)
        if least < low:
            text = "a < %s ? %s : %s" % (literal(low, source), literal(low, to), text)
        return text
    if to in INTS:
        rounded = "a" if mode in ("", "_rtz") else "%s(a)" % ROUND[mode]
        if not sat:
            return "(%s)%s" % (to, rounded)
        low, high = limits(to)
        above = "%s" % number("0x1p%d" % (high + 1).bit_length().__sub__(1), source)
        below = number("%d.0" % low, source)
        return "isnan(a) ? 0 : %s >= %s ? %s : %s <= %s ? %s : (%s)%s" % (
            rounded, above, literal(high, to), rounded, below, literal(low, to), to, rounded)
    if source in FLOATS:
        if to == "double" or source == "float" or mode in ("", "_rte"):
            return "(%s)a" % to
        return "__ncl_to_float_double%s(a)" % mode
    if mode in ("", "_rte") or (to == "double" and BITS[source] < 64) or BITS[source] < 32:
        return "(%s)a" % to
    wide = "ulong" if source.startswith("u") else "long"
    return "__ncl_%s_to_%s%s(a)" % (wide, to, mode)


for to in INTS + FLOATS:
    family("convert_" + to)
    for mode in ["rtz", "rtp", "rtn"] if to in FLOATS else []:
        put("float __ncl_to_float_double_%s(double);" % mode)
        for i in ["long", "ulong"]:
            put("%s __ncl_%s_to_%s_%s(%s);" % (to, i, to, mode, i))
    for source in INTS + FLOATS:
        for sat in (["", "_sat"] if to in INTS else [""]):
            for mode in ["", "_rte", "_rtz", "_rtp", "_rtn"]:
                plain = not sat and conversion(to, source, mode, False) == "(%s)a" % to
                for size in SIZES:
                    t, s = vec(to, size), vec(source, size)
                    name = "convert_%s%s%s" % (t, sat, mode)
                    if size == 1:
                        function(t, name, [s + " a"], "return %s;" % conversion(to, source, mode, bool(sat)))
                    elif plain:
                        function(t, name, [s + " a"], "return __builtin_convertvector(a, %s);" % t)
                    else:
                        mapped(name, t, [s], "convert_%s%s%s({0})" % (to, sat, mode), size)

# ---- atomics ------------------------------------------------------------------------------------------------------

family("atomic")
# OpenCL 1.x promises no order; an implementation without any would be of no use.
for prefix, bases in [("atomic_", ["int", "uint"]), ("atom_", ["int", "uint", "long", "ulong"])]:
    for base in bases:
        for space in ["__local", "__global", "__generic"]:
            p = "volatile %s %s *p" % (space, base)
            order = "__ATOMIC_SEQ_CST"
            for name in ["add", "sub", "and", "or", "xor", "min", "max"]:
                function(base, prefix + name, [p, base + " v"], "return __atomic_fetch_%s(p, v, %s);" % (name, order))
            function(base, prefix + "xchg", [p, base + " v"], "return __atomic_exchange_n(p, v, %s);" % order)
            function(base, prefix + "inc", [p], "return __atomic_fetch_add(p, 1, %s);" % order)
            function(base, prefix + "dec", [p], "return __atomic_fetch_sub(p, 1, %s);" % order)
            function(base, prefix + "cmpxchg", [p, base + " c", base + " v"],
                     "__atomic_compare_exchange_n(p, &c, v, 0, %s, %s); return c;" % (order, order))
for space in ["__local", "__global", "__generic"]:
    function("float", "atomic_xchg", ["volatile %s float *p" % space, "float v"],
             "return as_float(__atomic_exchange_n((volatile %s int *)p, as_int(v), __ATOMIC_SEQ_CST));" % space)

family("atomic2")
for base in ["int", "uint", "long", "ulong", "float", "double"]:
    for space in ["__local", "__global", "__generic"]:
        p = "volatile %s atomic_%s *p" % (space, base)
        forms = [("", [], "memory_order_seq_cst", "memory_scope_device"),
                 ("_explicit", ["memory_order o"], "o", "memory_scope_device"),
                 ("_explicit", ["memory_order o", "memory_scope s"], "o", "memory_scope_device")]
        function("void", "atomic_init", [p, base + " v"], "__opencl_atomic_init(p, v);")
        for end, extra, order, scope in forms:
            function("void", "atomic_store" + end, [p, base + " v"] + extra, "__opencl_atomic_store(p, v, %s, %s);" % (order, scope))
            function(base, "atomic_load" + end, [p] + extra, "return __opencl_atomic_load(p, %s, %s);" % (order, scope))
            function(base, "atomic_exchange" + end, [p, base + " v"] + extra,
                     "return __opencl_atomic_exchange(p, v, %s, %s);" % (order, scope))
            for name in ["add", "sub"] + (["and", "or", "xor", "min", "max"] if base in INTS else []):
                if base not in INTS:
                    continue
                function(base, "atomic_fetch_%s%s" % (name, end), [p, base + " v"] + extra,
                         "return __opencl_atomic_fetch_%s(p, v, %s, %s);" % (name, order, scope))
        for strength in ["strong", "weak"]:
            for expected in ["__private", "__local", "__global", "__generic"]:
                e = "%s %s *e" % (expected, base)
                call = ("%s x = *e; bool y = __opencl_atomic_compare_exchange_strong(p, &x, v, %%s, %%s, memory_scope_device);"
                        " if (!y) *e = x; return y;" % base)
                name = "atomic_compare_exchange_" + strength
                function("bool", name, [p, e, base + " v"], call % ("memory_order_seq_cst", "memory_order_seq_cst"))
                for extra in [[], ["memory_scope s"]]:
                    # Clang has no constant order for a failure that a variable names; the stronger one is right.
                    function("bool", name + "_explicit", [p, e, base + " v", "memory_order o", "memory_order f"] + extra,
                             call % ("o", "f"))
for space in ["__local", "__global", "__generic"]:
    p = "volatile %s atomic_flag *p" % space
    for end, extra in [("", []), ("_explicit", ["memory_order o"]), ("_explicit", ["memory_order o", "memory_scope s"])]:
        order = "o" if extra else "memory_order_seq_cst"
        function("bool", "atomic_flag_test_and_set" + end, [p] + extra,
                 "return __opencl_atomic_exchange((volatile %s atomic_int *)p, 1, %s, memory_scope_device);" % (space, order))
        function("void", "atomic_flag_clear" + end, [p] + extra,
                 "__opencl_atomic_store((volatile %s atomic_int *)p, 0, %s, memory_scope_device);" % (space, order))
put("FN void atomic_work_item_fence(cl_mem_fence_flags f, memory_order o, memory_scope s) {"
    " switch (o) { case memory_order_relaxed: break; case memory_order_acquire: __atomic_thread_fence(__ATOMIC_ACQUIRE); break;"
    " case memory_order_release: __atomic_thread_fence(__ATOMIC_RELEASE); break;"
    " case memory_order_acq_rel: __atomic_thread_fence(__ATOMIC_ACQ_REL); break;"
    " default: __atomic_thread_fence(__ATOMIC_SEQ_CST); } }")
for name in ["mem_fence", "read_mem_fence", "write_mem_fence"]:
    put("FN void %s(cl_mem_fence_flags f) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }" % name)

# ---- copies of a group ------------------------------------------------------------------------------------------------

family("group")
put("void __attribute__((overloadable, convergent)) barrier(cl_mem_fence_flags);")
put("FN void wait_group_events(int n, __generic event_t *e) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }")
put("FN void wait_group_events(int n, __private event_t *e) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }")
for space in ["__local", "__global"]:
    put("FN void wait_group_events(int n, %s event_t *e) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }" % space)
put("FN size_t ncl_items(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }")
for base in INTS + FLOATS:
    for size in SIZES:
        t = vec(base, size)
        function("void", "prefetch", ["const __global %s *p" % t, "size_t n"], "")
        for to, source in [("__local", "__global"), ("__global", "__local")]:
            p, q = "%s %s *p" % (to, t), "const %s %s *q" % (source, t)
            each = "for (size_t i = __ncl_item()->index; i < n; i += ncl_items())"
            function("event_t", "async_work_group_copy", [p, q, "size_t n", "event_t e"], "%s p[i] = q[i]; return e;" % each)
            function("event_t", "async_work_group_strided_copy", [p, q, "size_t n", "size_t s", "event_t e"],
                     "%s p[i%s] = q[i%s]; return e;" % (each, " * s" if to == "__global" else "", " * s" if source == "__global" else ""))

# ---- files ------------------------------------------------------------------------------------------------------------

families["integer"].insert(1, """
FN long __ncl_mad_sat_long(long a, long b, long c) {
  __int128 x = (__int128)a * b + c;
  return x > 0x7fffffffffffffffl ? 0x7fffffffffffffffl : x < -0x7fffffffffffffffl - 1 ? -0x7fffffffffffffffl - 1 : (long)x;
}
FN ulong __ncl_mad_sat_ulong(ulong a, ulong b, ulong c) {
  unsigned __int128 m = (unsigned __int128)a * b;
  ulong low = (ulong)m, sum = low + c;
  return (m >> 64) || sum < low ? 0xfffffffffffffffful : sum;
}
""")
folder, compiler = sys.argv[1], sys.argv[2:]
os.makedirs(folder, exist_ok=True)
lines = []
for name, text in families.items():
    source = os.path.join(folder, name + ".cl")
    with open(source, "w") as file:
        file.write("\n".join(text) + "\n")
    subprocess.run(compiler + ["-emit-llvm", "-c", source, "-o", os.path.join(folder, name + ".bc")], check=True)
    functions = sorted(set(re.findall(r"^FN [\w ]+? (\w+)\(", "\n".join(text), re.M)))
    lines += ["%s %s" % (function_name, name) for function_name in functions if not function_name.startswith("__")]
with open(os.path.join(folder, "index"), "w") as file:
    file.write("\n".join(lines) + "\n")
