/*===- persistify/runtime.h - host side of a persistified program ---------===//
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The generated header of a transformed program (kernel.persist.h) holds one
 * `persistify_region` per transformed loop; the transformed host file binds the
 * host objects that the loop uses and calls `persistify_run` in front of the
 * original loop:
 *
 *     void *const persistify_bind[] = {PERSISTIFY_BIND(queue), PERSISTIFY_BIND(k1), PERSISTIFY_BIND(stop)};
 *     int persistify_exit = persistify_run(&persistify_region_1, persistify_bind);
 *     if (persistify_exit == PERSISTIFY_ORIGINAL) do {
 *       while (stop) { ... the original loop ... }
 *     } while (persistify_again(&persistify_region_1));
 *
 * `persistify_run` either runs the whole loop inside one persistent kernel and
 * leaves every host object as the original loop would, or changes nothing and
 * returns PERSISTIFY_ORIGINAL.
 *
 * Programs may also describe a region by themselves and write its persistent kernel
 * by hand (examples/by-hand; docs/runtime.md lists the functions of the device).
 *
 *===----------------------------------------------------------------------===// */
#ifndef PERSISTIFY_RUNTIME_H
#define PERSISTIFY_RUNTIME_H

/* A generated header is the first thing in a host file. Nothing is included here, so that
 * feature-test macros, which the program may define after this, still count. */
#ifdef __GNUC__
#pragma GCC system_header /* no warnings of the program's compiler options in here */
typedef __UINT32_TYPE__ persistify_u32;
typedef __UINT64_TYPE__ persistify_u64;
typedef __SIZE_TYPE__ persistify_size;
#else
#include <stddef.h>
#include <stdint.h>
typedef uint32_t persistify_u32;
typedef uint64_t persistify_u64;
typedef size_t persistify_size;
#endif

#ifndef __cplusplus
#define PERSISTIFY_NULL ((void *)0)
#elif __cplusplus >= 201103L
#define PERSISTIFY_NULL nullptr
#else
#define PERSISTIFY_NULL 0
#endif

/** Address of an object, for an entry of `bind`; no compiler warns of a cast that stands here. */
#ifndef __cplusplus
#define PERSISTIFY_BIND(...) ((void *)(persistify_size)(const void *)&(__VA_ARGS__))
#else
#define PERSISTIFY_BIND(...) (reinterpret_cast<void *>(reinterpret_cast<persistify_size>(&(__VA_ARGS__))))
#endif
/** Behind the last address that persistify_at is told. */
#define PERSISTIFY_END ((void *)0)

/* The program may have macros with the names of members and parameters below: in its
 * compiler options. test/tool/own-text.test holds this list to the names that there are. */
#pragma push_macro("a")
#undef a
#pragma push_macro("abi")
#undef abi
#pragma push_macro("analysed")
#undef analysed
#pragma push_macro("arena_bytes")
#undef arena_bytes
#pragma push_macro("args")
#undef args
#pragma push_macro("array")
#undef array
#pragma push_macro("at")
#undef at
#pragma push_macro("atomics")
#undef atomics
#pragma push_macro("b")
#undef b
#pragma push_macro("between")
#undef between
#pragma push_macro("bind")
#undef bind
#pragma push_macro("branched")
#undef branched
#pragma push_macro("built")
#undef built
#pragma push_macro("bytes")
#undef bytes
#pragma push_macro("carried")
#undef carried
#pragma push_macro("cells")
#undef cells
#pragma push_macro("clocks")
#undef clocks
#pragma push_macro("device")
#undef device
#pragma push_macro("device_code")
#undef device_code
#pragma push_macro("differs")
#undef differs
#pragma push_macro("distinct")
#undef distinct
#pragma push_macro("done")
#undef done
#pragma push_macro("element")
#undef element
#pragma push_macro("ends")
#undef ends
#pragma push_macro("entry")
#undef entry
#pragma push_macro("event")
#undef event
#pragma push_macro("events")
#undef events
#pragma push_macro("exits")
#undef exits
#pragma push_macro("file")
#undef file
#pragma push_macro("flags")
#undef flags
#pragma push_macro("for_host")
#undef for_host
#pragma push_macro("fp_control")
#undef fp_control
#pragma push_macro("from")
#undef from
#pragma push_macro("gathers")
#undef gathers
#pragma push_macro("handle")
#undef handle
#pragma push_macro("handles")
#undef handles
#pragma push_macro("hash")
#undef hash
#pragma push_macro("hashes")
#undef hashes
#pragma push_macro("host")
#undef host
#pragma push_macro("id_state")
#undef id_state
#pragma push_macro("includes")
#undef includes
#pragma push_macro("index")
#undef index
#pragma push_macro("items")
#undef items
#pragma push_macro("kernel")
#undef kernel
#pragma push_macro("kind")
#undef kind
#pragma push_macro("later")
#undef later
#pragma push_macro("length")
#undef length
#pragma push_macro("limits_state")
#undef limits_state
#pragma push_macro("line")
#undef line
#pragma push_macro("local")
#undef local
#pragma push_macro("log")
#undef log
#pragma push_macro("lone")
#undef lone
#pragma push_macro("macros")
#undef macros
#pragma push_macro("members")
#undef members
#pragma push_macro("most")
#undef most
#pragma push_macro("name")
#undef name
#pragma push_macro("names")
#undef names
#pragma push_macro("needs_fp64")
#undef needs_fp64
#pragma push_macro("next")
#undef next
#pragma push_macro("noted")
#undef noted
#pragma push_macro("num_args")
#undef num_args
#pragma push_macro("num_carried")
#undef num_carried
#pragma push_macro("num_distinct")
#undef num_distinct
#pragma push_macro("num_exits")
#undef num_exits
#pragma push_macro("num_handles")
#undef num_handles
#pragma push_macro("num_hashes")
#undef num_hashes
#pragma push_macro("num_includes")
#undef num_includes
#pragma push_macro("num_items")
#undef num_items
#pragma push_macro("num_local")
#undef num_local
#pragma push_macro("num_macros")
#undef num_macros
#pragma push_macro("num_phases")
#undef num_phases
#pragma push_macro("num_slots")
#undef num_slots
#pragma push_macro("once")
#undef once
#pragma push_macro("phases")
#undef phases
#pragma push_macro("profiling")
#undef profiling
#pragma push_macro("queue")
#undef queue
#pragma push_macro("quoted")
#undef quoted
#pragma push_macro("races")
#undef races
#pragma push_macro("reason")
#undef reason
#pragma push_macro("region")
#undef region
#pragma push_macro("results")
#undef results
#pragma push_macro("set_state")
#undef set_state
#pragma push_macro("size")
#undef size
#pragma push_macro("size_state")
#undef size_state
#pragma push_macro("slot")
#undef slot
#pragma push_macro("slots")
#undef slots
#pragma push_macro("source")
#undef source
#pragma push_macro("state")
#undef state
#pragma push_macro("state_bytes")
#undef state_bytes
#pragma push_macro("text")
#undef text
#pragma push_macro("uneven")
#undef uneven
#pragma push_macro("uniform_local")
#undef uniform_local
#pragma push_macro("value")
#undef value
#pragma push_macro("what")
#undef what
#pragma push_macro("written")
#undef written

#ifdef __GNUC__
#pragma pack(push, 8) /* the library's layout, whatever the program's compiler options say */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/** Version of the descriptor layout below; a header generated by another
 * version makes `persistify_run` take the original loop. */
#define PERSISTIFY_ABI 15

/** Returned by `persistify_run`: nothing was changed, run the original loop. */
#define PERSISTIFY_ORIGINAL (-1)

/** The exit of a kernel that left its loop between two trips. */
#define PERSISTIFY_BETWEEN 65535

/** What a binding points to. */
typedef enum persistify_slot_kind {
  PERSISTIFY_QUEUE = 0,  /**< cl_command_queue; all of a region must be equal */
  PERSISTIFY_KERNEL = 1, /**< cl_kernel; distinct slots must be distinct objects, unless they stand
                              for the kernels that one handle may hold */
  PERSISTIFY_BUFFER = 2, /**< cl_mem; the handle itself is part of the state */
  PERSISTIFY_SCALAR = 3, /**< a host variable of 1, 2, 4 or 8 bytes, in an 8-byte cell */
  PERSISTIFY_BLOB = 4,   /**< host bytes copied as they are (structs, arrays) */
  PERSISTIFY_MIRROR = 5, /**< host array with a device buffer of its own while the region runs:
                              filled before the launch (IN), written back after (OUT); a null
                              binding is memory that only the region uses */
  PERSISTIFY_PROGRAM = 6, /**< cl_program, of which the loop makes a kernel */
  PERSISTIFY_CONTEXT = 7 /**< what a cl_context points to, in which the loop makes a buffer; must be the queue's */
} persistify_slot_kind;

enum {
  PERSISTIFY_IN = 1, /**< value on entry is used */
  PERSISTIFY_OUT = 2, /**< value is written back on success */
  PERSISTIFY_SCANNED = 4, /**< MIRROR: the region's own loops read it element by element; large
                               arrays are left to the original loop */
  PERSISTIFY_OWNED = 8, /**< a buffer in an object that counts a reference for it (cl::Buffer) */
  PERSISTIFY_GENERATED = 16 /**< a variable of the generated code, which the original loop does not know */
};

/** Final handle id: the host's variable keeps its value (it was not assigned). So it does
 * with the id of a MIRROR, of which only a buffer that the loop made and released can be left.
 * Any other id that is not a handle's index means a null cl_mem. */
#define PERSISTIFY_KEEP 0xfffffffeu

/** "No such index" for the 32-bit fields below. */
#define PERSISTIFY_NONE 0xffffffffu

/** Part of persistify_region::fp_control, unless the program's compiler may make very small
 * numbers zero as it likes. */
#ifdef __FAST_MATH__
#define PERSISTIFY_DENORMALS 0
#else
#define PERSISTIFY_DENORMALS 4
#endif

/** What an array consists of, as far as PERSISTIFY=verify needs it: bytes of one element and
 * these; 0: not known. */
#define PERSISTIFY_ELEMENT_BYTES 0xffu
#define PERSISTIFY_FLOATING 0x100u
#define PERSISTIFY_SIGNED 0x200u

/** In persistify_region::exits: after the statements stands a `break`, so the original loop comes to its end, too. */
#define PERSISTIFY_BREAKS 0x80000000u

/** One host object that the region uses. `bind[i]` is its address. */
typedef struct persistify_slot {
  persistify_slot_kind kind;
  persistify_u32 flags;     /**< PERSISTIFY_IN | PERSISTIFY_OUT */
  persistify_u32 size;      /**< bytes of a SCALAR or BLOB, of a MIRROR if constant, else 0;
                           KERNEL: 0, or for each kernel that one handle may hold one more than
                           the index of the first such slot: only that with the kernel's name counts */
  persistify_u32 state;     /**< offset in the state block: SCALAR/BLOB the bytes;
                           BUFFER with OUT: uint64 cell with the final handle id
                           (PERSISTIFY_NONE for null);
                           KERNEL, PROGRAM: uint64 cell that receives
                           CL_KERNEL_WORK_GROUP_SIZE of the ORIGINAL kernel,
                           or PERSISTIFY_NONE;
                           MIRROR without size: uint64 cell with its bytes on entry, or
                           PERSISTIFY_NONE (it grows when the device asks) */
  persistify_u32 handle;    /**< BUFFER with IN, MIRROR: its index among the region's handles; KERNEL: number of its program among
                               the region's, whose sources are joined in that order; PERSISTIFY_NONE: there is one program */
  const char *name;   /**< as spelled in the host source, for messages */
  const char *kernel; /**< KERNEL, PROGRAM: required CL_KERNEL_FUNCTION_NAME */
  persistify_u32 element;   /**< SCALAR, BLOB: PERSISTIFY_ELEMENT_BYTES ... */
} persistify_slot;

typedef enum persistify_arg_kind {
  PERSISTIFY_ARG_BUFFER = 0, /**< global or constant pointer */
  PERSISTIFY_ARG_VALUE = 1,  /**< by-value bytes */
  PERSISTIFY_ARG_LOCAL = 2   /**< __local pointer: only its size is state */
} persistify_arg_kind;

enum {
  PERSISTIFY_ARG_RECORDED = 1, /**< the value last set before the region is used */
  PERSISTIFY_ARG_SET = 2,      /**< the region may set it: replayed on success */
  PERSISTIFY_ARG_WRITTEN = 4   /**< BUFFER: the kernel may write to it */
};

/** One kernel argument that the region reads or sets (rule H2). */
typedef struct persistify_arg {
  persistify_u32 kernel; /**< slot index of the kernel */
  persistify_u32 index;  /**< argument index of clSetKernelArg */
  persistify_arg_kind kind;
  persistify_u32 flags;     /**< PERSISTIFY_ARG_RECORDED | PERSISTIFY_ARG_SET */
  persistify_u32 size;      /**< VALUE: bytes of the kernel parameter */
  persistify_u32 state;     /**< VALUE: offset of its bytes in the state block;
                           LOCAL: offset of a uint64 cell with the size in bytes;
                           BUFFER with SET: offset of a uint64 cell with the final handle id */
  persistify_u32 handle;    /**< BUFFER with RECORDED: its index among the handles */
  persistify_u32 set_state; /**< SET: offset of a uint64 cell, non-zero when the region set it; on entry
                           non-zero when it is RECORDED too, and nothing set it before */
  const char *members;   /**< VALUE: a letter for each byte, '-' between members of the kernel's type: nobody asks
                           what is there; null: none */
} persistify_arg;

/** What transfers of the original loop may do to a buffer; one that was made with flags such as
 * CL_MEM_HOST_WRITE_ONLY does not allow it. */
enum {
  PERSISTIFY_HOST_READS = 1, /**< read to the host, or mapped for reading */
  PERSISTIFY_HOST_WRITES = 2
};

/** One buffer handle known on entry: handle i is argument 3+i of the persistent
 * kernel. A null cl_mem is passed as a null pointer. */
typedef struct persistify_handle {
  persistify_u32 size_state; /**< offset of a uint64 cell that receives the buffer's size in
                            bytes (0 for null), or PERSISTIFY_NONE */
  persistify_u32 written;    /**< non-zero if the region may write the buffer (snapshot); 2: only where it notes that */
  const char *name;    /**< for messages: the host's variable or "kernel.parameter", or null */
  persistify_u32 element;    /**< PERSISTIFY_ELEMENT_BYTES ... */
  persistify_u32 id_state;   /**< 0: none, or offset of a uint64 cell that receives the index of the first
                            handle with the same cl_mem, for loops that compare handles */
  persistify_u32 host;       /**< PERSISTIFY_HOST_READS | PERSISTIFY_HOST_WRITES */
} persistify_handle;

/** Two handles that the plan assumed to be disjoint memory. */
typedef struct persistify_pair {
  persistify_u32 a, b;
} persistify_pair;

/** A product of up to three factors, used as a first guess of a size that is
 * only known when the program runs; each is a constant (slot ==
 * PERSISTIFY_NONE) or the entry value of a SCALAR slot, or of the element of a
 * BLOB slot at byte offset `value`. */
typedef struct persistify_hint {
  persistify_u32 slot[3];
  persistify_u64 value[3];
} persistify_hint;

/** A file that a kernel source includes, directly or through others. */
typedef struct persistify_include {
  const char *name;      /**< as the directive spells it */
  persistify_u32 from;   /**< index of the file with the directive, or PERSISTIFY_NONE: the source itself */
  persistify_u32 quoted; /**< non-zero: "name", else <name> */
  persistify_u64 hash;   /**< persistify_hash of its text when it was analysed */
} persistify_include;

/** A kernel source as it was analysed (rule H9). */
typedef struct persistify_source {
  persistify_u64 hash;   /**< persistify_hash of it */
  persistify_u64 length; /**< how many bytes that counts */
  const persistify_include *includes; /**< a file comes after the one that includes it */
  persistify_u32 num_includes;
  const char *macros; /**< names, a blank before and after each: when they come from outside, the device code compares
                         them, or the analysed text does not use them. Null: macros are not looked at */
} persistify_source;

/** What a macro of the host program expands to, as a string. */
typedef struct persistify_macro {
  const char *name;
  const char *built;    /**< where the program is compiled */
  const char *analysed;
} persistify_macro;

/** How the host program is compiled, against how it was analysed (rule H9). */
typedef struct persistify_host {
  const char *differs; /**< null, or what does: "DEBUG is defined" */
  const persistify_macro *macros;
  persistify_u32 num_macros;
} persistify_host;

/* What macro `...` expands to, as a string. */
#define PERSISTIFY_SPELLING_(...) #__VA_ARGS__
#define PERSISTIFY_SPELLING(...) PERSISTIFY_SPELLING_(__VA_ARGS__)

/** A variable that persistify_at is told. */
typedef struct persistify_carried {
  persistify_u32 state, size; /**< offset of a uint64 cell; bytes of the variable */
  const char *name;       /**< for messages, or null */
  persistify_u32 element;   /**< PERSISTIFY_ELEMENT_BYTES ... */
} persistify_carried;

/** A command of a trip, for messages of PERSISTIFY=verify. */
typedef struct persistify_phase {
  persistify_u32 line;
  persistify_u32 kernel; /**< slot index of the kernel that is launched, or PERSISTIFY_NONE */
  const char *what;    /**< of another command: "write", "read", "copy", "fill" */
} persistify_phase;

/** One transformed loop. Has static storage: the library keeps its address. */
typedef struct persistify_region {
  persistify_u32 abi;            /**< PERSISTIFY_ABI */
  const char *file;        /**< host source file */
  persistify_u32 line;           /**< line of the loop */
  const char *entry;       /**< name of the persistent kernel; its arguments: the control block
                                (__global uint *), the state block (__global uchar *), local
                                memory (__local p_line *), then the handles (__global uchar *) */
  const char *device_code; /**< OpenCL C, appended to the device library and the program's own source */
  const persistify_u64 *hashes;  /**< accepted persistify_hash values of CL_PROGRAM_SOURCE (rule H9) */
  persistify_u32 num_hashes;
  const persistify_slot *slots;
  persistify_u32 num_slots;
  const persistify_arg *args;
  persistify_u32 num_args;
  const persistify_handle *handles;
  persistify_u32 num_handles;
  const persistify_pair *distinct;
  persistify_u32 num_distinct;
  persistify_u32 state_bytes;         /**< size of the state block */
  persistify_u32 limits_state;        /**< PERSISTIFY_NONE, or offset of 4 uint64 cells: CL_DEVICE_MAX_WORK_ITEM_SIZES[0..2],
                                     and 1 if the API accepts a global size of 0 (else 0) */
  const persistify_hint *local; /**< local sizes of the group-stride phases: the physical */
  persistify_u32 num_local;           /**< work-group size is at least the largest of them */
  persistify_u32 uniform_local;       /**< non-zero: the physical work-group size must EQUAL that size
                                     (kernels that cannot run with surplus items) */
  persistify_u32 arena_bytes;         /**< first guess for the local memory arena */
  persistify_u32 fp_control;          /**< 1: host floating point decides control or sizes: relaxed build options
                                     make the guard fail (rule H10); 2: floating-point arithmetic of the
                                     host moved to the device, which rounds to nearest: other rounding
                                     modes make it fail; 4: so do modes that make very small numbers
                                     zero. The sum of these */
  persistify_u32 needs_fp64;
  persistify_u32 results; /**< non-zero: the region's results stand that many bytes behind
                         the offsets given above, in a second copy of the state
                         (state_bytes counts both) */
  const persistify_hint *items; /**< global sizes of the launches, as far as they are known: */
  persistify_u32 num_items;           /**< no more groups than the largest has work for (0: unknown) */
  persistify_u32 profiling; /**< non-zero: the program asks for times of events, which the queue must take */
  persistify_u32 lone; /**< non-zero: no phase needs a whole work-group, so groups of one item will do */
  persistify_u32 branched; /**< how many of its barriers stand under conditions */
  persistify_u32 log; /**< 0: none, or offset of a uint64 cell: on entry the bytes that the
                     log may have, in the results those it has. The log stands behind the state */
  const char *once; /**< null, or why the original loop cannot run twice from the same state,
                         also if nothing is logged and no statement leaves it: PERSISTIFY=verify runs it once then */
  persistify_u32 atomics; /**< non-zero: what its kernels leave may depend on the order in which work-items
                         come to their atomics (a place in a list, a sum of floating-point numbers) */
  persistify_u32 ends; /**< non-zero: the host calls persistify_again behind its loop, so that PERSISTIFY=auto
                      can compare times; without it the persistent path is always taken */
  persistify_u32 gathers; /**< non-zero: a phase has a loop that only reads and computes, so registers, to have many
                         of its loads under way at once, may be worth more than resident work-items */
  persistify_u32 uneven; /**< non-zero: a phase has a loop that makes as many trips as memory says, so the work-item
                        with most decides, and others that share its cache help it */
  const persistify_u32 *exits; /**< of exit k, at k - 1: the line of the statements that leave the loop, with */
  persistify_u32 num_exits;    /**< PERSISTIFY_BREAKS where they end with `break`; or 0 for a way to its end */
  const persistify_source *source; /**< null: CL_PROGRAM_SOURCE has one of `hashes`, and that is all that counts */
  const persistify_host *host;     /**< null: not checked */
  persistify_u32 between; /**< 0: the kernel runs the loop from its start to its end; or offset of two uint64 cells: it begins
                         between two trips (1) or in front of the loop (0); and after how many trips it leaves, in the results
                         how many were left then. The host calls persistify_at there */
  const persistify_carried *carried; /**< variables that only the loop has, and that its trips hand on */
  persistify_u32 num_carried;
  persistify_u32 names; /**< 0, or what names of the device library have in them, since the program has names that
                       begin with p_, P_ or v_get_ itself: 1 for p1_, P1_ and v1_get_ */
  persistify_u32 for_host; /**< non-zero: the kernel leaves its loop in front of trips that the host runs, with
                          trips left; it is entered between two trips only */
  persistify_u32 noted; /**< cell of the state, or 0: bit N there says that handle N with `written` 2 was written to */
  persistify_u32 done; /**< trips that the original has done when it first calls persistify_at: 1 behind the condition of
                      do { } while, else 0 */
  const persistify_phase *phases; /**< of a loop that can be entered between two trips, in their order */
  persistify_u32 num_phases;
  persistify_u32 clocks; /**< non-zero: statements that are left to the host read clocks, so that what they print is not the same each time */
  const char *races; /**< null, or where work-items of one launch come to the same element with nothing that orders them, so that
                    what the loop leaves may depend on their order: "kernel 'k': a work-item reads ..." */
} persistify_region;

/** Runs a region. `bind` has one address per slot, in the descriptor's order.
 * Returns the region's exit (0: the loop ended by itself, k > 0: the k-th exit
 * statement of the original must be performed), or PERSISTIFY_ORIGINAL.
 * Waits for all earlier commands of the queue, for a bounded time (if they have not ended by then, it
 * returns PERSISTIFY_ORIGINAL), and for the region's launch: when it returns, buffers, variables with PERSISTIFY_OUT and kernel arguments are as
 * behind the original loop, for this thread and every later command. The first entry
 * tests the device and builds the kernel. Every wait on the device has a time
 * budget, so that it returns also where work-groups do not run as assumed (a group
 * that has begun goes on running); buffers with `written` are copied before, and put
 * back then. Without memory for that the program's own loop runs.
 * Thread-safe; entries from several threads that use one device wait for each other, for a
 * bounded time: then the original loop runs. */
int persistify_run(const persistify_region *region, void *const *bind);

/** Between two trips of an original loop, in front of its condition or behind that of do { } while: whether the rest of the loop, or some trips, are to run
 * on the device. `carried` has the addresses of the region's carried variables, ended by a null pointer. Returns
 * PERSISTIFY_ORIGINAL: the loop goes on, perhaps some trips later; or as persistify_run: the loop has ended. */
int persistify_at(const persistify_region *region, void *const *bind, ...);

/** The larger one, of sizes that generated code computes. */
persistify_u64 persistify_larger(persistify_u64 a, persistify_u64 b);

/** Whether this memory can be read: a pointer that a loop does not come by may never have been set. */
int persistify_is_readable(const void *from, persistify_u64 bytes);

/** How many elements an array of cl_mem, of unknown length, begins with that are buffers which were seen to be made and live,
 * each another one; at most `most`, and at most 64. */
persistify_u64 persistify_buffers_at(const void *array, persistify_u64 most);

/** Element `index`, if it is one of those; else null. */
void *persistify_buffer_at(const void *array, persistify_u64 index);


/** Whether `kernel`, a cl_kernel, is not null and has this function name. */
int persistify_is_kernel(const void *kernel, const char *name);

/** Whether a command of `queue`, which is in order, need not wait for `event`: there is none, it is of this queue, or has come about. */
int persistify_is_own_event(const void *event, const void *queue);

/** Where those elements of an array of cl_event, perhaps of unknown length, that are objects of OpenCL begin (ends: 0), and the element behind
 * them (1): the first ones that stand side by side, behind at most 15 others. It has at most `most`. 0 and 0 if there are none. */
persistify_u64 persistify_events_at(const void *array, persistify_u64 most, int ends);

/** Whether `from`, the pointer that a program calls OpenCL by, is the OpenCL library's function of this name. */
int persistify_is_call(const char *name, void (*from)(void));

/** Of the regions that one loop became, one for each kernel source that its kernels may be of: the one whose source their
 * program has, else the first. Behind the last stands PERSISTIFY_END. All have the same `bind`. */
const persistify_region *persistify_of_source(void *const *bind, const persistify_region *region, ...);

/** Device of a queue; null if it has none to tell. */
const void *persistify_queue_device(const void *queue);

/** What OpenCL answers when a queue, else a kernel for a device (null: its only one), else a device is asked for
 * `what`: a number of at most 8 bytes, 0 if it has none. */
persistify_u64 persistify_info(const void *queue, const void *kernel, const void *device, unsigned what);

/** Whether it answers, with so many bytes. */
int persistify_has_info(const void *queue, const void *kernel, const void *device, unsigned what, persistify_u64 bytes);

/** Called behind the original loop, and ends its time. Returns 0; with PERSISTIFY=verify 1 after the
 * first run, with everything put back as it was in front of the loop: then the
 * loop is to run once more. Behind the second run it compares both with what the
 * persistent path left, and ends the program with exit code 4 if that differs. */
int persistify_again(const persistify_region *region);

/** Chooses a form of the runtime's protocols, as the environment variables
 * PERSISTIFY_BARRIER, PERSISTIFY_DISCOVERY and PERSISTIFY_BACKOFF do (docs/runtime.md):
 * `what` is "barrier", "discovery" or "backoff"; "auto" leaves the choice to the
 * runtime. Holds for regions that are entered for the first time on a device
 * afterwards; call it before other threads enter regions. Returns 0; -1, with a
 * line on stderr, if there is no such form. */
int persistify_choose(const char *what, const char *name);

/** Called instead of persistify_run when the host's own code found that the
 * region cannot be entered: says `reason` and counts the entry as a fallback.
 * Returns PERSISTIFY_ORIGINAL. */
int persistify_decline(const persistify_region *region, const char *reason);

/** What a region leaves to the host: statements of the original loop such as
 * output, in their order, each with the values it uses. Zeroed before the run. */
typedef struct persistify_later {
  void *bytes;            /**< the records; null: none */
  persistify_size cells, at, next; /**< 8-byte cells: all, of the current record, behind it */
  void *queue, *event;    /**< of the region's launch */
  persistify_size events;          /**< how often the program took the event */
} persistify_later;
#define PERSISTIFY_NOTHING_LATER {PERSISTIFY_NULL, 0, 0, 0, PERSISTIFY_NULL, PERSISTIFY_NULL, 0}

/** As persistify_run, for a region that logs; `later` stays empty when the
 * original loop is to run. */
int persistify_run_later(const persistify_region *region, void *const *bind, persistify_later *later);

/** As persistify_at, at the begin of the loop's body, for a region that logs: the caller performs what `later` has
 * then. PERSISTIFY_BETWEEN: trips ran on the device, and the loop goes on with the trip that has not begun, whose
 * condition has not been asked. */
int persistify_at_later(const persistify_region *region, void *const *bind, persistify_later *later, ...);

/** Goes to the next record and returns its statement, from 1; behind the last
 * one it frees everything and returns 0. One `persistify_later` belongs to one thread. */
persistify_u32 persistify_next(persistify_later *later);

/** Value `index` of the current record: an integer (cast it to its type), or a
 * floating-point number. */
persistify_u64 persistify_int(const persistify_later *later, persistify_u32 index);
/** A cl_event, with a reference of its own, for a command of the original loop:
 * the region's launch the first time, then an empty command behind it. */
void *persistify_event(persistify_later *later);
float persistify_float(const persistify_later *later, persistify_u32 index);
double persistify_double(const persistify_later *later, persistify_u32 index);

/** FNV-1a (64 bit) of a program source with trailing white space and NULs
 * removed and CRLF read as LF. The tool and the runtime use the same function. */
persistify_u64 persistify_hash(const char *text, persistify_size length);

#ifdef __cplusplus
}
#endif

#ifdef __GNUC__
#pragma pack(pop)
#endif
#pragma pop_macro("a")
#pragma pop_macro("abi")
#pragma pop_macro("analysed")
#pragma pop_macro("arena_bytes")
#pragma pop_macro("args")
#pragma pop_macro("array")
#pragma pop_macro("at")
#pragma pop_macro("atomics")
#pragma pop_macro("b")
#pragma pop_macro("between")
#pragma pop_macro("bind")
#pragma pop_macro("branched")
#pragma pop_macro("built")
#pragma pop_macro("bytes")
#pragma pop_macro("carried")
#pragma pop_macro("cells")
#pragma pop_macro("clocks")
#pragma pop_macro("device")
#pragma pop_macro("device_code")
#pragma pop_macro("differs")
#pragma pop_macro("distinct")
#pragma pop_macro("done")
#pragma pop_macro("element")
#pragma pop_macro("ends")
#pragma pop_macro("entry")
#pragma pop_macro("event")
#pragma pop_macro("events")
#pragma pop_macro("exits")
#pragma pop_macro("file")
#pragma pop_macro("flags")
#pragma pop_macro("for_host")
#pragma pop_macro("fp_control")
#pragma pop_macro("from")
#pragma pop_macro("gathers")
#pragma pop_macro("handle")
#pragma pop_macro("handles")
#pragma pop_macro("hash")
#pragma pop_macro("hashes")
#pragma pop_macro("host")
#pragma pop_macro("id_state")
#pragma pop_macro("includes")
#pragma pop_macro("index")
#pragma pop_macro("items")
#pragma pop_macro("kernel")
#pragma pop_macro("kind")
#pragma pop_macro("later")
#pragma pop_macro("length")
#pragma pop_macro("limits_state")
#pragma pop_macro("line")
#pragma pop_macro("local")
#pragma pop_macro("log")
#pragma pop_macro("lone")
#pragma pop_macro("macros")
#pragma pop_macro("members")
#pragma pop_macro("most")
#pragma pop_macro("name")
#pragma pop_macro("names")
#pragma pop_macro("needs_fp64")
#pragma pop_macro("next")
#pragma pop_macro("noted")
#pragma pop_macro("num_args")
#pragma pop_macro("num_carried")
#pragma pop_macro("num_distinct")
#pragma pop_macro("num_exits")
#pragma pop_macro("num_handles")
#pragma pop_macro("num_hashes")
#pragma pop_macro("num_includes")
#pragma pop_macro("num_items")
#pragma pop_macro("num_local")
#pragma pop_macro("num_macros")
#pragma pop_macro("num_phases")
#pragma pop_macro("num_slots")
#pragma pop_macro("once")
#pragma pop_macro("phases")
#pragma pop_macro("profiling")
#pragma pop_macro("queue")
#pragma pop_macro("quoted")
#pragma pop_macro("races")
#pragma pop_macro("reason")
#pragma pop_macro("region")
#pragma pop_macro("results")
#pragma pop_macro("set_state")
#pragma pop_macro("size")
#pragma pop_macro("size_state")
#pragma pop_macro("slot")
#pragma pop_macro("slots")
#pragma pop_macro("source")
#pragma pop_macro("state")
#pragma pop_macro("state_bytes")
#pragma pop_macro("text")
#pragma pop_macro("uneven")
#pragma pop_macro("uniform_local")
#pragma pop_macro("value")
#pragma pop_macro("what")
#pragma pop_macro("written")

#endif /* PERSISTIFY_RUNTIME_H */
