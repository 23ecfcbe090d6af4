# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What we put into a program collides with nothing of it, in every language mode.

usage: own-text.py names PROJECT
       own-text.py build TOOL FOLDER COMPILER... [only=PROGRAM]
       own-text.py aside TOOL FOLDER TEST...

names: the push_macro list of persistify/runtime.h is that of its members and parameters, and the tool's list of
its names is right.
aside: in what is written for a program that has a name of ours no other name of ours is the plain one.
build: transforms small programs into FOLDER and compiles each as its author would; a warning is an
error unless the original has it too. Each COMPILER is "C-COMPILER,C++-COMPILER". PROGRAM: one of PROGRAMS."""

import pathlib
import re
import subprocess
import sys

KEYWORDS = set("typedef enum struct const char void int float double unsigned extern".split())


def names(project):
    text = (pathlib.Path(project) / "runtime/host/include/persistify/runtime.h").read_text()
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    listed = {how: re.findall(r'#pragma %s_macro\("(\w+)"\)' % how, text) for how in ("push", "pop")}
    listed["undef"] = re.findall(r"^#undef (\w+)", text, re.M)
    body = text[text.rindex("#undef"):text.index("#pragma pop_macro")]
    body = "\n".join(line for line in body.splitlines() if not line.startswith("#"))
    body = re.sub(r'"[^"]*"', "", body)
    used = {w for w in re.findall(r"\b[A-Za-z_]\w*\b", body) if not w.lower().startswith("persistify_")} - KEYWORDS
    bad = 0
    for how, words in sorted(listed.items()):
        for w in sorted(used - set(words)):
            print("runtime.h: '%s' is not in its %s list" % (w, how))
            bad = 1
        for w in sorted(set(words) - used):
            print("runtime.h: its %s list has '%s', which no declaration uses" % (how, w))
            bad = 1
    ours = set(re.findall(r"\bpersistify_\w+|\bPERSISTIFY_\w+", text))
    table = (pathlib.Path(project) / "lib/report/OwnNames.cpp").read_text()
    told = set(re.findall(r'"(\w+)"', table[table.index("RuntimeNames[] = {"):].split("};")[0]))
    for w in sorted(ours ^ told):
        print("'%s' is in one of runtime.h and OwnNames.cpp only" % w)
        bad = 1
    if not used or not ours:
        print("runtime.h: no names found")
        bad = 1
    return bad


KERNEL = """__kernel void grow(__global int *a, int n) {
  int i = get_global_id(0);
  if (i < n) a[i] += i;
}
"""

# The loop, with what stands in front of it and behind.
LOOP = """for (i = 0; i < trips; ++i) {
%(in)s  err |= clEnqueueNDRangeKernel(q, k, 1, 0, &global, 0, 0, 0, 0);
%(in)s}"""

ARGUMENTS = "cl_command_queue q, cl_kernel k, size_t global, int trips"


def program(head, before, after="", head_first=False):
    """A C90 file: `head` at file scope, `before` the loop's function and body up to the loop."""
    loop = LOOP % {"in": "  "}
    return ("%s#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n%s"
            "int run(%s);\n"
            "int run(%s) {\n  int i;\n  cl_int err = 0;\n%s  %s\n%s  return err + i;\n}\n" %
            (head if head_first else "", "" if head_first else head, ARGUMENTS, ARGUMENTS, before, loop, after))


MACROS = "".join("#define %s our_own(%s\n" % (w, w) for w in
                 "size kind name line bind entry file text state region slots handles args abi kernel value what "
                 "a b at next later once log flags queue reason index length".split())

# name: (extension, kernel file, text, flags)
PROGRAMS = {
    "plain": ("c", "grow.cl", program("", ""), []),
    "digit": ("c", "2mm.cl", program("", ""), []),
    "blank": ("c", "my kernel-v1.2.cl", program("", ""), []),
    "quote": ("c", 'k"x\\y.cl', program("", ""), []),
    "keyword": ("c", "while.cl", program("", ""), []),
    "macros": ("c", "grow.cl", program(MACROS, ""), []),
    "macros-first": ("c", "grow.cl", program("#define kind our_kind\n#define slots \"x\"\n#define line 5 +\n#define entry\n",
                                            "", head_first=True), []),
    "options": ("c", "grow.cl", program("", ""), ["-Dkind=x+y", "-Dhashes=\"n\"", "-Dline", "-Dbind=1", "-Dentry=(",
                                                   "-Dslots=3", "-Donce=4", "-Dlater=5", "-Dends=6", "-Dlone=7"]),
    "after-endif": ("c", "grow.cl", program("", "#ifdef NEVER\n  trips = 1;\n#endif\n"), []),
    "in-conditional": ("c", "grow.cl", program("", "#ifndef NEVER\n", "#endif\n"), []),
    "initialiser": ("c", "grow.cl", program("static int table[] = {\n#include \"numbers.h\"\n};\n",
                                            "  trips += table[0];\n"), []),
    "enum": ("c", "grow.cl", program("enum names {\n#include \"names.h\"\n  LAST };\n", "  trips += LAST;\n"), []),
    "namespace": ("cpp", "grow.cl", program("namespace app {\n#include \"inner.h\"\n", "").rstrip() + "\n}\n", []),
    "linkage": ("cpp", "grow.cl", program("extern \"C\" {\n#include \"inner.h\"\n", "").rstrip() + "\n}\n", []),
    "class": ("cpp", "grow.cl", "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\nstruct App {\n#include \"inner.h\"\n"
              "int run(%s) {\n  int i;\n  cl_int err = 0;\n  %s\n  return err + i;\n}\n};\n"
              "int start(App &a, %s);\nint start(App &a, %s) { return a.run(q, k, global, trips); }\n" %
              (ARGUMENTS, LOOP % {"in": "  "}, ARGUMENTS, ARGUMENTS), []),
    "prints": ("c", "grow.cl", program("#include <stdio.h>\n", "").replace(
        "  err |=", "  printf(\"%d\\n\", i);\n    err |="), []),
    "guard": ("c", "runtime.cl", program("", ""), []),
    "endless": ("c", "grow.cl", program("", "").replace("for (i = 0; i < trips; ++i)", "for (i = 0;; ++i)").replace(
        "  err |=", "  if (i == trips) return err;\n    err |=").replace("  return err + i;\n", ""), []),
    "returns": ("c", "grow.cl", program("", "").replace("  err |=", "  if (i == 7) return 1;\n    err |="), []),
    "comment-first": ("c", "grow.cl", "/* licence */ /* of two\n lines */\n" + program("", ""), []),
}
HEADERS = {"numbers.h": "1, 2, 3\n", "names.h": "  FIRST,\n", "inner.h": "int helper(int);\n"}
C_MODES = ["-std=c89 -pedantic-errors", "-std=gnu89", "-std=c99 -pedantic", "-std=c11 -pedantic", ""]
CXX_MODES = ["-std=c++98 -pedantic", "-std=c++11 -pedantic", "-std=c++20 -pedantic"]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return done.returncode, done.stdout.decode(errors="replace")


def build(tool, folder, compilers):
    include = subprocess.run([tool, "--cflags"], stdout=subprocess.PIPE, check=True).stdout.decode().split()
    bad = 0
    folder = pathlib.Path(folder)
    only = [word[len("only="):] for word in compilers if word.startswith("only=")]
    compilers = [word for word in compilers if "=" not in word]
    for number, (name, (extension, kernel, text, flags)) in enumerate(PROGRAMS.items()):
        if name not in (only or PROGRAMS):
            continue
        here = folder / name
        here.mkdir(parents=True)
        host = "host." + extension
        (here / host).write_text(text)
        (here / kernel).write_text(KERNEL)
        for header, content in HEADERS.items():
            (here / header).write_text(content)
        modes = C_MODES if extension == "c" else CXX_MODES
        if name not in ("plain", "options", "prints"):  # these in every mode, the others in one each
            modes = [modes[number % len(modes)]]
        if extension == "c" and name in ("plain", "options", "macros"):  # such text is C++ as well
            modes = modes + CXX_MODES
        for mode in modes:
            cxx = "c++" in mode
            words = ["-xc++" if cxx else "-xc"] + mode.split() + flags
            code, output = run([tool, kernel, host, "-o", "out", "--force", "--quiet", "--kernel-of=k=grow", "--"] + words, here)
            if code or "persistify_run" not in (here / "out" / host).read_text():
                print("%s %s: not transformed (exit code %d)\n%s" % (name, mode, code, output))
                bad = 1
                continue
            for pair in compilers:
                command = pair.split(",")[cxx:][:1] + words + ["-Wall", "-Wextra", "-fsyntax-only"]
                code, after = run(command + include + ["out/" + host], here)
                if code or ("warning:" in after and "warning:" not in run(command + [host], here)[1]):
                    print("%s: %s\n%s" % (name, " ".join(command), after))
                    bad = 1
    return bad


def aside(tool, folder, tests):
    """Transforms the programs of tests once more, each with a macro that nothing uses, which has a name of ours."""
    project = pathlib.Path(__file__).resolve().parents[2]
    header = (project / "runtime/host/include/persistify/runtime.h").read_text()
    known = set(re.findall(r"\bpersistify_\w+|\bPERSISTIFY_\w+", header)) | {"persistify_taken"}
    bad = checked = 0
    for number, test in enumerate(tests):
        here = pathlib.Path(test).resolve()
        line = re.search(r"RUN: %run-check (.*)", here.read_text()).group(1)
        words = [w.replace("%S", str(here.parent)).replace("%s", str(here)) for w in line.split()]
        inputs = [w for w in words if re.search(r"\.(cl|c|cpp)$", w)]
        flags = [w.split("=", 1)[1] for w in words if w.startswith("--host-flag=")]
        out = pathlib.Path(folder) / str(number)
        code, said = run([tool] + inputs + ["-o", str(out), "--force", "--quiet", "--", "-Dpersistify_taken=1"] + flags,
                         here.parent)
        texts = [p.read_text() for p in out.glob("**/*") if p.suffix in (".c", ".cpp", ".h", ".cl")]
        texts = [t for t in texts if "persistify-output" in t.split("\n")[0]]
        if not texts or "persistify1_region_1" not in "".join(texts):
            print("%s: not transformed (exit code %d)\n%s" % (here.name, code, said))
            bad = 1
        for text in texts:
            text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
            plain = set(re.findall(r"\bpersistify_\w+|\bPERSISTIFY_\w+", text)) - known
            if plain:
                print("%s: %s" % (here.name, ", ".join(sorted(plain))))
                bad = 1
            checked += 1
    return bad or not checked


if sys.argv[1] == "aside":
    sys.exit(aside(sys.argv[2], sys.argv[3], sys.argv[4:]))
sys.exit(names(sys.argv[2]) if sys.argv[1] == "names" else build(sys.argv[2], sys.argv[3], sys.argv[4:]))
