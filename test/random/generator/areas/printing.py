# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a loop prints: progress, values, tables, streams and their formats, files."""
from ..pieces import piece
from ..tree import Node
from ..values import is_float


def io(b):
    b.include("cstdio" if b.cpp else "stdio.h")


def an_int(b):
    return "(int)(%s & 0xffff)" % b.expr.integer(1)


def some_value(b):
    """(format, argument) of a value as printf wants it."""
    rng = b.rng
    name, type_ = rng.choice(b.all_state())
    if is_float(type_):
        return rng.choice(["%f", "%g", "%.3f", "%8.2f", "%e", "%.10g"]), name
    return rng.choice([("%d", an_int(b)), ("%5d", an_int(b)), ("%-4d|", an_int(b)), ("%04x", an_int(b)), ("%u", "(unsigned)" + name),
                       ("%ld", "(long)" + name), ("%lld", "(long long)" + name), ("%zu" if b.cpp or b.standard > 89 else "%lu", "sizeof(int)"),
                       ("%c", "'a' + (int)((%s & 0xffff) %% 26)" % b.expr.integer(1)), ("%s", "%s ? \"yes\" : \"no\"" % b.expr.integer(1)),
                       ("%+d", an_int(b)), ("%hd", "(short)" + name), ("%#o", an_int(b)), ("%i", an_int(b))])


@piece("statement", 5)
def printf_values(b):
    io(b)
    parts = [some_value(b) for _ in range(b.rng.randint(1, 3))]
    form = b.rng.choice(["step %s\\n", "%s, ", "[%s]\\n", "  %s %%%%\\n", "%s\\t"]) % " ".join(p[0] for p in parts)
    return Node('printf("%s", %s);' % (form, ", ".join(p[1] for p in parts)))


@piece("statement", 4)
def progress(b):
    """Every few trips."""
    io(b)
    text = b.rng.choice(['printf("iteration %%d\\n", %s);' % b.it, 'puts("...");', "putchar('.');", 'fprintf(stderr, "at %%d\\n", %s);' % b.it])
    return Node("if (%s %% %d == 0)" % (b.it, b.rng.randint(2, 4)), [Node(text, fixed=True)], "")


@piece("statement", 2)
def plain_text(b):
    io(b)
    return Node(b.rng.choice(['puts("next");', "putchar('*');", 'fputs("text ", stdout);', 'printf("done\\n");', "putchar('\\n');",
                              'printf("100%%\\n");', 'fputc(\'x\', stdout);', 'printf("%s\\n", "const");', 'printf("a" "b" "\\tc\\n");']))


@piece("statement", 2)
def error_stream(b):
    io(b)
    f, x = some_value(b)
    return Node(b.rng.choice(['fprintf(stderr, "note %s\\n", %s);' % (f, x), 'fputs("warning\\n", stderr);',
                              'fprintf(stdout, "%s\\n", %s);' % (f, x)]))


@piece("statement", 1)
def flushed(b):
    io(b)
    return Node('printf("%%d ", %s);\nfflush(%s);' % (an_int(b), b.rng.choice(["stdout", "NULL"])))


@piece("statement", 2)
def width_argument(b):
    io(b)
    return Node('printf("%%*d|%%.*f\\n", %d, %s, %d, %s * 0.5);' % (b.rng.randint(2, 9), an_int(b), b.rng.randint(0, 4), an_int(b)))


@piece("statement", 2)
def print_helper(b):
    """A function that prints."""
    io(b)
    def make():
        name = b.own("report")
        b.top("static void %s(int step, int value, const char *what) {\n  if (value & 1)\n    printf(\"%%s %%d: %%d\\n\", what, step, value);\n"
              "  else\n    printf(\"%%s %%d even\\n\", what, step);\n}" % name)
        return name
    return Node('%s(%s, %s, "%s");' % (b.shared("report", make), b.it, an_int(b), b.rng.choice(["error", "sum", "rest"])))


@piece("statement", 2)
def print_macro(b):
    io(b)
    def make():
        name = b.own("LOG")
        b.top(b.rng.choice(["#define %s(...) printf(__VA_ARGS__)", "#define %s(...) fprintf(stderr, __VA_ARGS__)",
                            "#ifdef %s_QUIET\n#define %s(...)\n#else\n#define %s(...) \\\n  do {                                  \\\n    printf(__VA_ARGS__);                \\\n  } while (0)\n#endif"]
                           ).replace("%s", name))
        return name
    f, x = some_value(b)
    return Node('%s("log %s\\n", %s);' % (b.shared("log macro", make), f, x))


@piece("statement", 1)
def verbose_variable(b):
    """Output that a variable of the program switches."""
    io(b)
    name = b.shared("verbose", lambda: b.state("int %s", "verbose", b.rng.choice(["0", "1"])))
    f, x = some_value(b)
    return Node('if (%s) {' % name, [Node('printf("%s\\n", %s);' % (f, x))], "}")


@piece("statement", 1)
def where_it_is(b):
    io(b)
    return Node(b.rng.choice(['printf("%s\\n", __func__);' if b.cpp or b.standard > 89 else 'printf("%s\\n", __FUNCTION__);',
                              'printf("line %d\\n", __LINE__ > 0);']))


@piece("statement", 1, refused="PST1001")
def composed(b):
    """A line put together in a buffer."""
    io(b)
    return Node('{\n  char line[64];\n  snprintf(line, sizeof line, "v=%%d", %s);\n  puts(line);\n}' % an_int(b))


@piece("statement", 1, refused="PST1011")
def result_of_printf(b):
    io(b)
    ints = b.int_variables()
    if not ints:
        return None
    return Node('%s = printf("%%d\\n", %s);' % (b.rng.choice(ints)[0], an_int(b)))


@piece("statement", 1, refused="PST1011")
def raw_output(b):
    io(b)
    return Node('fwrite("abc\\n", 1, 4, stdout);')


@piece("statement", 1.2)
def log_file(b):
    """A file that is open during the loop; it is shown at the end."""
    io(b)
    def make():
        name = b.state("FILE *%s", "logfile")
        b.program.before.append(Node('%s = fopen("%s.log", "w");' % (name, b.prefix), fixed=True))
        b.ending.append(Node('fclose(%s);\nshow_file("%s.log");' % (name, b.prefix), fixed=True))
        return name
    f, x = some_value(b)
    return Node('fprintf(%s, "%s\\n", %s);' % (b.shared("logfile", make), f, x))


# ---- streams

@piece("statement", 5, c=0)
def cout_values(b):
    b.include("iostream")
    rng = b.rng
    words = []
    for _ in range(rng.randint(1, 3)):
        name, type_ = rng.choice(b.all_state())
        words.append(rng.choice([an_int(b), "(%s)" % name if type_ not in ("char", "uchar") else "(int)" + name, "'%s'" % rng.choice("abc"),
                                 '" value "', "(%s ? \"odd\" : \"even\")" % b.expr.integer(1), "(%s > 4)" % name]))
    end = rng.choice(['std::endl', '"\\n"', "'\\n'", '" "', 'std::flush'])
    return Node("%s << %s << %s;" % (rng.choice(["std::cout", "std::cout", "std::cerr", "std::clog"]), " << ".join(words), end))


@piece("statement", 2.5, c=0)
def formatted_stream(b):
    b.include("iostream", "iomanip")
    rng = b.rng
    reals = [v[0] for v in b.variables if is_float(v[1])] or ["2.5"]
    x = rng.choice(reals)
    return Node(rng.choice([
        "std::cout << std::setw(%d) << %s << '\\n';" % (rng.randint(2, 9), an_int(b)),
        "std::cout << std::fixed << std::setprecision(%d) << %s << std::endl;" % (rng.randint(0, 5), x),
        "std::cout << std::hex << %s << std::dec << ' ';" % an_int(b),
        "std::cout << std::scientific << %s << '\\n' << std::defaultfloat;" % x,
        "std::cout << std::left << std::setfill('.') << std::setw(8) << %s << std::right << std::setfill(' ') << \"\\n\";" % an_int(b),
        "std::cout << std::boolalpha << (%s > 3) << std::noboolalpha << \"\\n\";" % an_int(b),
        "std::cout.precision(%d);\nstd::cout << %s << \"\\n\";" % (rng.randint(1, 8), x),
        "std::cout << std::showpos << %s << std::noshowpos << \"\\n\";" % an_int(b)]))


@piece("statement", 1.5, c=0)
def stream_of_own(b):
    """The program's own operator<<."""
    b.include("iostream")
    def make():
        name = b.own("Show")
        b.top("struct %s {\n  int a, b;\n};\nstatic std::ostream &operator<<(std::ostream &out, const %s &s) {\n"
              "  return out << '(' << s.a << \", \" << s.b << ')';\n}" % (name, name))
        return name
    return Node("std::cout << %s{%s, 2} << \"\\n\";" % (b.shared("Show", make), an_int(b)))


@piece("statement", 1, c=0)
def using_names(b):
    b.include("iostream")
    return Node("{\n  using std::cout;\n  using std::endl;\n  cout << %s << endl;\n}" % an_int(b))


@piece("statement", 1, c=0)
def put_and_write(b):
    b.include("iostream")
    return Node(b.rng.choice(["std::cout.put('x');", "std::cout.write(\"ab\\n\", 3);", "std::cout.flush();"]))


@piece("statement", 1, c=0)
def string_line(b):
    b.include("iostream", "string")
    return Node(b.rng.choice(["std::cout << \"n=\" + std::to_string(%s) << std::endl;" % an_int(b),
                              "printf(\"%%s\\n\", std::to_string(%s).c_str());" % an_int(b),
                              "{\n  std::string line = \"step \";\n  line += std::to_string(%s);\n  std::cout << line << '\\n';\n}" % an_int(b)]))


@piece("statement", 1, c=0, refused="PST1014")
def string_stream(b):
    b.include("iostream", "sstream")
    return Node("{\n  std::ostringstream out;\n  out << \"s\" << %s;\n  std::cout << out.str() << \"\\n\";\n}" % an_int(b))


@piece("statement", 0.6, c=0)
def reference_to_stream(b):
    b.include("iostream")
    name = b.fresh("out")
    return Node("{\n  std::ostream &%s = std::cout;\n  %s << %s << \"\\n\";\n}" % (name, name, an_int(b)))
