//===- memory.cl - buffers, state block, and the host's transfers ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device forms of what the host loop did with buffers: write (p_put*), read
// (p_fetch*), copy and fill; and buffer handles as values (rule H1).
//
//===----------------------------------------------------------------------===//

// A cl_mem as a value: where it is, how large, and which handle on entry it was.
typedef struct p_buf {
  __global uchar *p;
  ulong size;
  uint id;
} p_buf;

#define P_NULL_ID 0xffffffffu
#define P_KEEP_ID 0xfffffffeu // a host variable that the region has not assigned (yet)

// Literals, not functions: see "Structs" in ids.cl. A null handle on entry has
// size 0.
#define p_buf_make(ptr, handle, bytes) ((p_buf){(ptr), (bytes), (bytes) ? (handle) : P_NULL_ID})
#define p_buf_null() ((p_buf){(__global uchar *)0, 0, P_NULL_ID})

// Generated code stands behind the program's macros and so names no members.
P_FN __global uchar *p_ptr(p_buf b) { return b.p; }
P_FN uint p_id(p_buf b) { return b.id; }

// Whether the API would accept the range: not null, not empty, inside. Without
// branches: PoCL's passes fail on several checks in a row that share them.
P_FN int p_in_range(p_buf b, ulong offset, ulong size) {
  return (size != 0) & (size <= b.size) & (offset <= b.size - size);
}
// The same for n bytes of which none may be asked for.
P_FN int p_not_in_range(p_buf b, ulong offset, ulong n) { return (n != 0) & !p_in_range(b, offset, n); }
P_FN int p_overlap(__global const uchar *a, __global const uchar *b, ulong n) { return (n != 0) & (a < b + n) & (b < a + n); }

// Two buffers that overlap without being the same.
P_FN int p_skewed(p_buf a, p_buf b) { return (a.p != b.p) & (a.p < b.p + b.size) & (b.p < a.p + a.size); }

// The state block: a struct of each region, written by the host before the launch and by
// one work-item at its end. Its fields stand at the same places for host and device, whatever
// their types: a program whose compiler lays it out otherwise does not build.
#define P_FIELD __attribute__((aligned(8)))
#define P_FIELD_OF(alignment) __attribute__((aligned(alignment)))
#define P_LAYOUT(block, bytes) typedef char block##_is_as_the_host_takes_it[sizeof(block) == (bytes) ? 1 : -1]
// The same as 8-byte cells, for regions written by hand.
P_FN ulong p_state_get(const p_env *e, uint offset) { return *(__global const ulong *)(e->state + offset); }
P_FN void p_state_put(const p_env *e, uint offset, ulong value) { *(__global ulong *)(e->state + offset) = value; }
// In front of a phase that may write to it: a bit in the field `at`, by each group once. No group has
// to wait for another one's.
P_FN void p_note(const p_env *e, __global uint *at, uint *noted, p_buf b) {
  const uint bit = b.id < 32 ? 1u << (b.id & 31) : 0;
  if (bit & ~*noted) {
    *noted |= bit;
    if (P_STEADY(e->lid) == 0)
      p_a_or(at, bit);
  }
}
// A value of the host's, kept in local memory by item 0; a work-group barrier has to follow.
P_FN void p_keep(const p_env *e, __local uint *to, ulong value) {
  if (P_STEADY(e->lid) == 0)
    *to = (uint)min(value, 0xfffffffful);
}

// Flags that live in three cells of the state block in turn (docs/generated-code.md).
#define P_CELL_BYTES 64
P_FN __global uchar *p_turned(__global uchar *p, __global uchar *flag, __global uchar *cell) {
  return p == flag ? cell : p;
}

P_FN uint p_arena_size(const p_env *e) { return e->sh->arena; }

#define P_MULTIPLE(p, n) (((size_t)(p) & ((n)-1)) == 0)

// Stores of n bytes at any address, by one work-item.
P_FN_BRANCHY void p_put1(__global uchar *p, uint v) { *p = (uchar)v; }
P_FN_BRANCHY void p_put2(__global uchar *p, uint v) {
  if (P_MULTIPLE(p, 2)) {
    *(__global ushort *)p = (ushort)v;
  } else {
    p_put1(p, v);
    p_put1(p + 1, v >> 8);
  }
}
P_FN_BRANCHY void p_put4(__global uchar *p, uint v) {
  if (P_MULTIPLE(p, 4)) {
    *(__global uint *)p = v;
  } else {
    p_put2(p, v);
    p_put2(p + 2, v >> 16);
  }
}
P_FN_BRANCHY void p_put8(__global uchar *p, ulong v) {
  if (P_MULTIPLE(p, 8)) {
    *(__global ulong *)p = v;
  } else {
    p_put4(p, (uint)v);
    p_put4(p + 4, (uint)(v >> 32));
  }
}

// Coherent reads at any address.
P_FN_BRANCHY uint p_read2(__global uchar *p) {
  return P_MULTIPLE(p, 2) ? p_a_read2(p) : p_a_read1(p) | p_a_read1(p + 1) << 8;
}
P_FN_BRANCHY uint p_read4(__global uchar *p) {
  return P_MULTIPLE(p, 4) ? p_a_read4(p) : p_read2(p) | p_read2(p + 2) << 16;
}
P_FN_BRANCHY ulong p_read8(__global uchar *p) { return (ulong)p_read4(p) | (ulong)p_read4(p + 4) << 32; }

// Coherent read of 1, 2, 4 or 8 bytes, by one item.
P_FN_BRANCHY ulong p_peek(__global uchar *p, uint bytes) {
  return bytes == 4 ? p_read4(p) : bytes == 1 ? p_a_read1(p) : bytes == 2 ? p_read2(p) : p_read8(p);
}

// A value of a buffer, the same for all: control decisions made from it are uniform
// (rule H1). Nobody writes it between two barriers in which it is read.
#ifdef P_BACKEND_PTX
// So all items read it, through the multiprocessor's cache, which the barrier in
// front emptied: 0.1 us less than by one item and local memory.
P_FN ulong p_load(__global const uchar *p, uint bytes) {
  if (bytes == 4 && P_MULTIPLE(p, 4))
    return *(__global const uint *)p;
  if (bytes == 8 && P_MULTIPLE(p, 8))
    return *(__global const ulong *)p;
  ulong value = 0;
  for (uint i = 0; i < bytes; ++i)
    value |= (ulong)p[i] << 8 * i;
  return value;
}
#define p_fetch(e, p, bytes) p_load((p), (bytes))
#else
// Read by one item of a group and handed to all. The barrier in front lets the
// previous value be read by everybody, and orders the group's own writes.
ulong p_fetch(p_env *e, __global uchar *p, uint bytes);
P_FN_BARRIER ulong p_fetch(p_env *e, __global uchar *p, uint bytes) {
  p_wg_barrier();
  if (P_STEADY(e->lid) == 0)
    e->sh->value = p_peek(p, bytes);
  p_wg_barrier();
  return e->sh->value;
}
#endif
#define p_fetch1(e, p) p_fetch((e), (p), 1)
#define p_fetch2(e, p) p_fetch((e), (p), 2)
#define p_fetch4(e, p) p_fetch((e), (p), 4)
#define p_fetch8(e, p) p_fetch((e), (p), 8)

// A value of the group's first item handed to all.
ulong p_share(p_env *e, ulong value);
P_FN_BARRIER ulong p_share(p_env *e, ulong value) {
  p_wg_barrier();
  if (P_STEADY(e->lid) == 0)
    e->sh->value = value;
  p_wg_barrier();
  return e->sh->value;
}

// A mirror (device memory of a host array) must hold more bytes; and the end of a
// solo loop that failed, of which only the item that ran it knows more.
P_FN_BRANCHY void p_bail_more(p_env *e, uint reason, uint line, uint which, ulong bytes) {
  if (P_STEADY(e->lid) == 0) {
    e->ctl[P_CTL_NEED_HI] = (uint)(bytes >> 32);
    e->ctl[P_CTL_WHICH] = which;
    p_raise(e->ctl, reason, line, (uint)bytes);
  }
}
#define P_BAIL_MORE(reason, line, which, bytes) \
  do { \
    p_bail_more(&p_e, (reason), (line), (which), (bytes)); \
    return; \
  } while (0)

// clEnqueueCopyBuffer, partitioned over all resident items. The ranges do not
// overlap (the caller bails with P_BAIL_OVERLAP). Not inlined: PoCL puts barriers
// of its own into loops beside barriers, and copies all that follows for each.
#define p_copy(e, dst, src, bytes) p_copy_part(p_env_item(e), p_env_items(e), (dst), (src), (bytes))
static __attribute__((noinline)) void p_copy_part(ulong i, ulong step, __global uchar *dst, __global const uchar *src,
                                                  ulong bytes) {
  ulong done = 0;
  if (P_MULTIPLE((size_t)dst | (size_t)src, 16)) {
    for (ulong k = i; k < bytes / 16; k += step)
      ((__global uint4 *)dst)[k] = ((__global const uint4 *)src)[k];
    done = bytes / 16 * 16;
  } else if (P_MULTIPLE((size_t)dst | (size_t)src, 4)) {
    for (ulong k = i; k < bytes / 4; k += step)
      ((__global uint *)dst)[k] = ((__global const uint *)src)[k];
    done = bytes / 4 * 4;
  }
  for (ulong k = done + i; k < bytes; k += step)
    dst[k] = src[k];
}

// clEnqueueFillBuffer with a pattern of 1, 2, 4 or 8 bytes (low bytes of
// `pattern`), partitioned over all resident items.
#define p_fill(e, dst, pattern, width, bytes) p_fill_part(p_env_item(e), p_env_items(e), (dst), (pattern), (width), (bytes))
static __attribute__((noinline)) void p_fill_part(ulong i, ulong step, __global uchar *dst, ulong pattern,
                                                  uint pattern_bytes, ulong bytes) {
  ulong done = 0;
  if (pattern_bytes == 1)
    pattern = (pattern & 0xff) * 0x0101010101010101ul;
  else if (pattern_bytes == 2)
    pattern = (pattern & 0xffff) * 0x0001000100010001ul;
  else if (pattern_bytes == 4)
    pattern = (pattern & 0xffffffff) * 0x0000000100000001ul;
  if (P_MULTIPLE(dst, 8)) {
    for (ulong k = i; k < bytes / 8; k += step)
      ((__global ulong *)dst)[k] = pattern;
    done = bytes / 8 * 8;
  } else if (P_MULTIPLE(dst, 4) && pattern_bytes <= 4) {
    for (ulong k = i; k < bytes / 4; k += step)
      ((__global uint *)dst)[k] = (uint)pattern;
    done = bytes / 4 * 4;
  }
  for (ulong k = done + i; k < bytes; k += step)
    dst[k] = (uchar)(pattern >> (k % 8 * 8));
}

// A constant into a place where many work-items store: who sees it there already
// stores nothing.
#define P_STORE_NEW(place, value) (void)((place) == (value) || ((place) = (value)))
