// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four of the applications as single persistent kernels, written by hand against
// the device library: the phases of mis.cl, color.cl, sssp.cl and bc.cl with a
// barrier between any two that depend on each other, and nothing cleverer.

#define ENTER                                                                  \
  __local p_shared p_sh;                                                       \
  p_env p_e;                                                                   \
  if (!p_enter(&p_e, p_ctl, p_state, p_arena, &p_sh))                          \
  return

#define LIBRARY __global uint *p_ctl, __global uchar *p_state, __local uchar *p_arena

#define EACH(v, n) for (int v = (int)p_get_global_id(); v < (n); v += (int)p_get_global_size())

// What is set to 1 by many is read behind a barrier, never from a stale cache.
#define READ(flag) ((int)p_fetch4(&p_e, (__global uchar *)(flag)))

#define NOBODY (-1)

bool smaller(__global const int *key, int a, int b) {
  return key[a] < key[b] || (key[a] == key[b] && a < b);
}

//===- mis --------------------------------------------------------------------===//

#define UNDECIDED 0
#define IN_SET 1
#define INACTIVE 2

P_PHASE void mis_first(p_env p_e, __global const int *row, __global const int *col, __global const int *key,
                       __global int *status, __global int *first, __global int *undecided, int n) {
  EACH(v, n) {
    if (status[v] != UNDECIDED)
      continue;
    int best = NOBODY;
    *undecided = 1;
    for (int e = row[v]; e < row[v + 1]; e++)
      if (status[col[e]] == UNDECIDED && (best == NOBODY || smaller(key, col[e], best)))
        best = col[e];
    first[v] = best;
  }
}

P_PHASE void mis_join(p_env p_e, __global const int *row, __global const int *col, __global const int *key,
                      __global int *status, __global int *first, __global int *next, int n) {
  EACH(v, n) {
    if (status[v] != UNDECIDED)
      continue;
    int rival = first[v];
    if (rival == NOBODY || smaller(key, v, rival)) {
      next[v] = IN_SET;
      for (int e = row[v]; e < row[v + 1]; e++)
        if (status[col[e]] == UNDECIDED)
          next[col[e]] = INACTIVE;
    }
  }
}

__kernel void mis(LIBRARY, __global const int *row, __global const int *col, __global const int *key,
                  __global int *status, __global int *next, __global int *first, __global int *undecided,
                  __global int *rounds, int n) {
  ENTER;
  int round = 0, go = 1;
  while (go) {
    mis_first(p_e, row, col, key, status, first, undecided, n);
    P_BARRIER();
    go = READ(undecided);
    mis_join(p_e, row, col, key, status, first, next, n);
    P_BARRIER();
    if (p_is_first(&p_e))
      *undecided = 0;
    EACH(v, n)
      status[v] = next[v];
    P_BARRIER();
    round++;
  }
  if (p_is_first(&p_e))
    *rounds = round;
  p_leave(&p_e, 0);
}

//===- color: two flags in turn -----------------------------------------------===//

P_PHASE void color_largest(p_env p_e, __global const int *row, __global const int *col, __global const int *key,
                           __global int *color, __global int *largest, __global int *uncolored, int n) {
  EACH(v, n) {
    if (color[v] != -1)
      continue;
    *uncolored = 1;
    int best = NOBODY;
    for (int e = row[v]; e < row[v + 1]; e++)
      if (color[col[e]] == -1 && (best == NOBODY || smaller(key, best, col[e])))
        best = col[e];
    largest[v] = best;
  }
}

P_PHASE void color_take(p_env p_e, __global const int *key, __global int *color, __global int *largest, int round,
                        int n) {
  EACH(v, n) {
    if (color[v] == -1 && (largest[v] == NOBODY || smaller(key, largest[v], v)))
      color[v] = round;
  }
}

__kernel void color(LIBRARY, __global const int *row, __global const int *col, __global const int *key,
                    __global int *color, __global int *largest, __global int *uncolored, __global int *rounds,
                    int n) {
  ENTER;
  int round = 0, go = 1;
  while (go) {
    color_largest(p_e, row, col, key, color, largest, uncolored + (round & 1), n);
    P_BARRIER();
    go = READ(uncolored + (round & 1));
    if (p_is_first(&p_e))
      uncolored[(round + 1) & 1] = 0;
    color_take(p_e, key, color, largest, round, n);
    P_BARRIER();
    round++;
  }
  if (p_is_first(&p_e))
    *rounds = round;
  p_leave(&p_e, 0);
}

//===- sssp -------------------------------------------------------------------===//

#define INFINITE 0x7fffffff

P_PHASE void sssp_product(p_env p_e, __global const int *row, __global const int *col, __global const int *length,
                          __global int *x, __global int *y, int n) {
  EACH(v, n) {
    int nearest = x[v];
    for (int e = row[v]; e < row[v + 1]; e++) {
      int from = x[col[e]];
      if (from != INFINITE)
        nearest = min(nearest, from + length[e]);
    }
    y[v] = nearest;
  }
}

__kernel void sssp(LIBRARY, __global const int *row, __global const int *col, __global const int *length,
                   __global int *x, __global int *y, __global int *changed, __global int *rounds, int n) {
  ENTER;
  int round = 0, go = 1;
  while (go) {
    if (p_is_first(&p_e))
      *changed = 0;
    sssp_product(p_e, row, col, length, x, y, n);
    P_BARRIER();
    EACH(v, n) {
      if (x[v] != y[v])
        *changed = 1;
    }
    P_BARRIER();
    go = READ(changed);
    EACH(v, n)
      x[v] = y[v];
    P_BARRIER();
    round++;
  }
  if (p_is_first(&p_e))
    *rounds = round;
  p_leave(&p_e, 0);
}

//===- bc: three flags in turn ------------------------------------------------===//

P_PHASE void bc_clear(p_env p_e, __global int *dist, __global int *paths, __global float *delta,
                      __global int *pred, int source, int n) {
  EACH(v, n) {
    dist[v] = v == source ? 0 : -1;
    paths[v] = v == source;
    delta[v] = 0.0f;
  }
  EACH(i, n * n)
    pred[i] = 0;
}

P_PHASE void bc_expand(p_env p_e, __global const int *row, __global const int *col, __global int *dist,
                       __global int *paths, __global int *pred, __global int *more, int level, int n) {
  EACH(v, n) {
    if (dist[v] != level)
      continue;
    for (int e = row[v]; e < row[v + 1]; e++) {
      int w = col[e], known = dist[w];
      if (known == -1) {
        known = atomic_cmpxchg(&dist[w], -1, level + 1);
        if (known == -1)
          *more = 1;
      }
      if (known == -1 || known == level + 1) {
        pred[w * n + v] = 1;
        atomic_add(&paths[w], paths[v]);
      }
    }
  }
}

P_PHASE void bc_collect(p_env p_e, __global const int *row, __global const int *col, __global int *dist,
                        __global int *paths, __global int *pred, __global float *delta, int level, int n) {
  EACH(v, n) {
    if (dist[v] != level)
      continue;
    float sum = 0.0f;
    for (int e = row[v]; e < row[v + 1]; e++)
      if (pred[col[e] * n + v])
        sum += (float)paths[v] / (float)paths[col[e]] * (1.0f + delta[col[e]]);
    delta[v] = sum;
  }
}

__kernel void bc(LIBRARY, __global const int *row, __global const int *col, __global int *dist,
                 __global int *paths, __global int *pred, __global float *delta, __global float *centrality,
                 __global int *more, __global int *rounds, int sources, int n) {
  ENTER;
  int levels = 0, turn = 0;
  for (int source = 0; source < sources; source++) {
    bc_clear(p_e, dist, paths, delta, pred, source, n);
    P_BARRIER();
    int level = 0, go = 1;
    while (go) {
      if (p_is_first(&p_e))
        more[(turn + 1) % 3] = 0;
      bc_expand(p_e, row, col, dist, paths, pred, more + turn, level, n);
      P_BARRIER();
      go = READ(more + turn);
      turn = (turn + 1) % 3;
      level++;
    }
    levels += level;
    for (level -= 2; level >= 0; level--) {
      bc_collect(p_e, row, col, dist, paths, pred, delta, level, n);
      P_BARRIER();
    }
    EACH(v, n) {
      if (v != source && dist[v] != -1)
        centrality[v] += delta[v];
    }
    P_BARRIER();
  }
  if (p_is_first(&p_e))
    *rounds = levels;
  p_leave(&p_e, 0);
}
