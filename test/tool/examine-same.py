#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether --examine shows every loop that a run over the program shows, with the same fate.

usage: examine-same.py PERSISTIFY FOLDER LAYOUTS [FLAG...]

Writes small programs to FOLDER, in these layouts ("across,other", or "all") and in several styles. FLAGs go
behind `--`. Loops of headers that cannot be changed are notes of a run (PST3006) and refused loops of --examine."""

import json
import os
import subprocess
import sys

TOOL, FOLDER, CHOSEN, FLAGS = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]

KERNEL = "kernel void step(global int *a, global int *stop, int n) { int i = get_global_id(0); if (i < n && a[i] < 9) { a[i]++; *stop = 0; } }\n"

LOOP = """    while (!stop) {
      stop = 1;
      clEnqueueWriteBuffer(q, flag, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL);
      clEnqueueNDRangeKernel(q, k, 1, NULL, &size, NULL, 0, NULL, NULL);
      clEnqueueReadBuffer(q, flag, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL);
    }
"""
PARAMETERS = "cl_command_queue q, cl_kernel k, cl_mem flag, size_t size"
# Style: the header, the ending of the main file, what it calls.
STYLES = {
    "static": ("static void steps(%s) {\n    int stop = 0;\n%s}\n" % (PARAMETERS, LOOP), ".c", "steps"),
    "inline": ("inline void steps(%s) {\n    int stop = 0;\n%s}\n" % (PARAMETERS, LOOP), ".cpp", "steps"),
    "template": ("template <typename T> void steps(%s) {\n    T stop = 0;\n%s}\n" % (PARAMETERS, LOOP), ".cpp", "steps<int>"),
    "class": ("template <typename T, int Most> class Steps {\npublic:\n  template <bool Again> void run(%s) {\n    T stop = 0;\n%s  }\n};\n"
              % (PARAMETERS, LOOP), ".cpp", "Steps<int, 3>().run<true>"),
}
# Layout: where the main file is, where the header is, how it is included.
LAYOUTS = {
    "beside": ("app", "app", '"steps.h"'),
    "below": ("app", "app/parts", '"parts/steps.h"'),
    "above": ("app/src", "app", '"../steps.h"'),
    "across": ("src", "lib", '"../lib/steps.h"'),
    "found": ("src", "include", '"steps.h"'),
    "angled": ("src", "include/own", "<own/steps.h>"),
    "twice": ("src", "lib", '"../lib/steps.h"'),
    "marked": ("src", "include", '<steps.h>'),  # says that it is the system's
    "other": ("src", "lib", '"../lib/steps.h"'),  # another file of the program has another loop of it
}


def main_text(include, call, kernel_file):
    source = 'extern const char *text;\n' if kernel_file else 'static const char *text = "%s";\n' % KERNEL.strip()
    name = 'const char *file = "%s"; (void)file;' % kernel_file if kernel_file else ""
    return """#include <CL/cl.h>
#include <stddef.h>
#include %s
%sint main(void) {
  %s
  cl_platform_id p; cl_device_id d;
  clGetPlatformIDs(1, &p, NULL); clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
  cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, NULL);
  cl_program g = clCreateProgramWithSource(c, 1, &text, NULL, NULL);
  clBuildProgram(g, 1, &d, "", NULL, NULL);
  cl_kernel k = clCreateKernel(g, "step", NULL);
  int n = 64; size_t size = 64;
  cl_mem a = clCreateBuffer(c, CL_MEM_READ_WRITE, 64 * sizeof(int), NULL, NULL);
  cl_mem flag = clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof(int), NULL, NULL);
  clSetKernelArg(k, 0, sizeof a, &a); clSetKernelArg(k, 1, sizeof flag, &flag); clSetKernelArg(k, 2, sizeof n, &n);
  %s(q, k, flag, size);
  return 0;
}
""" % (include, source, name, call)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def run(tree, *arguments):
    got = subprocess.run([TOOL, *arguments, "--report=json", "-j1", "--", *FLAGS], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return json.loads(got.stdout)


def fates(loops, tree):
    return {(os.path.realpath(os.path.join(tree, l["place"]["file"])), l["place"]["line"]): l["status"] for l in loops}


def main():
    wrong = count = changed = 0
    for style, (header, ending, call) in STYLES.items():
        for layout, (at, has, include) in LAYOUTS.items():
            if CHOSEN != "all" and layout not in CHOSEN.split(","):
                continue
            for kernel_file in ("", "step.cl"):
                tree = os.path.join(FOLDER, style + "-" + layout + ("-file" if kernel_file else ""))
                marked = "#pragma GCC system_header\n" if layout == "marked" else ""
                other = header
                if layout == "other":
                    other = "#ifndef OTHER\n%s#else\n%s#endif\n" % (header, STYLES["static"][0].replace("steps(", "others("))
                write(os.path.join(tree, has, "steps.h"), "#ifndef STEPS_H\n#define STEPS_H\n%s%s#endif\n" % (marked, other))
                hosts = [os.path.join(at, name + ending) for name in (("main", "other") if layout == "twice" else ("main",))]
                for host in hosts:
                    write(os.path.join(tree, host), main_text(include, call, kernel_file))
                if layout == "other":
                    write(os.path.join(tree, at, "part" + ending),
                          "#include <CL/cl.h>\n#define OTHER\n#include %s\nvoid part(%s) { others(q, k, flag, size); }\n" % (include, PARAMETERS))
                    text = main_text(include, call, kernel_file).replace("int main", "void part(%s);\nint main" % PARAMETERS)
                    write(os.path.join(tree, hosts[0]), text.replace("  return 0", "  part(q, k, flag, size);\n  return 0"))
                if kernel_file:
                    write(os.path.join(tree, at, kernel_file), KERNEL)
                examined = run(tree, "--examine", ".")
                for host, program in zip(hosts, examined["programs"]):
                    plain = run(tree, ".", host, "--dry-run")
                    want = fates(plain["loops"], tree)
                    for d in plain["diagnostics"]:
                        if d["code"] == "PST3006":
                            want[(os.path.realpath(os.path.join(tree, d["place"]["file"])), d["place"]["line"])] = "refused"
                    got = fates(program["loops"], tree)
                    count += 1
                    changed += "transformed" in want.values()
                    if got != want or len(want) != (2 if layout == "other" else 1):
                        wrong += 1
                        print("%s: %s: a run shows %s, --examine %s" % (tree, host, want, got))
    print("%d programs, %d with a loop that moves, %d differ" % (count, changed, wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
