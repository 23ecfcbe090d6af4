//===- semaphore.c - readers and writers of one table ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An example of the semaphores (runtime/device/semaphore.cl), a test, and a
// measurement: in each round one group in eight is a writer, which alone adds 1 to
// all words of a table; the others are readers, which must find all words equal.
// For each kind, size and length of the critical section (words of the table).
//
//   semaphore [rounds] [FILE.csv]
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "measure.h"

static const char text[] =
    "__kernel void table(__global uint *p_ctl, __global uchar *p_state, __local uchar *p_arena,\n"
    "                    __global uint *data, __global uint *out, uint what) {\n"
    "  __local p_shared p_sh;\n"
    "  p_env p_e;\n"
    "  if (!p_enter(&p_e, p_ctl, p_state, p_arena, &p_sh))\n"
    "    return;\n"
    "  __global uint *sem = data, *words = data + P_SEM_WORDS;\n"
    "  const uint size = data[P_SEM_WORDS - 1], length = what >> 16, rounds = what & 0xffffu;\n"
    "  uint wrong = 0;\n"
    "  for (uint round = 0; round < rounds; ++round) {\n"
    "    uint writer = (p_get_group_id() + round) % 8 == 0, take = writer ? size : 1;\n"
    "    if (p_sem_enter(&p_e, sem, take, KIND))\n"
    "      return;\n"
    "    uint first = p_a_poll(words);\n"
    "    p_wg_barrier();\n" // before any of this group writes
    "    for (uint i = p_get_local_id(); i < length; i += p_e.wg) {\n"
    "      wrong += p_a_poll(words + i) != first;\n"
    "      if (writer) words[i] = first + 1;\n"
    "    }\n"
    "    if (p_sem_leave(&p_e, sem, take, KIND))\n"
    "      return;\n"
    "  }\n"
    "  if (P_STEADY(wrong)) p_a_add(out, wrong);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

int main(int argc, char **argv) {
  uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 32;
  FILE *csv = argc > 2 ? fopen(argv[2], "w") : NULL;
  bench b = open_bench();
  measure m;
  pst_protocol p;
  pst_why why;
  int bad = 0;
  if (!measure_open(&m, b.context, b.device, &why)) {
    printf("device unfit: %s\n", why.text);
    return 77;
  }
  CHECK(pst_protocol_choose(&p, m.device, &why));
  static const char *const kinds[] = {"spin", "exp", "priority"};
  static const uint32_t sizes[] = {1, 10, 120}, lengths[] = {32, 512};
  if (csv)
    fprintf(csv, "kind,size,groups,words,us_per_section,wrong,abort\n");
  for (int kind = 0; kind < 3; ++kind) {
    char source[sizeof text + 32];
    snprintf(source, sizeof source, "#define KIND %d\n%s", kind, text);
    if (!measure_build(&m, &p, source, "table", &why)) {
      printf("%s\n", why.text);
      return 1;
    }
    size_t wg = m.device->hosted ? 32 : 128;
    for (int s = 0; s < 3; ++s)
      for (int k = 0; k < 2; ++k)
        for (uint32_t groups = m.device->units; groups <= pst_device_groups(m.device, wg) && groups <= 4 * m.device->units;
             groups *= 4) {
          enum { LINE = 32, WORDS = 3 * LINE + 512 };
          uint32_t data[WORDS] = {0};
          data[LINE] = sizes[s];         // P_SEM_COUNT
          data[3 * LINE - 1] = sizes[s]; // for the kernel
          CL(clEnqueueWriteBuffer(m.queue, m.data, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
          measure_launch l = {.wg = wg, .groups = groups, .bound = groups, .rounds = rounds | lengths[k] << 16, .spin_ms = 5000};
          measure_figures f;
          CHECK(measure_run(&m, &l, &f, &why));
          CL(clEnqueueReadBuffer(m.queue, m.data, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
          uint32_t want = 0;
          for (uint32_t g = 0; g < f.o.count; ++g)
            for (uint32_t round = 0; round < rounds; ++round)
              want += (g + round) % 8 == 0;
          uint32_t wrong = f.wrong + (data[0] != 0) + (data[LINE] != sizes[s]) + (data[2 * LINE] != 0);
          for (uint32_t i = 0; i < lengths[k]; ++i)
            wrong += data[3 * LINE + i] != want;
          double us = f.us / rounds / (f.o.count ? f.o.count : 1);
          printf("semaphore %-8s size %3u, %4u groups, %3u words: %8.2f us a section, wrong %u, abort %u\n", kinds[kind],
                 sizes[s], f.o.count, lengths[k], us, wrong, f.o.abort);
          if (csv)
            fprintf(csv, "%s,%u,%u,%u,%.3f,%u,%u\n", kinds[kind], sizes[s], f.o.count, lengths[k], us, wrong, f.o.abort);
          bad += wrong != 0 || f.o.abort != 0;
        }
  }
  if (csv)
    fclose(csv);
  measure_close(&m);
  return bad != 0;
}
