# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values as C++ spells them: the standard library, templates, classes, lambdas."""
from ..pieces import piece
from .values_c import called, helper, once


@piece("value", 1.5, c=0)
def min_max(b, e, depth):
    b.include("algorithm")
    x, y = e.word(depth), e.word(depth)
    return b.rng.choice(["std::min(%s, %s)" % (x, y), "std::max(%s, %s)" % (x, y), "std::max<int>(%s, 40)" % x,
                         "std::max({%s, %s, 7})" % (x, y)] + (["std::clamp(%s, 3, 90)" % x] if b.standard >= 17 else []))


@piece("value", 1.2, c=0)
def casts(b, e, depth):
    x = e.integer(depth)
    return b.rng.choice(["static_cast<unsigned char>(%s)", "static_cast<long>(%s)", "int(%s)", "(bool)%s",
                         "static_cast<unsigned>(%s)"]) % x


@piece("value", 1, c=0)
def constexpr_value(b, e, depth):
    return once(b, "size", lambda n: b.rng.choice(["static constexpr int %s = 24;", "constexpr unsigned %s = 1u << 4;"]) % n)


@piece("value", 1, c=0)
def constexpr_function(b, e, depth):
    return called(b, e, depth, helper(b, "cex", "static constexpr int %(f)s(int x, int y) { return (x + y) / 2; }"))


@piece("value", 1, c=0)
def template_function(b, e, depth):
    name = helper(b, "tmpl", b.rng.choice([
        "template <typename T> static T %(f)s(T x, T y) { return x < y ? y : x; }",
        "template <class T> static inline T %(f)s(const T &x, const T &y) {\n  T r = x;\n  if (y > r)\n    r = y;\n  return r;\n}"]))
    return called(b, e, depth, name + b.rng.choice(["", "<int>", "<long>"]))


@piece("value", 0.8, c=0)
def template_number(b, e, depth):
    name = once(b, "pow", lambda n: (
        "template <int N> static int %s(int x) {\n  int r = 1;\n  for (int i = 0; i < N; ++i)\n    r *= x & 15;\n  return r;\n}" % n))
    return "%s<%d>(%s)" % (name, b.rng.randint(1, 4), e.word(depth))


@piece("value", 0.8, c=0)
def template_class(b, e, depth):
    name = once(b, "Range", lambda n: (
        "template <typename T, int Step> struct %s {\n  T from, to;\n  T length() const { return (to - from) / Step; }\n};" % n))
    return "%s<int, 2>{3, %s}.length()" % (name, e.word(depth))


@piece("value", 0.6, c=0)
def specialisation(b, e, depth):
    name = once(b, "Traits", lambda n: (
        "template <typename T> struct %s { static int width() { return 1; } };\n"
        "template <> struct %s<float> { static int width() { return 4; } };" % (n, n)))
    return "%s<%s>::width()" % (name, b.rng.choice(["int", "float"]))


@piece("value", 0.6, c=0, cpp=14)
def variable_template(b, e, depth):
    name = once(b, "scale", lambda n: "template <typename T> constexpr T %s = T(6);" % n)
    return "%s<%s>" % (name, b.rng.choice(["int", "long"]))


@piece("value", 0.8, c=0)
def variadic_template(b, e, depth):
    if b.standard >= 17:
        name = once(b, "fold", lambda n: "template <typename... A> static int %s(A... a) { return (0 + ... + (int)(a & 0xff)); }" % n)
    else:
        name = once(b, "add", lambda n: (
            "static int %s() { return 0; }\ntemplate <typename T, typename... A> static int %s(T first, A... rest) {\n"
            "  return (int)(first & 0xff) + %s(rest...);\n}" % (n, n, n)))
    return "%s(%s, %s, 7)" % (name, e.word(depth), e.word(depth))


@piece("value", 0.8, c=0, cpp=17)
def if_constexpr(b, e, depth):
    name = once(b, "conv", lambda n: (
        "template <typename T> static int %s(T x) {\n  if constexpr (sizeof(T) > 4)\n    return (int)(x & 0xff);\n  else\n"
        "    return (int)(x & 0xf) + 1;\n}" % n))
    return "%s(%s)" % (name, e.integer(depth))


@piece("value", 1.2, c=0)
def lambda_called(b, e, depth):
    x = e.integer(depth)
    return b.rng.choice(["[](int z) { return z / 3 + 1; }(%s)" % e.word(depth),
                         "([&] { return (int)(%s & 0xff); }())" % x,
                         "[=]() -> int { return (int)(%s & 0xff) * 2; }()" % x,
                         "[y = (int)(%s & 0xff)](int z) { return y + z; }(3)" % x if b.standard >= 14 else
                         "[](int z, int y) { return z - y; }(9, %s)" % e.word(depth)])


@piece("value", 0.6, c=0)
def lambda_at_file_scope(b, e, depth):
    return called(b, e, depth, helper(b, "lam", "static const auto %(f)s = [](int x, int y) { return x < y ? y - x : x - y; };"))


@piece("value", 0.5, c=0, cpp=14)
def generic_lambda(b, e, depth):
    return "([](auto x, auto y) { return x < y ? x : y; })(%s, %s)" % (e.word(depth), e.word(depth))


@piece("value", 1, c=0)
def class_value(b, e, depth):
    name = once(b, "Point", lambda n: (
        "class %s {\n  int x_, y_;\n\npublic:\n  %s(int x, int y) : x_(x), y_(y) {}\n  explicit %s(int v = 3) : %s(v, v + 1) {}\n"
        "  int norm() const { return x_ * x_ + y_ * y_; }\n  int x() const { return x_; }\n};" % (n, n, n, n)))
    return b.rng.choice(["%s(%d, 5).norm()" % (name, b.rng.randint(0, 9)),
                         "%s((int)(%s & 0xff), 2).%s()" % (name, e.integer(depth), b.rng.choice(["norm", "x"])), "%s().x()" % name])


@piece("value", 0.8, c=0)
def operators(b, e, depth):
    name = once(b, "Vec", lambda n: (
        "struct %s {\n  int a, b;\n  %s operator+(const %s &o) const { return {a + o.a, b + o.b}; }\n"
        "  friend int operator*(const %s &u, const %s &v) { return u.a * v.a + u.b * v.b; }\n"
        "  bool operator<(const %s &o) const { return a < o.a; }\n  operator int() const { return a; }\n};" % ((n,) * 6)))
    v = "%s{(int)(%s & 0x3f), 2}" % (name, e.integer(depth))
    return b.rng.choice(["int(%s + %s{1, 2})" % (v, name), "(%s * %s{3, 4})" % (v, name), "(%s < %s{5, 6})" % (v, name)])


@piece("value", 0.6, c=0, refused="PST1014")
def inheritance(b, e, depth):
    name = once(b, "Shape", lambda n: (
        "struct %s {\n  int side;\n  explicit %s(int s) : side(s) {}\n  virtual ~%s() {}\n  virtual int area() const { return side; }\n};\n"
        "struct %s_square final : %s {\n  using %s::%s;\n  int area() const override { return side * side; }\n};" % ((n,) * 7)))
    where = once(b, "area", lambda n: "static int %s(int s) {\n  %s_square q(s & 0xff);\n  const %s &r = q;\n  return r.area();\n}" % (
        n, name, name))
    return "%s(%s)" % (where, e.word(depth))


@piece("value", 0.5, c=0)
def crtp(b, e, depth):
    name = once(b, "Base", lambda n: (
        "template <typename D> struct %s {\n  int run(int x) const { return static_cast<const D *>(this)->step(x) + 1; }\n};\n"
        "struct %s_d : %s<%s_d> {\n  int step(int x) const { return x / 2; }\n};" % ((n,) * 4)))
    return "%s_d().run(%s)" % (name, e.word(depth))


@piece("value", 0.6, c=0)
def functor(b, e, depth):
    name = once(b, "Adder", lambda n: (
        "struct %s {\n  int by;\n  int operator()(int x) const { return x + by; }\n};" % n))
    return "%s{%d}(%s)" % (name, b.rng.randint(1, 9), e.word(depth))


@piece("value", 0.8, c=0)
def default_arguments(b, e, depth):
    name = once(b, "defa", lambda n: "static int %s(int x, int y = 3, int z = 4) { return x + y * z; }" % n)
    return "%s(%s)" % (name, ", ".join(e.word(depth) for _ in range(b.rng.randint(1, 2))))


@piece("value", 0.8, c=0)
def overloads(b, e, depth):
    name = once(b, "over", lambda n: (
        "static int %s(int x) { return x; }\nstatic int %s(double x) { return (int)(x * 2); }\n"
        "static int %s(int x, bool up) { return up ? x + 1 : x - 1; }" % (n, n, n)))
    return b.rng.choice(["%s(%s)", "%s(%s, true)", "%s(%s * 0.5)"]) % (name, e.word(depth))


@piece("value", 0.7, c=0)
def reference_parameters(b, e, depth):
    return called(b, e, depth, helper(b, "refs", (
        "static void %(f)s_order(int &x, int &y) {\n  if (x > y) {\n    int t = x;\n    x = y;\n    y = t;\n  }\n}\n"
        "static int %(f)s(int x, int y) {\n  %(f)s_order(x, y);\n  return y - x;\n}")))


@piece("value", 0.8, c=0)
def name_space(b, e, depth):
    name = once(b, "ns", lambda n: (
        "namespace %s {\nnamespace inner {\nconst int width = 12;\n}\nusing namespace inner;\nstatic int twice(int x) { return 2 * x; }\n} // namespace" % n))
    return b.rng.choice(["%s::inner::width" % name, "%s::twice(%s)" % (name, e.word(depth))])


@piece("value", 0.8, c=0)
def scoped_enum(b, e, depth):
    name = once(b, "Mode", lambda n: "enum class %s : unsigned char { slow, fast = 4, best };" % n)
    return "static_cast<int>(%s::%s)" % (name, b.rng.choice(["slow", "fast", "best"]))


@piece("value", 0.6, c=0)
def literals(b, e, depth):
    name = once(b, "kib", lambda n: "constexpr unsigned long long operator\"\"_%s(unsigned long long x) { return x * 16; }" % n)
    return b.rng.choice(["3_%s" % name, "0b1011" if b.standard >= 14 else "11", "1'000" if b.standard >= 14 else "1000", "true", "(nullptr == 0)"])


@piece("value", 0.8, c=0)
def numeric_limits(b, e, depth):
    b.include("limits")
    return b.rng.choice(["std::numeric_limits<int>::digits", "std::numeric_limits<unsigned char>::max()", "(int)std::numeric_limits<short>::min()"])


@piece("value", 0.7, c=0)
def std_math(b, e, depth):
    b.include("cmath", "cstdlib")
    x = e.word(depth)
    return b.rng.choice(["(int)std::floor(%s / 8.0)", "std::abs(%s - 50)", "(int)std::sqrt((double)%s)", "(int)std::max(%s * 0.5, 3.0)",
                         "(int)std::fabs(%s - 0.5)"]) % x


@piece("value", 0.6, c=0)
def const_array(b, e, depth):
    b.include("array")
    name = once(b, "arr", lambda n: "static const std::array<int, 4> %s = {{4, 8, 15, 16}};" % n)
    return b.rng.choice(["%s[%s]" % (name, e.small(4, depth)), "%s.at(%s)" % (name, e.small(4, depth)), "(int)%s.size()" % name, "%s.back()" % name])


@piece("value", 0.5, c=0, refused="PST1001")
def tuples(b, e, depth):
    b.include("tuple", "utility")
    return b.rng.choice(["std::get<1>(std::make_tuple(1, (int)(%s & 0xff)))", "std::make_pair(2, (int)(%s & 0xff)).second",
                         "std::pair<int, int>(4, (int)(%s & 0xff)).second"]) % e.integer(depth)


@piece("value", 0.5, c=0, cpp=17)
def structured_binding(b, e, depth):
    return called(b, e, depth, helper(b, "bind", (
        "struct %(f)s_s { int a, b; };\nstatic int %(f)s(int x, int y) {\n  auto [p, q] = %(f)s_s{x, y};\n  return p / 2 + q;\n}")))


@piece("value", 0.5, c=0)
def short_string(b, e, depth):
    b.include("string")
    return b.rng.choice(["(int)std::string(\"abc\").size()", "(std::string(\"a\") == \"b\")", "std::stoi(\"17\")"])


@piece("value", 0.5, c=0, cpp=17, refused="PST1001")
def numeric_gcd(b, e, depth):
    b.include("numeric")
    return "std::gcd(%s, %s | 1)" % (e.word(depth), e.word(depth))


@piece("value", 0.5, c=0, cpp=20)
def bit_header(b, e, depth):
    b.include("bit")
    return "%s((unsigned)(%s & 0xffff))" % (b.rng.choice(["std::popcount", "(int)std::has_single_bit", "std::countr_zero"]), e.integer(depth))


@piece("value", 0.6, c=0, cpp=20)
def concepts(b, e, depth):
    b.include("concepts")
    return called(b, e, depth, helper(b, "conc", "template <std::integral T> static T %(f)s(T x, T y) { return x ^ y; }"))


@piece("value", 0.6, c=0, cpp=20)
def spaceship(b, e, depth):
    b.include("compare")
    return "((%s <=> %s) < 0)" % (e.word(depth), e.word(depth))


@piece("value", 0.6, c=0, cpp=20)
def designated(b, e, depth):
    name = once(b, "Opt", lambda n: "struct %s { int a = 1; int b = 2; };" % n)
    return "%s{.b = (int)(%s & 0xff)}.b" % (name, e.integer(depth))


@piece("value", 0.5, c=0, cpp=17, refused="PST1001")
def optional_value(b, e, depth):
    b.include("optional")
    return "std::optional<int>(%s).value_or(3)" % e.word(depth)
