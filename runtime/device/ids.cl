//===- ids.cl - the original NDRange inside a persistent kernel -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A phase runs the original kernel's work-items on the resident ones. p_range
// is one launch after its legality check (rule H4); p_ids is one original
// work-item. Two walks: item-stride, each resident item
// takes every n-th original item; group-stride, each resident group takes whole
// original groups. Sizes fit in 31 bits, so all of it is 32-bit arithmetic;
// ids in more than one dimension advance by carried steps, without a division
// per item.
//
//===----------------------------------------------------------------------===//

#define P_RANGE_BAD 0x80000000u

typedef struct p_range {
  uint dim, has_local;
  uint ox, oy, oz; // offset
  uint gx, gy, gz; // global size
  uint lx, ly, lz; // local size (0 until known when none was given)
  uint nx, ny, nz; // number of groups (group-stride)
  uint fx, fy, fz; // in two or three dimensions: with which item, or group, this group's walk begins
  uint sx, sy, sz; // and how far it goes on
  uint total;      // items, in a group-stride walk: groups
  uint all;        // in a meeting (meet.cl): groups of the original launch; of a bad one: the work-group size it needs
  uint max_wg;     // limit of the original kernel
} p_range;

typedef struct p_ids {
  const p_range *r;
  uint at;         // item number, in a group-stride walk: group number
  uint end;        // of the item-stride walk
  uint x, y, z;    // global id without the offset
  uint lx, ly, lz; // local id
  uint wx, wy, wz; // group id
  p_env *e;        // in a meeting
  volatile __local uint *raised; // of an item-stride walk: P_RAISE
  uint on;         // 0: surplus item, a clone whose stores do not count (rule K1)
} p_ids;

// Side by side over all items; a CPU's threads take a block each, for their
// caches.
#ifdef P_SINGLE
#define P_ITEM_STEP(e) 1u
#else
#define P_ITEM_STEP(e) ((e)->groups * (e)->wg)
#endif

// What all items of a group have in common in a walk of several dimensions, so that
// these go on by carried steps, without a division for each.
P_FN void p_walk_make(p_range *r, uint first, uint step, uint width, uint height) {
  if (r->dim > 1) {
    r->fx = first % width;
    r->fy = first / width;
    r->sx = step % width;
    r->sy = step / width;
  }
  if (r->dim > 2) {
    r->fz = r->fy / height;
    r->fy %= height;
    r->sz = r->sy / height;
    r->sy %= height;
  }
}
P_FN void p_walk_on(const p_range *r, uint at, uint width, uint height, uint *x, uint *y, uint *z) {
  if (r->dim == 1) {
    *x = at;
    return;
  }
#ifdef P_SINGLE // the next one; there are no walks over groups
  if (++*x == width) {
    *x = 0;
    ++*y;
  }
  if (r->dim > 2 && *y == height) {
    *y = 0;
    ++*z;
  }
#else
  *x += r->sx;
  *y += r->sy;
  if (P_STEADY(*x) >= width) {
    *x -= width;
    ++*y;
  }
  if (r->dim > 2) {
    *z += r->sz;
    if (P_STEADY(*y) >= height) {
      *y -= height;
      ++*z;
    }
  }
#endif
}
P_FN void p_items_walk(const p_env *e, p_range *r) {
  p_walk_make(r, e->group * e->wg, P_ITEM_STEP(e), r->gx, r->gy);
}
P_FN void p_groups_walk(const p_env *e, p_range *r) { p_walk_make(r, e->group, e->groups, r->nx, r->ny); }

// Legality of a launch. The caller passes 1 for sizes and 0 for offsets of
// dimensions that the launch does not have. A launch of size zero that the API
// accepts gives P_RANGE_SKIP and a range whose walks run zero times: do not put
// an `if` around a walk with barriers, since PoCL copies everything behind a
// barrier that is not passed on all paths.
P_FN_BRANCHY uint p_range_make(const p_env *e, p_range *r, uint dim, ulong ox, ulong oy, ulong oz, ulong gx, ulong gy, ulong gz,
                       ulong lx, ulong ly, ulong lz, int has_local, ulong max_wg, int zero_skips) {
  const ulong limit = 0x80000000ul;
  if (has_local) {
    __local const uint *most = e->sh->most;
    if (lx == 0 || lx > most[0] || (dim > 1 && (ly == 0 || ly > most[1])) || (dim > 2 && (lz == 0 || lz > most[2])) ||
        lx * ly * lz > max_wg)
      return P_BAIL_LOCAL;
  }
  if (gx >= limit || gy >= limit || gz >= limit || ox >= limit || oy >= limit || oz >= limit)
    return P_BAIL_SIZE;
  uint empty = gx == 0 || gy == 0 || gz == 0;
  if (empty && !zero_skips)
    return P_BAIL_SIZE;
  if (dim > 1 && (gx * gy >= limit || gx * gy * gz >= limit))
    return P_BAIL_SIZE;
  r->dim = dim;
  r->has_local = (uint)has_local;
  r->max_wg = (uint)min(max_wg, limit);
  r->ox = (uint)ox;
  r->oy = (uint)oy;
  r->oz = (uint)oz;
  r->gx = empty ? 1 : (uint)gx;
  r->gy = empty ? 1 : (uint)gy;
  r->gz = empty ? 1 : (uint)gz;
  r->lx = has_local ? (uint)lx : 0;
  r->ly = has_local ? (uint)ly : 1;
  r->lz = has_local ? (uint)lz : 1;
  r->nx = r->ny = r->nz = 1;
  r->total = empty ? 0 : r->gx * r->gy * r->gz;
  p_items_walk(e, r);
  if (empty)
    return P_RANGE_SKIP;
  if (has_local && (r->gx % r->lx || (dim > 1 && r->gy % r->ly) || (dim > 2 && r->gz % r->lz)))
    return P_BAIL_LOCAL;
  return P_RANGE_OK;
}

// P_FIXED_RANGE: a one-dimensional range that many launches have, looked at before
// the first of them. P_USE_RANGE, at a launch: only asks whether it is a bad one. PoCL
// 3.1 loses branches of single work-items behind loops to which a p_range is handed
// (seen: all items at p_leave), so there each launch makes its own.
#if defined(P_BACKEND_PTX) || defined(P_SINGLE)
#define P_FIXED_RANGE(r, offset, size, local_size, has_local, max_wg, zero_skips) \
  p_range r; \
  p_range_fixed(&p_e, &r, 1, (offset), 0, 0, (size), 1, 1, (local_size), 1, 1, (has_local), (max_wg), (zero_skips))
#define P_USE_RANGE(r, line) \
  if (p_range_bad(&r)) \
  P_BAIL(p_range_why(&r), (line))
#else
#define P_FIXED_RANGE(r, offset, size, local_size, has_local, max_wg, zero_skips) \
  const ulong r##_offset = (offset), r##_size = (size), r##_local = (local_size), r##_most = (max_wg); \
  const int r##_has = (has_local), r##_zero = (zero_skips)
#define P_USE_RANGE(r, line) \
  p_range r; \
  const uint r##_ok = p_range_make(&p_e, &r, 1, r##_offset, 0, 0, r##_size, 1, 1, r##_local, 1, 1, r##_has, r##_most, r##_zero); \
  if (r##_ok > P_RANGE_SKIP) \
  P_BAIL(r##_ok, (line))
#endif
P_FN void p_range_fixed(const p_env *e, p_range *r, uint dim, ulong ox, ulong oy, ulong oz, ulong gx, ulong gy, ulong gz,
                        ulong lx, ulong ly, ulong lz, int has_local, ulong max_wg, int zero_skips) {
  const uint why = p_range_make(e, r, dim, ox, oy, oz, gx, gy, gz, lx, ly, lz, has_local, max_wg, zero_skips);
  if (why > P_RANGE_SKIP)
    r->total = P_RANGE_BAD | why;
}
P_FN int p_range_bad(const p_range *r) { return (r->total & P_RANGE_BAD) != 0; }
P_FN uint p_range_why(const p_range *r) { return r->total & ~P_RANGE_BAD; }

// P_KEPT_RANGE: in local memory, where a range of several dimensions takes no registers,
// for a walk `by` items or groups. Behind all of them, P_RANGES_KEPT.
#define P_BY_ITEMS 0u
#define P_BY_GROUPS 1u
#define P_BY_EQUAL_GROUPS 2u // p_groups_ready's `equal`
P_FN_BRANCHY uint p_groups_ready(p_env *e, p_range *r, int equal);
P_FN void p_range_keep(p_env *e, __local p_range *kept, uint by, uint dim, ulong ox, ulong oy, ulong oz, ulong gx,
                       ulong gy, ulong gz, ulong lx, ulong ly, ulong lz, int has_local, ulong max_wg, int zero_skips) {
  p_range r;
  p_range_fixed(e, &r, dim, ox, oy, oz, gx, gy, gz, lx, ly, lz, has_local, max_wg, zero_skips);
  r.all = 0;
  if (by != P_BY_ITEMS && !p_range_bad(&r)) {
    r.all = p_groups_ready(e, &r, by == P_BY_EQUAL_GROUPS);
    if (r.all)
      r.total = P_RANGE_BAD | P_BAIL_WG;
  }
  if (P_STEADY(e->lid) == 0)
    *kept = r;
}
#define P_KEPT_RANGE(r, by, dims, ox, oy, oz, gx, gy, gz, lx, ly, lz, has_local, max_wg, zero_skips) \
  __local p_range r##_kept; \
  p_range_keep(&p_e, &r##_kept, (by), (dims), (ox), (oy), (oz), (gx), (gy), (gz), (lx), (ly), (lz), (has_local), (max_wg), (zero_skips))
#define P_RANGES_KEPT() p_wg_barrier()
// Once more what is known of it, so that the compiler leaves out the rest.
#define P_USE_KEPT(r, dims, has_offset, line) \
  p_range r = r##_kept; \
  r.dim = (dims); \
  if (!(has_offset)) \
    r.ox = r.oy = r.oz = 0; \
  if (p_range_bad(&r)) \
  P_BAIL_NEED(p_range_why(&r), (line), r.all)

// Structs are filled through pointers: a struct result is a noalias argument,
// and inlining that gives an intrinsic that Oclgrind does not know.

//===- item-stride ---------------------------------------------------------===//

// The carry of an id into the next dimension, with a division only for those that need one.
P_FN void p_carry(uint *low, uint *high, uint size) {
  if (P_STEADY(*low) >= size) {
    *high += *low / size;
    *low %= size;
  }
}

// The first `limit` items; blocks are dealt out as if there were `dealt`.
P_FN p_ids *p_items_start(const p_env *e, const p_range *r, p_ids *v, uint limit, uint dealt) {
  v->r = r;
  v->y = v->z = 0;
#ifdef P_SINGLE
  uint block = (dealt + e->groups - 1) / e->groups;
  v->x = v->at = e->group * block;
  v->end = min(v->at + block, limit);
#else
  v->x = v->at = e->group * e->wg + e->lid;
  v->end = limit;
  if (r->dim > 1) {
    v->x = r->fx + e->lid;
    v->y = r->fy;
  }
  if (r->dim > 2)
    v->z = r->fz;
#endif
  if (r->dim > 1)
    p_carry(&v->x, &v->y, r->gx);
  if (r->dim > 2)
    p_carry(&v->y, &v->z, r->gy);
  v->lx = v->ly = v->lz = v->wx = v->wy = v->wz = 0;
  v->on = 1;
  v->raised = &e->sh->partial;
  return v;
}

P_FN void p_items_next(const p_env *e, p_ids *v) {
  v->at += P_ITEM_STEP(e);
  p_walk_on(v->r, v->at, v->r->gx, v->r->gy, &v->x, &v->y, &v->z);
}

// How many ids are below `n`, or (also) at it; there are fewer than 2^31.
P_FN uint p_bound_u(ulong n, uint also) { return (uint)min(n, 1ul << 31) + also; }
P_FN uint p_bound(long n, uint also) { return n < 0 ? 0 : p_bound_u((ulong)n, also); }

P_FN p_ids *p_items_first(const p_env *e, const p_range *r, p_ids *v) {
  return p_items_start(e, r, v, r->total, r->total);
}
// In the last dimension, so whole rows or planes. `anew`: the items need not stay with
// the resident ones that other launches of the same range give them.
P_FN p_ids *p_items_below(const p_env *e, const p_range *r, p_ids *v, uint bound, uint anew) {
  const uint from = r->dim == 1 ? r->ox : r->dim == 2 ? r->oy : r->oz;
  const uint size = r->dim == 1 ? r->gx : r->dim == 2 ? r->gy : r->gz;
  const uint each = r->dim == 1 ? 1 : r->dim == 2 ? r->gx : r->gx * r->gy;
  const uint limit = min(r->total, min(bound - min(bound, from), size) * each);
  return p_items_start(e, r, v, limit, anew ? limit : r->total);
}

P_FN int p_items_more(const p_ids *v) { return P_STEADY(v->at) < v->end; }

// The macros below are used behind the program's own macros: they name no member.
#define P_FOR_ITEMS(v, range) \
  for (p_ids v##_, *v = p_items_first(&p_e, &(range), &v##_); p_items_more(v); p_items_next(&p_e, v))

// The same for a kernel that sends away the ids from `bound` on, in the launch's last dimension.
#define P_FOR_ITEMS_BELOW(v, range, bound, anew) \
  for (p_ids v##_, *v = p_items_below(&p_e, &(range), &v##_, (bound), (anew)); p_items_more(v); p_items_next(&p_e, v))

// A flag that kernels only raise, and that a barrier joins (p_barrier_any), is no
// place in memory: P_JOINED stands for its buffer.
#define P_JOINED ((__global uchar *)1)
P_FN void p_raised(const p_ids *v) { *v->raised = 1; }
#define P_IS_JOINED(place) ((size_t)&(place) == (size_t)P_JOINED)
#define P_RAISE(place, value, v) (P_IS_JOINED(place) ? p_raised(v) : (void)((place) = (value)))
#define P_RAISE_NEW(place, value, v) (P_IS_JOINED(place) ? p_raised(v) : P_STORE_NEW(place, value))

//===- group-stride --------------------------------------------------------===//

// A launch without a local size leaves the choice to the implementation; ours
// is the largest divisor of the size in dimension 0.
P_FN_BRANCHY uint p_pick_local(p_env *e, uint size, uint most) {
  if (e->local_of != size || e->local_most != most) {
    uint pick = min(min(e->wg, most), min(size, e->sh->most[0]));
    while (size % pick)
      --pick;
    e->local_of = size;
    e->local_most = most;
    e->local_is = pick;
  }
  return e->local_is;
}

// Prepares a group-stride walk. Returns the work-group size that the launch
// would need, 0 when it can run.
P_FN_BRANCHY uint p_groups_ready(p_env *e, p_range *r, int equal) {
  if (r->total == 0) {
    r->lx = r->ly = r->lz = r->gx = r->gy = r->gz = r->nx = r->ny = r->nz = 1;
    p_groups_walk(e, r);
    return 0;
  }
  if (!r->has_local)
    r->lx = p_pick_local(e, r->gx, r->max_wg);
  uint items = r->lx * r->ly * r->lz;
  if (items > e->wg || (equal && items != e->wg))
    return items;
  r->nx = r->gx / r->lx;
  r->ny = r->dim > 1 ? r->gy / r->ly : 1;
  r->nz = r->dim > 2 ? r->gz / r->lz : 1;
  r->total = r->nx * r->ny * r->nz;
  p_groups_walk(e, r);
  return 0;
}

P_FN p_ids *p_groups_first(const p_env *e, const p_range *r, p_ids *v) {
  uint items = r->lx * r->ly * r->lz, lid = e->lid;
  v->r = r;
  v->on = lid < items;
  if (lid >= items)
    lid %= items;
  v->lx = lid;
  v->ly = v->lz = 0;
  if (r->dim > 1) {
    v->lx = lid % r->lx;
    v->ly = lid / r->lx;
  }
  if (r->dim > 2) {
    v->lz = v->ly / r->ly;
    v->ly %= r->ly;
  }
  v->at = v->wx = e->group;
  v->x = v->y = v->z = v->wy = v->wz = 0;
  if (r->dim > 1) {
    v->wx = r->fx;
    v->wy = r->fy;
  }
  if (r->dim > 2)
    v->wz = r->fz;
  return v;
}

// Ids of the walk's current group. A work-group barrier stands in front of each
// group: whoever used the local arena before is done with it (rule K4). It also
// stands in front of the test, so that the loop has a barrier on all paths.
int p_groups_at(p_ids *v);
P_FN_BARRIER int p_groups_at(p_ids *v) {
  const p_range *r = v->r;
  p_wg_barrier();
  if (v->at >= r->total)
    return 0;
  v->x = v->wx * r->lx + v->lx;
  v->y = v->wy * r->ly + v->ly;
  v->z = v->wz * r->lz + v->lz;
  return 1;
}

// `equal`: the kernel cannot run with surplus items, so the local size must be
// the physical one.
P_FN void p_groups_next(const p_env *e, p_ids *v) {
  v->at += e->groups;
  p_walk_on(v->r, v->at, v->r->nx, v->r->ny, &v->wx, &v->wy, &v->wz);
}
P_FN uint p_groups_need(const p_range *r) { return r->lx * r->ly * r->lz; }

// Statements side by side: a barrier in an else branch makes PoCL copy what follows.
#define P_GROUPS_READY(range, equal) \
  if (p_groups_ready(&p_e, &(range), (equal))) \
  P_BAIL_NEED(P_BAIL_WG, 0, p_groups_need(&(range)))
#define P_WALK_GROUPS(v, range) \
  for (p_ids v##_, *v = p_groups_first(&p_e, &(range), &v##_); p_groups_at(v); p_groups_next(&p_e, v))
#define P_FOR_GROUPS(v, range, equal) \
  P_GROUPS_READY(range, equal); \
  P_WALK_GROUPS(v, range)

// A kernel that waits for its other groups (rule K3): the walk gives each resident
// group at most one, that of its own number, and all begin it together or not at
// all. Nothing may give the launch up between the gathering and the walk.
P_FN uint p_range_groups(const p_range *r) { return r->total; }
#define P_FOR_RESIDENT(v, range, equal, line, which) \
  P_GROUPS_READY(range, equal); \
  if (p_range_groups(&(range)) > p_env_groups(&p_e)) \
    P_BAIL_MORE(P_BAIL_RESIDENT, (line), (which), p_range_groups(&(range))); \
  P_AT_LINE(); \
  if (p_gather(&p_e)) \
    P_LEFT(); \
  P_WALK_GROUPS(v, range)

P_FN int p_is_on(const p_ids *v) { return P_STEADY(v->on) != 0; }
#define P_ON(v) p_is_on(v)

//===- what the original kernel asks ---------------------------------------===//

#define P_PICK(d, a, b, c, other) ((d) == 0 ? (size_t)(a) : (d) == 1 ? (size_t)(b) : (d) == 2 ? (size_t)(c) : (size_t)(other))

P_FN uint v_get_work_dim(const p_ids *v) { return v->r->dim; }
P_FN size_t v_get_global_offset(const p_ids *v, uint d) { return P_PICK(d, v->r->ox, v->r->oy, v->r->oz, 0); }
P_FN size_t v_get_global_id(const p_ids *v, uint d) {
  return P_PICK(d, P_STEADY(v->x), P_STEADY(v->y), P_STEADY(v->z), 0) + v_get_global_offset(v, d);
}
P_FN size_t v_get_global_size(const p_ids *v, uint d) { return P_PICK(d, v->r->gx, v->r->gy, v->r->gz, 1); }
P_FN size_t v_get_local_id(const p_ids *v, uint d) {
  return P_PICK(d, P_STEADY(v->lx), P_STEADY(v->ly), P_STEADY(v->lz), 0);
}
P_FN size_t v_get_local_size(const p_ids *v, uint d) { return P_PICK(d, v->r->lx, v->r->ly, v->r->lz, 1); }
P_FN size_t v_get_enqueued_local_size(const p_ids *v, uint d) { return v_get_local_size(v, d); }
P_FN size_t v_get_group_id(const p_ids *v, uint d) { return P_PICK(d, v->wx, v->wy, v->wz, 0); }
P_FN size_t v_get_num_groups(const p_ids *v, uint d) { return P_PICK(d, v->r->nx, v->r->ny, v->r->nz, 1); }
P_FN size_t v_get_global_linear_id(const p_ids *v) {
  return ((size_t)P_STEADY(v->z) * v->r->gy + P_STEADY(v->y)) * v->r->gx + P_STEADY(v->x);
}
P_FN size_t v_get_local_linear_id(const p_ids *v) {
  return ((size_t)P_STEADY(v->lz) * v->r->ly + P_STEADY(v->ly)) * v->r->lx + P_STEADY(v->lx);
}
