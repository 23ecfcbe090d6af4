//===- test/kernel/RetriesTest.cpp -----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule K3: which loops around atomics wait for other work-items. Loops around a
// compare-and-swap that may try again need nobody; locks need who holds them.
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "gtest/gtest.h"

using namespace persistify;

static bool waits(const std::string &Body, const std::string &Before = "") {
  const std::string Text = Before + "__kernel void f(volatile __global int *p, volatile __global int *q, int n) { " + Body + " }";
  DiagnosticSink Diags;
  auto M = KernelModel::create({KernelSource{"test.cl", Text, {}}}, Diags);
  for (const Diagnostic &D : Diags.all())
    ADD_FAILURE() << D.Range.Line << ": " << D.message();
  const KernelSummary *K = M ? M->find("f") : nullptr;
  if (!K)
    ADD_FAILURE() << "no kernel";
  return K && !K->Waits.empty();
}

TEST(Retries, SwapsThatTryAgain) {
  EXPECT_FALSE(waits("int old, nw; do { old = *p; nw = old + 1; } while (atomic_cmpxchg(p, old, nw) != old);"));
  EXPECT_FALSE(waits("int old, nw; do { old = *p; nw = old + 1; } while (atomic_cmpxchg(p, old, nw) != old);"));
  EXPECT_FALSE(waits("int old = *p, seen; do { seen = old; old = atomic_cmpxchg(p, seen, seen + 3); } while (old != seen);"));
  EXPECT_FALSE(waits("int old = *p, seen; while (1) { seen = atomic_cmpxchg(p, old, old + 3); if (seen == old) break; old = seen; }"));
  EXPECT_FALSE(waits("int old = *p; for (;;) { int seen = atomic_cmpxchg(p, old, old + 3); if (seen == old) return; old = seen; }"));
  EXPECT_FALSE(waits("int seen, old = *p; while ((seen = atomic_cmpxchg(p, old, old + 3)) != old) old = seen;"));
  EXPECT_FALSE(waits("int old = *p; while (old > n) { int seen = atomic_cmpxchg(p, old, n); if (seen == old) break; old = seen; }"));
  EXPECT_FALSE(waits("int old = *p, a; do { a = old; if (a <= n) break; old = atomic_cmpxchg(p, a, n); } while (old != a);"));
  EXPECT_FALSE(waits("union { int u; float f; } o, w; do { o.f = *(volatile __global float *)p; w.f = o.f + 1.0f; } while (atomic_cmpxchg(p, o.u, w.u) != o.u);"));
  EXPECT_FALSE(waits("float o; do { o = *(volatile __global float *)p; } while (atomic_cmpxchg(p, as_int(o), as_int(o + 1.0f)) != as_int(o));"));
  EXPECT_FALSE(waits("int cur = *p, prev; do { prev = cur; cur = atomic_cmpxchg(p, prev, as_int(as_float(prev) + 1.0f)); } while (cur != prev);"));
  EXPECT_FALSE(waits("int old; do { old = atomic_or(p, 0); } while (atomic_cmpxchg(p, old, old * 2) != old);"));
  EXPECT_FALSE(waits("int old; do { old = atomic_add(p, 0); } while (atomic_cmpxchg(p, old, old * 2) != old);"));
  EXPECT_FALSE(waits("for (int i = 0; i < n; i++) { int old; do { old = *p; } while (atomic_cmpxchg(p, old, old + i) != old); }"));
  EXPECT_FALSE(waits("int o1, o2; do { o1 = *p; do { o2 = *q; } while (atomic_cmpxchg(q, o2, o2 + o1) != o2); } while (atomic_cmpxchg(p, o1, o1 + 1) != o1);"));
  EXPECT_FALSE(waits("int head; do { head = *p; q[get_global_id(0) + 1] = head; } while (atomic_cmpxchg(p, head, (int)get_global_id(0)) != head);"));
  EXPECT_FALSE(waits("addf(p, 2);",
                     "static int addf(volatile __global int *a, int v) { int old, nw; do { old = *a; nw = old ^ v; } while (atomic_cmpxchg(a, old, nw) != old); return old; } "));
  EXPECT_FALSE(waits("addf(p + 1, 2);",
                     "static void addf(volatile __global int *a, int v) { int cur = *a, want; do { want = cur; cur = atomic_cmpxchg(a, want, want ^ v); } while (cur != want); } "));
  EXPECT_FALSE(waits("int old; for (;;) { old = *p; if (old >= 5) break; if (atomic_cmpxchg(p, old, old + 1) == old) break; }"));
  EXPECT_FALSE(waits("int i = get_global_id(0) & 1, old; do { old = p[i]; } while (atomic_cmpxchg(&p[i], old, old + 1) != old);"));
  EXPECT_FALSE(waits("int old; do { old = *p; } while (atomic_cmpxchg(p, old, old + 1) != old);"));
  EXPECT_FALSE(waits("int ok; do { int old = *p; ok = atomic_cmpxchg(p, old, old + 1) == old; } while (!ok);"));
  EXPECT_FALSE(waits("bool again = true; while (again) { int old = *p; again = atomic_cmpxchg(p, old, old + 1) != old; }"));
  EXPECT_FALSE(waits("while (atomic_inc(p) < n) *q = 1;"));
  EXPECT_FALSE(waits("int s = n & 63; for (;;) { int was = atomic_cmpxchg(&p[s], -1, n); if (was == -1 || was == n) break; s = (s + 1) & 63; }"));
  EXPECT_FALSE(waits("int o = n; while ((o = atomic_xchg(p, atomic_xchg(p, 0) + o)) != 0) ;"));
  EXPECT_FALSE(waits("float o = n, t; volatile __global float *f = (volatile __global float *)p; do { t = atomic_xchg(f, 0.0f); t += o; } while ((o = atomic_xchg(f, t)) != 0.0f);"));
  EXPECT_FALSE(waits("int old, was; do { old = *p; was = atomicCAS(p, old, old + 2); } while (was != old);",
                     "static int atomicCAS(volatile __global int *a, int e, int v) { return atomic_cmpxchg(a, e, v); } "));
  EXPECT_FALSE(waits("int old = *p, a; do { a = old; old = atomicCAS(&p[0], a, as_int(as_float(a) + 1.0f)); } while (a != old);",
                     "static int atomicCAS(volatile __global int *a, int e, int v) { return atomic_cmpxchg(a, e, v); } "));
  EXPECT_FALSE(waits("int old; do { old = *p; } while (swap(old + 1, p, old) != old);",
                     "static int swap(int v, volatile __global int *a, int e) { return atomic_cmpxchg(a, e, v); } "));
  EXPECT_FALSE(waits("while (atomicAdd(p, 1) < n) *q = 1;",
                     "static int atomicAdd(volatile __global int *a, int v) { return atomic_add(a, v); } "));
}

TEST(Retries, Locks) {
  EXPECT_TRUE(waits("while (atomic_cmpxchg(p, 0, 1)); *q += 1; *p = 0;"));
  EXPECT_TRUE(waits("while (atomic_cmpxchg(p, 0, 1) != 0) {} *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("while (atomic_xchg(p, 1)); *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("for (;;) { int old = *p; if (old) continue; if (atomic_cmpxchg(p, old, 1) == old) break; } *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int old; do { old = *p; } while (old != 0 || atomic_cmpxchg(p, old, 1) != old); *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int old; do { old = *p & ~1; } while (atomic_cmpxchg(p, old, old | 1) != old); *q += 1; atomic_and(p, ~1);"));
  EXPECT_TRUE(waits("int old = *p & ~1, s; for (;;) { s = atomic_cmpxchg(p, old, old | 1); if (s == old) break; old = s & ~1; } *q += 1; atomic_and(p, ~1);"));
  EXPECT_TRUE(waits("int expected = 0, got; do { got = atomic_cmpxchg(p, expected, 1); } while (got != expected); *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int e, g; do { e = 0; g = atomic_cmpxchg(p, e, 1); } while (g != e); *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int done = 0; while (!done) { int old = *p; if (old == 0) { if (atomic_cmpxchg(p, old, 1) == old) { *q += 1; atomic_xchg(p, 0); done = 1; } } }"));
  EXPECT_TRUE(waits("int done = 0; while (!done) { if (atomic_cmpxchg(p, 0, 1) == 0) { *q += 1; atomic_xchg(p, 0); done = 1; } }"));
  EXPECT_TRUE(waits("int old; do { old = *q; } while (atomic_cmpxchg(p, old, 1) != old);"));
  EXPECT_TRUE(waits("while (atomic_cmpxchg(p, (int)get_global_id(0), (int)get_global_id(0) + 1) != (int)get_global_id(0));"));
  EXPECT_TRUE(waits("int i = 0; while (atomic_cmpxchg(p, i, i + 1) != i) i = (i + 1) & 1; *q += 1; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int old = *p; while (atomic_cmpxchg(p, old, old + 1) != old);"));
  EXPECT_TRUE(waits("int t = atomic_inc(p); while (*(volatile __global int *)q != t); atomic_inc(q);"));
  EXPECT_TRUE(waits("int t; do { t = *p; } while (atomic_cmpxchg(p, t, t + 1) != t); while (atomic_or(q, 0) != t); atomic_inc(q);"));
  EXPECT_TRUE(waits("for (int i = 0; i < n; i++) { int old; do { do { old = *p; } while (old == 7); } while (atomic_cmpxchg(p, old, 7) != old); *q += 1; atomic_xchg(p, old); }"));
  EXPECT_TRUE(waits("lock(p); *q += 1; unlock(p);",
                     "static void lock(volatile __global int *a) { int e; do { e = 0; } while (atomic_cmpxchg(a, e, 1) != e); } static void unlock(volatile __global int *a) { atomic_xchg(a, 0); } "));
  EXPECT_TRUE(waits("int old; do { old = *p; } while (old < 5 || atomic_cmpxchg(p, old, old - 5) != old);"));
  EXPECT_TRUE(waits("int old; for (;;) { old = *p; if (old < 5) continue; if (atomic_cmpxchg(p, old, old - 5) == old) break; }"));
  EXPECT_TRUE(waits("int old; for (;;) { old = *p; if (old >= 5) { if (atomic_cmpxchg(p, old, old - 5) == old) break; } }"));
  EXPECT_TRUE(waits("int old; do { old = *p; } while (atomic_cmpxchg(p, old, old + 1) != 0);"));
  EXPECT_TRUE(waits("int i = get_global_id(0) & 1, old; do { old = p[i]; } while (atomic_cmpxchg(&p[i + 1], old, old + 1) != old);"));
  EXPECT_TRUE(waits("int old; do { old = *p; old = old & 6; } while (atomic_cmpxchg(p, old, old + 1) != old);"));
  EXPECT_TRUE(waits("bool again = true; while (again) { int old = 0; again = atomic_cmpxchg(p, old, old + 1) != old; } atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("while (atomic_inc(p) != 0) atomic_dec(p); *q += 1; atomic_dec(p);"));
  EXPECT_TRUE(waits("while (atomic_add(p, 1) != 0) atomic_sub(p, 1); *q += 1; atomic_dec(p);"));
  EXPECT_TRUE(waits("int k = 1; while (atomic_xchg(p, k) != 0) k++; atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int old, got = 0; do { old = *p; if (old) continue; got = atomic_cmpxchg(p, old, 1); } while (got != old); atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int old, got = 9; do { old = *p; if (old == 0) got = atomic_cmpxchg(p, old, 1); } while (got != old); atomic_xchg(p, 0);"));
  EXPECT_TRUE(waits("int old = 0; while (atomic_cmpxchg(p, old, 1) != old) { if (*q) old = *p; }"));
  EXPECT_TRUE(waits("int old, got; do { old = *p; got = atomic_cmpxchg(p, old, 1); old = 0; } while (got != old); "));
  EXPECT_TRUE(waits("int a = *p, b = 0, got; do { a = *p; a = b; b = a; got = atomic_cmpxchg(p, a, 1); } while (got != a);"));
  EXPECT_TRUE(waits("int old; do { do { old = *p; } while (old & 1); } while (atomic_cmpxchg(p, old, old | 1) != old);"));
  EXPECT_TRUE(waits("struct { int a, b; } s; s.b = 0; do { s.a = *p; } while (atomic_cmpxchg(p, s.b, 1) != s.b);"));
  EXPECT_TRUE(waits("int o = n; while ((o = atomic_xchg(p, atomic_xchg(p, 0) + o)) != 7) ;"));
  EXPECT_TRUE(waits("int o = n; while ((o = atomic_xchg(p, atomic_xchg(q, 0) + o)) != 0) ;"));
  EXPECT_TRUE(waits("int o = n; do { if (*q) atomic_xchg(p, 0); o = atomic_xchg(p, o + 1); } while (o != 0);"));
  EXPECT_TRUE(waits("while (atomicCAS(p, 0, 1) != 0); *q += 1; atomic_xchg(p, 0);",
                     "static int atomicCAS(volatile __global int *a, int e, int v) { return atomic_cmpxchg(a, e, v); } "));
  EXPECT_TRUE(waits("int old; do { old = *p & ~1; } while (atomicCAS(p, old, old | 1) != old); atomic_and(p, ~1);",
                     "static int atomicCAS(volatile __global int *a, int e, int v) { return atomic_cmpxchg(a, e, v); } "));
  EXPECT_TRUE(waits("int old; do { old = *p; } while (swap(p, old, old | 1) != old);",
                     "static int swap(volatile __global int *a, int e, int v) { return atomic_cmpxchg(a, 0, v); } "));
}

TEST(Retries, OfTheSecondStandard) {
  EXPECT_FALSE(waits("int e = atomic_load((volatile __global atomic_int *)p); while (!atomic_compare_exchange_weak((volatile __global atomic_int *)p, &e, e + 1));"));
  EXPECT_FALSE(waits("int e = *p; while (!atomic_compare_exchange_strong((volatile __global atomic_int *)p, &e, e * 2)) {}"));
  EXPECT_FALSE(waits("int e, d; e = atomic_load((volatile __global atomic_int *)p); do { d = e + n; } while (!atomic_compare_exchange_strong((volatile __global atomic_int *)p, &e, d));"));
  EXPECT_FALSE(waits("int e = *p; while (!atomic_compare_exchange_strong((volatile __global atomic_int *)p, &e, 7)) {}"));
  EXPECT_TRUE(waits("int e; do { e = 0; } while (!atomic_compare_exchange_strong((volatile __global atomic_int *)p, &e, 1)); atomic_store((volatile __global atomic_int *)p, 0);"));
  EXPECT_TRUE(waits("int e = 0; while (!atomic_compare_exchange_weak((volatile __global atomic_int *)p, &e, 1)) e = 0; atomic_store((volatile __global atomic_int *)p, 0);"));
  EXPECT_TRUE(waits("for (int e = 0; !atomic_compare_exchange_weak((volatile __global atomic_int *)p, &e, e + 1); e = 0); atomic_store((volatile __global atomic_int *)p, 0);"));
  EXPECT_TRUE(waits("int e = 0; while (!atomic_compare_exchange_weak((volatile __global atomic_int *)p, &e, e | 1)) e &= ~1; atomic_store((volatile __global atomic_int *)p, 0);"));
  EXPECT_FALSE(waits("int e = *p; while (!atomic_compare_exchange_weak_explicit((volatile __global atomic_int *)p, &e, e + 1, memory_order_relaxed, memory_order_relaxed, memory_scope_device)) ;"));
  EXPECT_FALSE(waits("int o = n; volatile __global atomic_int *a = (volatile __global atomic_int *)p; while ((o = atomic_exchange(a, atomic_exchange(a, 0) + o)) != 0) ;"));
  EXPECT_TRUE(waits("volatile __global atomic_int *a = (volatile __global atomic_int *)p; while (atomic_exchange(a, 1) != 0) ; atomic_store(a, 0);"));
  EXPECT_TRUE(waits("volatile __global atomic_int *a = (volatile __global atomic_int *)p; while (atomic_fetch_or(a, 1) & 1) ; atomic_store(a, 0);"));
  EXPECT_FALSE(waits("bool ok; do { int e = atomic_load((volatile __global atomic_int *)p); ok = atomic_compare_exchange_strong((volatile __global atomic_int *)p, &e, e + 1); } while (!ok);"));
}

// What a loop waits for, or swaps, may stand in any kind of statement.
TEST(Retries, WaysThroughARound) {
  EXPECT_TRUE(waits("for (;;) { switch (*p) { case 1: return; default: ; } }"));
  EXPECT_TRUE(waits("for (;;) { switch (*p) { case 3: goto out; } } out: *q = 1;"));
  EXPECT_TRUE(waits("for (;;) { int done = 0; for (int j = 0; j < 3; j++) if (p[j]) { done = 1; break; } if (done) break; }"));
  EXPECT_TRUE(waits("int c = 0; while (c < 3) { switch (*p) { case 5: break; default: continue; } c++; }"));
  EXPECT_TRUE(waits("int c = 0; while (c < 3) { *p == c + 1 && c++; }"));
  EXPECT_TRUE(waits("int c = 0; while (c < 3) { *p == c + 1 ? c++ : 0; }"));
  EXPECT_TRUE(waits("int v = 0, *at = &v; while (!v) *at = *p;"));
  EXPECT_TRUE(waits("int v; do look(p, &v); while (!v);", "static void look(volatile __global int *a, int *v) { *v = *a; } "));
  EXPECT_TRUE(waits("do { int v; do { v = *p; } while (v == 0); } while (++n < 9);"));
  EXPECT_TRUE(waits("do { int k = 0; do { n ^= k; } while (++k < 3); } while (*p == 0);"));
  EXPECT_TRUE(waits("for (;;) { if (n > 3) { if (*p) break; } else if (++n > 2) return; }"));
  EXPECT_FALSE(waits("do { if (*p) break; *q = 1; } while (0);"));
  EXPECT_FALSE(waits("int k = 0; while (k < n) { step(&k); if (*p == 7) *q = 1; else *q = 2; }", "static void step(int *k) { ++*k; } "));
  EXPECT_FALSE(waits("for (;;) { if (*p > 2) *q = 1; else *q = 2; if (++n > 9) break; }"));
  EXPECT_FALSE(waits("if (n == 2) goto in; for (int k = 0; k < 3; k++) { in: *q = k; } for (int v = 0; v < *p % 4; v++) *q = v;"));
  EXPECT_TRUE(waits("int old = 0, s = 0; for (;;) { switch (s) { case 0: old = *p; s = 1; break; case 1: if (atomic_cmpxchg(p, old, old + 1) == old) return; } }"));
  EXPECT_FALSE(waits("int old; for (;;) { old = *p; if (old < n) goto swap; *q = 1; swap: if (atomic_cmpxchg(p, old, old + 1) == old) break; }"));
}
