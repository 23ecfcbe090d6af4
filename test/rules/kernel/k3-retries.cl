// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops around a compare-and-swap that need nobody else: what is expected is what was read there.

__kernel void counts(__global int *p, __global const int *in, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int old = p[0], seen;
  do {
    seen = old;
    old = atomic_cmpxchg(p, seen, seen + in[i]);
  } while (old != seen);
  for (old = p[1];;) {
    int was = atomic_cmpxchg(p + 1, old, old ^ in[i]);
    if (was == old)
      break;
    old = was;
  }
}

// As people write it for floats.
static void addFloat(volatile __global float *to, const float by) {
  union { unsigned bits; float number; } before, after;
  do {
    before.number = *to;
    after.number = before.number + by;
  } while (atomic_cmpxchg((volatile __global unsigned *)to, before.bits, after.bits) != before.bits);
}
static float AtomicAdd(volatile __global float *source, float operand) {
  int current = *(volatile __global int *)source, expected;
  do {
    expected = current;
    current = atomic_cmpxchg((volatile __global int *)source, expected, as_int(as_float(expected) + operand));
  } while (current != expected);
  return as_float(current);
}
__kernel void sums(volatile __global float *f, __global int *p, int n) {
  int gid = get_global_id(0);
  if (gid < n) {
    addFloat(f + 1, 1.0f);
    (void)AtomicAdd(&f[2], 0.5f);
    int least = p[3];
    while (least > -gid) {
      int now = atomic_cmpxchg(&p[3], least, -gid);
      if (now == least)
        break;
      least = now;
    }
  }
}

// A stack of items, and two words in turns.
__kernel void links(volatile __global int *head, __global int *next, volatile __global int *q, int n) {
  const int me = (int)get_global_id(0);
  if (me >= n) return;
  bool again = true;
  while (again) {
    int top = *head;
    next[me] = top < -1 ? 2 : 1;
    again = atomic_cmpxchg(head, top, me) != top;
  }
  for (int k = 0; k < 2; ++k) {
    int outer, inner, got;
    do {
      outer = atomic_or(&q[k], 0);
      do { inner = head[1]; } while (atomic_cmpxchg(&head[1], inner, inner + 1) != inner);
      got = atomic_cmpxchg(&q[k], outer, outer * 3 + 1);
    } while (got != outer);
  }
}
