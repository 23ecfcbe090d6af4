# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host arrays, containers and algorithms: what is read back, kept, summed up, looked for and uploaded."""
from ..pieces import piece
from ..tree import Node
from ..values import host_name, is_float
from .language import an_int, with_target

FEW = 4


def a_read(b, name, size, integer=True):
    """A statement that reads the first elements of some buffer to `name`, which points to them."""
    families = [f for f in b.families if is_float(f.type) != integer]
    if not families:
        return None, None
    family = b.rng.choice(families)
    count = min(size, b.count)
    text = b.api.read(b.rng.choice(family.handles()), "CL_TRUE", "0", "%d * %s" % (count, b.sized(family.type)), "@").replace("&@", name)
    return family.type, (b.call(text), count)


@piece("statement", 3)
@with_target
def read_few(b, name, type_):
    """Some elements to an array of the program, and a sum or search over them."""
    a, i = b.fresh("host"), b.fresh("i")
    array = b.access(a)
    type_, read = a_read(b, array, FEW)
    if not read:
        return None
    b.state("%s %%s[%d]" % (host_name(b.rng, type_), FEW), a)
    b.program.before.append(Node("memset(%s, 0, sizeof(%s));" % (array, array), fixed=True))
    body = b.rng.choice(["%(n)s = (%(n)s & 0xff) + (int)(%(a)s[%(i)s] & 0xff);", "if (%(a)s[%(i)s] > 3)\n      %(n)s ^= %(i)s + 1;",
                         "if ((int)(%(a)s[%(i)s] & 7) == 3) {\n      %(n)s = %(i)s;\n      break;\n    }"]) % {"n": name, "a": array, "i": i}
    return Node("%s\n{\n  int %s;\n  for (%s = 0; %s < %d; %s++) {\n    %s\n  }\n}" % (read[0], i, i, i, read[1], i, body))


@piece("statement", 2)
@with_target
def local_host_array(b, name, type_):
    a = b.fresh("h")
    type_, read = a_read(b, a, FEW)
    if not read:
        return None
    return Node("{\n  %s %s[%d] = {0};\n  %s\n  %s = (int)(%s[0] & 0xff) + (int)(%s[%s] & 0xff);\n}" % (
        host_name(b.rng, type_), a, FEW, read[0].replace("\n", "\n  "), name, a, a, b.expr.small(FEW)))


@piece("statement", 1.5)
@with_target
def heap_array(b, name, type_):
    a = b.fresh("heap")
    array = b.access(a)
    type_, read = a_read(b, array, b.count)
    if not read:
        return None
    host = host_name(b.rng, type_)
    b.state(host + " *%s", a)
    allocation = b.rng.choice(["(%s *)calloc(%d, sizeof(%s))" % (host, b.count, host)] + (["new %s[%d]()" % (host, b.count)] if b.cpp else []))
    b.program.before.append(Node("%s = %s;" % (array, allocation), fixed=True))
    b.ending.append(Node(("delete[] %s;" if "new" in allocation else "free(%s);") % array, fixed=True))
    return Node("%s\n%s = (int)(%s[%s] & 0xfff);" % (read[0], name, array, b.expr.small(b.count)))


@piece("statement", 1.2)
def history(b):
    """A value of each trip, kept for after the loop."""
    a = b.fresh("history")
    array = b.state("int %s[16]", a)
    b.program.before.append(Node("memset(%s, 0, sizeof(%s));" % (array, array), fixed=True))
    i = b.fresh("i")
    b.ending.append(Node("{\n  int %s;\n  for (%s = 0; %s < 16; %s++)\n    printf(\" %%d\", %s[%s]);\n}" % (i, i, i, i, array, i)))
    return Node("%s[(unsigned)%s & 15] = %s;" % (array, b.it, an_int(b)))


@piece("statement", 1)
def host_histogram(b):
    a = b.fresh("bins")
    array = b.state("int %s[8]", a)
    b.program.before.append(Node("memset(%s, 0, sizeof(%s));" % (array, array), fixed=True))
    b.ending.append(Node("printf(\" %%d %%d\", %s[1], %s[7]);" % (array, array)))
    return Node("%s[%s] += 1;" % (array, b.expr.small(8)))


@piece("statement", 1.2)
def upload_array(b):
    """Some numbers from an array that the loop fills, or that is constant."""
    family = b.rng.choice(b.families)
    host, a, count = host_name(b.rng, family.type), b.fresh("up"), min(3, b.count)
    values = ["(%s)(%s)" % (host, an_int(b)) if b.rng.random() < 0.6 else "1" for _ in range(count)]
    text = b.api.write(b.rng.choice(family.handles()), "0", "sizeof(%s)" % a, "@").replace("&@", a)
    return Node("{\n  %s %s[%d] = {%s};\n  %s\n}" % (host, a, count, ", ".join(values), b.call(text).replace("\n", "\n  ")))


@piece("statement", 0.6, refused="PST1030")
def bulk_work(b):
    """The host changes all elements."""
    a, i = b.fresh("bulk"), b.fresh("i")
    array = b.access(a)
    type_, read = a_read(b, array, b.count)
    if not read or b.count < 64:
        return None
    b.state("%s %%s[%d]" % (host_name(b.rng, type_), b.count), a)
    return Node("%s\n{\n  int %s;\n  for (%s = 0; %s < %d; %s++)\n    %s[%s] = %s[%s] / 2 + 1;\n}" % (
        read[0], i, i, i, b.count, i, array, i, array, i))


@piece("statement", 0.8)
@with_target
def struct_of_arrays(b, name, type_):
    s = b.shared("stats", lambda: b.state("struct { int sum, last[3]; float mean; } %s", "stats"))
    b.shared("stats clear", lambda: b.program.before.append(Node("memset(&%s, 0, sizeof(%s));" % (s, s), fixed=True)) or True)
    return Node("%s.last[%s] = %s;\n%s.sum = (%s.sum & 0xfff) + %s.last[1];\n%s = %s.sum;" % (s, b.expr.small(3), an_int(b), s, s, s, name, s))


# ---- C++

def vector(b, stem, count, type_="int"):
    b.include("vector")
    v = b.state("std::vector<%s> %%s" % type_, b.fresh(stem))
    b.program.before.append(Node("%s.assign(%d, 0);" % (v, count), fixed=True))
    return v


@piece("statement", 2.5, c=0)
@with_target
def read_vector(b, name, type_):
    """A vector gets what a buffer holds; an algorithm looks at it."""
    stem = b.fresh("vec")
    v = b.access(stem)
    type_, read = a_read(b, v + ".data()", b.count)
    if not read:
        return None
    b.include("vector", "algorithm", "numeric")
    host = host_name(b.rng, type_)
    b.state("std::vector<%s> %%s" % host, stem)
    b.program.before.append(Node("%s.resize(%d);" % (v, b.count), fixed=True))
    f = {"v": v, "n": name, "t": host}
    return Node(read[0] + "\n" + b.rng.choice([
        "%(n)s = (int)(std::accumulate(%(v)s.begin(), %(v)s.end(), 0u) & 0xff);",
        "%(n)s = (int)std::count(%(v)s.begin(), %(v)s.end(), (%(t)s)3);",
        "%(n)s = (int)(*std::max_element(%(v)s.begin(), %(v)s.end()) & 0xfff);",
        "%(n)s = (int)(std::find(%(v)s.begin(), %(v)s.end(), (%(t)s)5) - %(v)s.begin());",
        "%(n)s = std::any_of(%(v)s.begin(), %(v)s.end(), [](%(t)s x) { return x > 9; });",
        "%(n)s = (int)std::count_if(%(v)s.begin(), %(v)s.end(), [&](%(t)s x) { return (x & 1) != 0; });",
        "for (const auto &x : %(v)s)\n  %(n)s = (%(n)s & 0xff) + (int)(x & 0xf);",
        "for (size_t i = 0; i < %(v)s.size(); ++i)\n  if (%(v)s[i] > 100) {\n    %(n)s ^= 1;\n    break;\n  }",
        "for (auto i = %(v)s.begin(); i != %(v)s.end(); ++i)\n  %(n)s ^= (int)(*i & 1);",
        "%(n)s = %(v)s.front() == %(v)s.back();", "%(n)s = (int)%(v)s.size();", "%(n)s = std::is_sorted(%(v)s.begin(), %(v)s.end());",
        "%(n)s = (int)std::accumulate(%(v)s.begin(), %(v)s.end(), 0, [](int s, %(t)s x) { return (s & 0xff) + (int)(x & 0xff); });"]) % f)


@piece("statement", 1.2, c=0)
def growing_history(b):
    b.include("vector", "deque")
    v = b.state("std::%s<int> %%s" % b.rng.choice(["vector", "vector", "deque"]), b.fresh("log"))
    b.ending.append(Node("for (int x : %s)\n  printf(\" %%d\", x);\n%s.clear();" % (v, v)))
    return Node("%s.%s(%s);" % (v, b.rng.choice(["push_back", "emplace_back"]), an_int(b)))


@piece("statement", 1, c=0)
@with_target
def vector_element(b, name, type_):
    v = vector(b, "state", 4)
    return Node(b.rng.choice(["%(v)s[%(i)s] = %(x)s;\n%(n)s = %(v)s[0];", "%(v)s.at(1) += 3;\n%(n)s = %(v)s.at(1) & 0xff;",
                              "%(v)s.back() = %(x)s;\n%(n)s = %(v)s[3];"]) % {"v": v, "i": b.expr.small(4), "x": an_int(b), "n": name})


@piece("statement", 1, c=0)
@with_target
def std_array_element(b, name, type_):
    b.include("array", "numeric")
    v = b.state("std::array<int, 4> %s", b.fresh("arr"))
    b.program.before.append(Node("%s.fill(2);" % v, fixed=True))
    return Node(b.rng.choice(["%(v)s[%(i)s] = %(x)s;\n%(n)s = %(v)s[1];", "%(v)s[0] ^= 1;\n%(n)s = std::accumulate(%(v)s.begin(), %(v)s.end(), 0) & 0xff;",
                              "for (auto &x : %(v)s)\n  x = (x & 0xff) + 1;\n%(n)s = %(v)s.back();"]) % {"v": v, "i": b.expr.small(4), "x": an_int(b), "n": name})


@piece("statement", 0.8, c=0)
@with_target
def map_of_names(b, name, type_):
    b.include("map", "string", "unordered_map")
    m = b.state("std::%s<std::string, int> %%s" % b.rng.choice(["map", "unordered_map"]), b.fresh("params"))
    b.program.before.append(Node('%s = {{"block", 4}, {"limit", 9}};' % m, fixed=True))
    return Node(b.rng.choice(['%(n)s = %(m)s["block"];', '%(m)s["limit"] = %(x)s;\n%(n)s = %(m)s["limit"];', '%(n)s = %(m)s.at("limit");',
                              '%(n)s = (int)%(m)s.size();']) % {"m": m, "n": name, "x": an_int(b)})


@piece("statement", 0.5, c=0)
@with_target
def queue_or_set(b, name, type_):
    b.include("queue", "set", "stack", "list")
    q = b.fresh("q")
    form = b.rng.choice([("std::queue<int>", "%(q)s.push(%(x)s);\n%(n)s = %(q)s.front();\n%(q)s.pop();"),
                         ("std::set<int>", "%(q)s.insert(%(x)s);\n%(n)s = (int)%(q)s.size();"),
                         ("std::stack<int>", "%(q)s.push(%(x)s);\n%(n)s = %(q)s.top() & 0xff;"),
                         ("std::list<int>", "%(q)s.push_back(%(x)s);\n%(n)s = (int)%(q)s.size();")])
    v = b.state(form[0] + " %s", q)
    return Node(form[1] % {"q": v, "x": an_int(b), "n": name})


@piece("statement", 0.8, c=0)
@with_target
def pair_and_tuple(b, name, type_):
    b.include("utility", "tuple")
    kind = b.rng.choice(["pair", "tuple"])
    v = b.state("std::%s<int, %s> %%s" % (kind, "int" if kind == "pair" else "float, int"), b.fresh("best"), fixed=True)
    if kind == "pair":
        return Node("%s.first = %s;\nif (%s.first > %s.second)\n  %s.second = %s.first;\n%s = %s.second & 0xff;" % (v, an_int(b), v, v, v, v, name, v))
    return Node("std::get<0>(%s) = %s;\n%s = std::get<0>(%s) & 0xff;" % (v, an_int(b), name, v))


@piece("statement", 0.8, c=0)
@with_target
def strings(b, name, type_):
    b.include("string")
    v = b.shared("text", lambda: b.state("std::string %s", "text"))
    b.shared("text shown", lambda: b.ending.append(Node('printf(" %%s", %s.c_str());\n%s.clear();' % (v, v))) or True)
    return Node(b.rng.choice(['%(v)s = "phase";', 'if (%(c)s)\n  %(v)s = "other";', '%(v)s += "x";', '%(n)s = (int)%(v)s.size() & 0xff;',
                              '%(n)s = %(v)s == "phase";', '%(v)s.push_back(\'y\');']) % {"v": v, "c": b.condition(), "n": name})


@piece("statement", 0.8, c=0)
def local_container(b):
    """A container that a trip makes and forgets."""
    b.include("vector", "algorithm")
    ints = b.int_variables()
    if not ints:
        return None
    v, name = b.fresh("tmp"), b.rng.choice(ints)[0]
    return Node("{\n  std::vector<int> %s%s;\n  %s\n  %s = %s[0] & 0xff;\n}" % (
        v, b.rng.choice(["{3, 1, 2}", "(3, 7)", " = {9, 8, 7}"]), b.rng.choice(["std::sort(%s.begin(), %s.end());" % (v, v), "%s[0] = %s;" % (v, an_int(b)),
                                                                    "std::reverse(%s.begin(), %s.end());" % (v, v), "%s.push_back(4);" % v,
                                                                    "std::fill(%s.begin(), %s.end(), 3);" % (v, v),
                                                                    "std::transform(%s.begin(), %s.end(), %s.begin(), [](int x) { return x + 1; });" % (v, v, v)]), name, v))


@piece("statement", 0.7, c=0)
def upload_vector(b):
    b.include("vector")
    family = b.rng.choice(b.families)
    host, v = host_name(b.rng, family.type), b.fresh("data")
    text = b.api.write(b.rng.choice(family.handles()), "0", "%s.size() * sizeof(%s[0])" % (v, v), "@").replace("&@", v + ".data()")
    return Node("{\n  std::vector<%s> %s(%d, (%s)%s);\n  %s\n}" % (host, v, min(4, b.count), host, an_int(b), b.call(text).replace("\n", "\n  ")))
