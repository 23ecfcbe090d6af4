//===- prelude.cl - first part of the device library ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device library is the concatenation of control.h and the files of this
// folder (order: runtime/CMakeLists.txt). It stands in front of the program's
// own source, so every name begins with p_, v_ or P_, it changes no pragma and
// leaves no option behind. The macro P_BACKEND_C11, P_BACKEND_PTX or
// P_BACKEND_CL1 chooses the atomics.
//
//===----------------------------------------------------------------------===//

// Functions without a work-group barrier.
#define P_FN static inline
// Functions that hold a work-group barrier, and all phases. They must be inlined
// by the front end: PoCL 3.1 inlines calls that are left to it too late, and then
// splits a branch that differs between work-items as if it were uniform (seen: a
// nested if/else in front of such a call was not executed by any work-item). It
// crashes on `static inline` ones, so they are ordinary functions. On GPUs the
// inlining keeps p_env out of memory.
#define P_FN_BARRIER __attribute__((always_inline))
#define P_PHASE __attribute__((always_inline))

// Functions with many branches and no barrier. Not inlined on CPUs: PoCL copies
// all that stands between barriers, and fails on branches that its copies share.
#ifdef P_BACKEND_PTX
#define P_FN_BRANCHY P_FN
#else
#define P_FN_BRANCHY static __attribute__((noinline))
#endif

// A private value that decides a branch which only some items of a group take.
// PoCL 3.1 loses such branches in kernels with barriers in loops (wrong results,
// or all items taking them) unless the value is read from memory each time.
#if defined(P_BACKEND_PTX) || defined(P_SINGLE)
#define P_STEADY(x) (x)
#else
#define P_STEADY(x) (*(volatile const uint *)&(x))
#endif

// Behind each phase. PoCL 3.1 drops a loop whose trip count differs between the
// work-items when scalar control flow follows it before the next barrier.
#if defined(P_BACKEND_PTX) || defined(P_SINGLE)
#define P_PHASE_END()
#define P_PATH_END()
#else
#define P_PHASE_END() p_wg_barrier()
// At the end of a way with barriers, in front of where it joins one without: there PoCL 3.1 takes branches of single
// work-items for branches of all. Of those of two ways that join LLVM would make one barrier, if it could.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define P_PATH_END() \
  do { \
    p_wg_barrier(); \
    __asm__ volatile(""); \
  } while (0)
#else
#define P_PATH_END() p_wg_barrier()
#endif
#endif

// Work-items leave a launch that is given up by themselves, in the barrier (p_exit). With a
// timeline they return, as they do elsewhere.
#if defined(P_BACKEND_PTX) && !defined(P_TRACE)
#define P_EXITS
#endif

// Local memory for the phases is an argument of this type, so that it is aligned
// for every type of OpenCL C: as bytes NVIDIA puts it anywhere.
typedef ulong16 p_line;

// Words that one work-item of a group hands to the others.
typedef struct p_shared {
  ulong value;  // p_fetch*
  // The first words of the control block, in its order: at hand, as each barrier's
  // acquire empties the caches, and no register of each work-item, as these decide
  // how many groups are resident.
  uint bound, window;
  ulong budget;
  uint start, stripes, per_word, spare;
  uint delay, delay0, arena, launchable;
  uint most[3];
  uint group;   // dense number of this group
  uint groups;  // participants, 0: this group does not take part
  uint aborted; // a reason once the launch is given up
  uint partial; // this group's part of a reduction
  uint joined;  // barriers passed besides p_env's
#ifdef P_TRACE // timeline.cl
  uint trace, ring; // words of the control block: this group's head, 0: it has none, and its ring
  uint records;     // that fit into the ring, a power of two
  uint recorded;
  ulong arrived;    // at the barrier that the group is at
#endif
#ifdef P_BACKEND_PTX
  uint self; // the address of this struct (p_enter)
#endif
} p_shared;

// What a work-item knows about the launch. All members but `lid` are uniform
// over the work-group.
typedef struct p_env {
  __global uint *ctl;
  __global uchar *state;
  __local uchar *arena;
  __local p_shared *sh;
  uint group, groups; // resident groups, densely numbered (OOPSLA'16 sec. 3.2)
  uint lid, wg;
  uint barriers; // passed so far
  uint reductions; // of these, with a reduction: 0, 1 and 2 in turn
  uint gathers;  // agreements to begin a phase, passed so far
  uint meetings; // phases with a barrier of the program's own
  uint met, meeting; // in such a phase: its barriers so far, the groups that run it
  uint stripes; // P_CTL_STRIPES, where the counter barrier has several
  uint cluster, rank, members, clusters; // tree barriers: its cluster, number in it, groups in it; clusters
  uint local_of, local_most, local_is; // last question to p_pick_local and its answer
#if defined(P_TRACE) || defined(P_EXITS)
  uint line; // of the barrier that comes next
#endif
} p_env;

#if defined(P_TRACE) || defined(P_EXITS)
#define P_AT_LINE() (p_e.line = __LINE__)
#else
#define P_AT_LINE() ((void)0)
#endif

// P_SINGLE: work-groups of one item, on CPUs, for regions none of whose phases
// needs a whole work-group. A group is a thread there, and without any work-group
// barrier the compiler has no work-items to loop over.
#ifdef P_SINGLE
#define p_wg_barrier()
#else
// One fence for both address spaces: a global barrier orders local memory too.
#define p_wg_barrier() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

// Of three cells that are used in turn, the next one.
P_FN uint p_next_turn(uint turn) { return turn == 2 ? 0 : turn + 1; }

// Forms of the barrier and of discovery are names that begin with p_; the frame
// calls their functions by pasting (barrier.cl, discovery.cl).
#define P_PASTE(a, b) a##b
#define P_CAT(a, b) P_PASTE(a, b)
