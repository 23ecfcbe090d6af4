#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the time for a host file grows with its size, and not with its square.

    large-file.py PERSISTIFY DIR

Writes programs with few and with many loops that launch kernels, each loop in a function of its own with
set-up of its own, and compares the processor time for both.
"""
import os
import resource
import subprocess
import sys

FEW, TIMES = 30, 8
MOST = 2.0  # as much as proportional growth; a square would be TIMES times that

C_START = """#include <CL/cl.h>
static cl_context context; static cl_device_id device; static cl_command_queue queue;
"""
C = """
static cl_kernel step{i}; static cl_mem cells{i}[4]; static int count{i};
static void prepare{i}(const char *text) {{
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  step{i} = clCreateKernel(program, "step", NULL);
  count{i} = 2;
}}
static void set{i}(void) {{
  for (int k = 0; k < count{i}; k++)
    clSetKernelArg(step{i}, k, sizeof(cl_mem), &cells{i}[k]);
}}
int run{i}(int trips) {{
  size_t items = 64;
  for (int t = 0; t < trips; t++) {{
    set{i}();
    clEnqueueNDRangeKernel(queue, step{i}, 1, NULL, &items, NULL, 0, NULL, NULL);
  }}
  return clFinish(queue);
}}
"""
CPP_START = """#include <CL/cl.h>
#include <vector>
struct State { cl_context context; cl_command_queue queue; cl_kernel step; };
void make(State &s, cl_program program) { s.step = clCreateKernel(program, "step", nullptr); }
"""
CPP = """
struct Fields{i} {{ std::vector<cl_mem> cells; std::vector<int> order; }};
static void fill(Fields{i} &f, State &s) {{
  for (int k = 0; k < 3; k++)
    f.cells.push_back(clCreateBuffer(s.context, CL_MEM_READ_WRITE, 256, nullptr, nullptr));
  for (cl_mem m : f.cells)
    f.order.push_back(m != nullptr);
}}
int run{i}(State &s, int trips) {{
  Fields{i} f;
  fill(f, s);
  std::vector<cl_mem> other;
  for (size_t k = 0; k < f.cells.size(); k++)
    other.push_back(f.cells[k]);
  size_t items = 64;
  for (int t = 0; t < trips; t++) {{
    for (size_t k = 0; k < other.size(); k++) {{
      clSetKernelArg(s.step, 0, sizeof(cl_mem), &other[k]);
      clSetKernelArg(s.step, 1, sizeof(cl_mem), &f.cells[k]);
      clEnqueueNDRangeKernel(s.queue, s.step, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }}
  }}
  return clFinish(s.queue);
}}
"""
KERNEL = "__kernel void step(__global int *to, __global const int *from) { to[get_global_id(0)] += from[0]; }\n"


def seconds(tool, folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([tool, "--list-loops", "step.cl", name], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit("persistify ends with %d: %s" % (done.returncode, done.stderr[-500:]))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    tool, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "step.cl"), "w") as file:
        file.write(KERNEL)
    bad = False
    for name, start, part in (("host.c", C_START, C), ("host.cpp", CPP_START, CPP)):
        for _ in range(3):  # other work on the machine slows one of the two down; a square is one each time
            none, few, many = [seconds(tool, folder, name, start + "".join(part.format(i=i) for i in range(n)))
                               for n in (1, FEW, FEW * TIMES)]
            growth = (many - none) / max(few - none, 0.01) / TIMES
            if growth <= MOST:
                break
        print("%s: %.2f s for %d loops, %.2f s for %d: %.1f times as much as proportional" % (
            name, few, FEW, many, FEW * TIMES, growth))
        bad |= growth > MOST
    return bad


if __name__ == "__main__":
    sys.exit(main())
