//===- frame.h - first lines of a persistent kernel ------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For kernels written by hand in C strings: measurements, benchmarks, tests. The
// tool writes the same lines for the kernels that it makes (lib/emit).
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_FRAME_H
#define PERSISTIFY_FRAME_H

/// Parameters and variables. `rest`: its parameters behind those of the library.
#define PERSISTENT_HEAD(name, rest) \
  "__kernel void " name "(__global uint *p_ctl, __global uchar *p_state, __local p_line *p_lines,\n" \
  "                       " rest ") {\n" \
  "  __local uchar *p_arena = (__local uchar *)p_lines;\n" \
  "  __local p_shared p_sh;\n" \
  "  p_env p_e;\n"
/// From here on only groups that take part go on.
#define PERSISTENT_ENTER \
  "  if (!p_enter(&p_e, p_ctl, p_state, p_arena, &p_sh))\n" \
  "    return;\n"
#define PERSISTENT_KERNEL(name, rest) PERSISTENT_HEAD(name, rest) PERSISTENT_ENTER

/// One for measure_run (measure.h). `last`: name of the parameter that gets
/// measure_launch.rounds and .bits.
#define MEASURED_KERNEL(name, last) PERSISTENT_KERNEL(name, "__global uint *data, __global uint *out, uint " last)

#endif // PERSISTIFY_FRAME_H
