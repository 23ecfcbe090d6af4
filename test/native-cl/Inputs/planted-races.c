/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   planted-races           the names of the kernels
 *   planted-races KERNEL
 *
 * Pairs of kernels: one as it should be, and one (..._race) with one step of its synchronisation planted out.
 */
#include "pair.h"

#define STEP(name, with, without, body) \
  "#define SYNC " with "\nkernel void " name "(global int *a, global int *f) {" body "}\n#undef SYNC\n" \
  "#define SYNC " without "\nkernel void " name "_race(global int *a, global int *f) {" body "}\n#undef SYNC\n"
#define BARRIER "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"
#define IDS "int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0), g = get_group_id(0); local int t[8]; "

static const char *source =
    STEP("reduce", BARRIER, "", IDS "t[l] = a[i]; for (int d = n / 2; d; d /= 2) { SYNC; if (l < d) t[l] += t[l + d]; } if (l == 0) f[g] = t[0];")
    STEP("scan", BARRIER, "", IDS "t[l] = a[i]; " BARRIER "; for (int d = 1; d < n; d *= 2) { int x = l >= d ? t[l - d] : 0; SYNC; t[l] += x; "
         BARRIER "; } a[i] = t[l];")
    STEP("reused", BARRIER, "", IDS "for (int k = 0; k < 3; ++k) { t[l] = a[i] + k; " BARRIER "; a[i] = t[(l + 1) % n]; SYNC; }")
    STEP("rotated", BARRIER, "", IDS "int x = a[g * n + (l + 1) % n]; SYNC; a[i] = x;")
    STEP("leader", BARRIER, "", IDS "if (l == 0) t[0] = g; SYNC; a[i] = t[0];")
    STEP("flagged", BARRIER, "", IDS "if (l == n - 1) f[g] = i; SYNC; a[i] = f[g];")
    STEP("own_group", "g", "0", IDS "if (l == 0) f[SYNC] = i; ")
    STEP("histogram", "atomic_inc(f + i % 3)", "f[i % 3]++", IDS "SYNC;")
    STEP("list", "atomic_inc(f)", "f[0]++", IDS "int at = SYNC; if (a[i] >= 0 && at < 16) a[16 + i] = at;")
    STEP("added", "atomic_add(f + g, l)", "f[g] += l", IDS "SYNC;")
    STEP("bytes", "l", "l / 2", IDS "((global char *)f)[g * 8 + SYNC] = (char)l;")
    STEP("vectors", "4", "2", IDS "if (l < 2) vstore4((int4)(i), 0, f + g * 8 + l * SYNC);")
    STEP("copied", "wait_group_events(1, &e); " BARRIER, "", IDS "event_t e = async_work_group_copy(t, a + g * n, 8, 0); SYNC; f[i] = t[n - 1 - l]; "
         "wait_group_events(1, &e);")
    STEP("stencil", "f", "a", IDS "int x = i > 0 ? a[i - 1] : 0; SYNC[i] = x + 1;")
    STEP("halo", "l < n - 1", "1", IDS "t[l] = a[i]; " BARRIER "; if (SYNC && i + 1 < 16) f[i] = t[(l + 1) % n] + a[i + 1]; if (l == 0) a[i] = 7;")
    STEP("transposed", "l * 2 + g", "l + g", IDS "f[SYNC] = i;")
    STEP("drawn", "atomic_xchg(f, i)", "f[0] = i", IDS "int x = 0; SYNC; a[i] = x;")
    STEP("divergent", BARRIER, "", IDS "if (l & 1) t[l] = i; SYNC; if (!(l & 1)) a[i] = t[l + 1];")
    STEP("loop_end", BARRIER, "", IDS "for (int k = 0; k < 2; ++k) { if (l == k) f[g] = k; SYNC; a[i] += f[g]; " BARRIER "; }")
    STEP("struct_part", "y", "x", IDS "typedef struct { int x, y; } P; global P *p = (global P *)f; if (l == 0) p[g].x = 1; if (l == 1) p[g].SYNC = 2;");

int main(int argc, char **argv) {
  if (argc < 2) {
    for (const char *at = source; (at = strstr(at, "kernel void ")); ++at)
      printf("%.*s\n", (int)strcspn(at + 12, "("), at + 12);
    return 0;
  }
  pair p = open_pair(source, "", argv[1]);
  launch_pair(p);
  close_pair(p);
  return 0;
}
