//===- control.h - the control block of one launch --------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Word offsets in the block that the host fills before a launch, that the
// persistent kernel uses for discovery and barriers, and that the host reads
// afterwards. Included by the host library and the first part of the device
// text, so it holds nothing but preprocessor definitions.
//
// Words that different groups poll or add to stand on lines of their own
// (P_LINE words): sharing a line costs 400 ns per barrier on a large GPU.
//
//===----------------------------------------------------------------------===//
#ifndef P_CONTROL_H
#define P_CONTROL_H

#define P_LINE 32 // words: 128 bytes
#define P_COPIES 4 // buffers that a launch of copies.cl takes

// Line 0: parameters, only read by the kernel. The first stand in p_shared (prelude.cl) in the same order.
#define P_CTL_PARAMETERS 15
#define P_CTL_BOUND 0     // known bound of co-resident groups, 0: the number launched
#define P_CTL_WINDOW 1    // polls without an arrival after which discovery closes
#define P_CTL_BUDGET_LO 2 // polls one wait may take
#define P_CTL_BUDGET_HI 3
#define P_CTL_START 4     // start value of all barrier counters (tests: near 2^32)
#define P_CTL_STRIPES 5   // arrival lines of the counter and striped barriers, 1..P_MAX_STRIPES
#define P_CTL_PER_WORD 6  // groups per release word of the striped barrier
#define P_CTL_DELAY 8     // sixteenths of a clock before the first poll, per missing arrival
#define P_CTL_DELAY0 9    // clocks before the first poll, always
#define P_CTL_ARENA 10    // bytes of the local arena
#define P_CTL_MOST 11     // groups of this size that could be launched
#define P_CTL_DIM0 12     // CL_DEVICE_MAX_WORK_ITEM_SIZES, three words
#define P_CTL_RUN 16      // groups in a cluster of the tree barriers, where the device does not say
#define P_CTL_SLOTS 17    // clusters that the block has words for
#define P_CTL_LINGER 18   // discovery with a lock: lock/unlock pairs between polling and closing
#define P_CTL_PLACES 19   // first word of the places, 0: the block has none
#define P_CTL_TRACE 20    // timeline.cl: first word of the heads, 0: nothing is recorded
#define P_CTL_RINGS 21    // first word of the rings behind them
#define P_CTL_RECORDS 22  // that fit into a ring, a power of two

// Words that the groups write.
#define P_CTL_ARRIVED (1 * P_LINE) // discovery: P_CLOSED | number of arrivals
#define P_CTL_COUNT (2 * P_LINE)   // discovery: published number of participants
#define P_CTL_ABORT (3 * P_LINE)   // 0, or the first reason to give up
#define P_CTL_COUNTER (4 * P_LINE) // sense, signflip: arrivals

// Line 5: results.
#define P_CTL_RESULT (5 * P_LINE)
#define P_CTL_DONE (P_CTL_RESULT + 0)     // groups that reached p_leave
#define P_CTL_EXIT (P_CTL_RESULT + 1)     // exit of the region
#define P_CTL_BARRIERS (P_CTL_RESULT + 2) // barriers passed
#define P_CTL_LINE (P_CTL_RESULT + 3)     // host source line of a bail
#define P_CTL_NEED (P_CTL_RESULT + 4)     // size that a bail asks for
#define P_CTL_NEED_HI (P_CTL_RESULT + 5)  // its upper half, for a mirror
#define P_CTL_WHICH (P_CTL_RESULT + 6)    // the mirror that must grow, by handle; the kernel that waits, by slot

// Reductions carried by a barrier: three cells, used in turn.
#define P_CTL_REDUCE(i) ((6 + (i)) * P_LINE)
#define P_MAX_GROUPS 0xffff // half of such a cell counts them

// Discovery in other forms than the one word.
#define P_CTL_TICKET (9 * P_LINE)   // the lock: next ticket, or 0 free and 1 taken
#define P_CTL_SERVING (10 * P_LINE) // the ticket that holds the lock
#define P_CTL_POLL (11 * P_LINE)    // under the lock: number of participants ...
#define P_CTL_POLL_CLOSED (P_CTL_POLL + 1) // ... and whether the poll is closed
#define P_CTL_CLOSER (11 * P_LINE)  // striped: 1 once a group closes the poll
#define P_CTL_FULL (12 * P_LINE)    // striped: arrival words that have all their groups
#define P_CTL_OFFSET (13 * P_LINE)  // striped: first number of each arrival word's groups
#define P_POLL_STRIPES 8
#define P_FIRST_LOOK 800 // clocks
#define P_FIRST_WATCH 600
#define P_CTL_POLL_STRIPE(i) ((14 + (i)) * P_LINE)

// Agreement to begin a phase (gather.cl): four for each arrival, and two flags.
#define P_CTL_GATHER ((14 + P_POLL_STRIPES) * P_LINE)
#define P_GATHER_ARRIVAL 4u
#define P_GATHER_START(start) ((start) & ~3u)

// Barriers of the program's own (meet.cl): two counters, used in turn.
#define P_CTL_MEET(i) ((15 + P_POLL_STRIPES + (i)) * P_LINE)

// From here on the words of the barrier's form: all begin with P_CTL_START, and
// only as many as the launch needs are there (pst_protocol_words).
#define P_CTL_AREA ((17 + P_POLL_STRIPES) * P_LINE)

// counter: lines that are neighbours are slower by up to a seventh (2112 and more groups).
#define P_MAX_STRIPES 32
#define P_APART (9 * P_LINE)
#define P_CTL_ARRIVALS(i) (P_CTL_AREA + (i) * P_APART)
#define P_WORDS_COUNTER(stripes) (((stripes) - 1) * P_APART + P_LINE)
// striped
#define P_MAX_RELEASE 64
#define P_CTL_STRIPE(i) (P_CTL_AREA + (i) * P_LINE)
#define P_CTL_RELEASE(i) (P_CTL_AREA + (P_MAX_STRIPES + (i)) * P_LINE)
#define P_WORDS_STRIPED ((P_MAX_STRIPES + P_MAX_RELEASE) * P_LINE)
// xf: a flag for each group, side by side as published
#define P_CTL_FLAG(i) (P_CTL_AREA + (i))
#define P_WORDS_XF(groups) (groups)
// sense, signflip
#define P_CTL_SENSE P_CTL_AREA
#define P_WORDS_SENSE P_LINE
// tree, treesense
#define P_CTL_TOP P_CTL_AREA                    // clusters that arrived
#define P_CTL_TOP_SENSE (P_CTL_AREA + P_LINE)   // treesense: flipped by the last of them
#define P_CTL_JOINED (P_CTL_AREA + 2 * P_LINE)  // groups that counted themselves in a cluster
#define P_CTL_CLUSTERS (P_CTL_AREA + 3 * P_LINE) // clusters that have groups
#define P_CTL_CLUSTER(i) (P_CTL_AREA + (4 + 2 * (i)) * P_LINE) // arrivals in a cluster
#define P_CTL_MEMBERS(i) (P_CTL_CLUSTER(i) + 1) // its groups
#define P_CTL_FREE(i) (P_CTL_CLUSTER(i) + P_LINE) // its release
#define P_WORDS_TREE(slots) ((4 + 2 * (slots)) * P_LINE)

// Behind the words of the form, for each group that was launched, by get_group_id(0): where it was when the launch was given up.
#define P_PLACE_WORDS 4
#define P_PLACE_LINE 0     // of the barrier at which it left, in the region's text; 0: at none
#define P_PLACE_BARRIERS 1 // its number, from 1
#define P_PLACE_LEFT 2     // polls that its wait had left, by P_PLACE_POLLS, plus 1; 0: it did not wait
#define P_PLACE_GROUP 3    // its dense number, plus 1
#define P_PLACE_POLLS 64

// Behind the places, where a timeline is wanted: for each group that was launched a head, and then for each a ring of records, of
// its last barriers. Times are two words each, the lower half first.
#define P_HEAD_WORDS 16
#define P_HEAD_GROUP 0  // its dense number, plus 1; 0: it does not take part
#define P_HEAD_COUNT 1  // records so far
#define P_HEAD_CLOCK 2  // P_CLOCK_*
#define P_HEAD_CAME 4   // when it began
#define P_HEAD_JOINED 6 // knew who takes part
#define P_HEAD_END 8    // ended, 0: at a barrier
#define P_RECORD_WORDS 8
#define P_RECORD_LINE 0    // of the barrier, in the region's text
#define P_RECORD_NUMBER 1  // of the barrier, from 1
#define P_RECORD_ARRIVED 2 // when all items of the group had come
#define P_RECORD_LEFT 4    // and when they could go on
#define P_RECORD_GONE 6    // the launch was given up there

#define P_CLOCK_NONE 0u
#define P_CLOCK_NS 1u    // nanoseconds
#define P_CLOCK_TICKS 2u // of a length that is not known
#define P_CLOCK_HOST 3u  // a counter of the processor, which the host reads too

#define P_CLOSED 0x80000000u

// P_BACKOFF: what a waiting group does between polls.
#define P_BACKOFF_NONE 0
#define P_BACKOFF_EXP 1   // pauses that double, up to P_PAUSE_MOST clocks
#define P_BACKOFF_COUNT 2 // polls at once, but for the first time not before the missing arrivals can be there
#define P_PAUSE_LEAST 32
#define P_PAUSE_MOST 1024
#define P_ABORT_EVERY 64  // polls; a power of two
#define P_YIELD_EVERY 8192 // polls on a CPU, some 10 us; a power of two
#define P_YIELD_MOST (1u << 25) // of a budget, each time

// Operations of p_barrier_reduce.
#define P_REDUCE_OR 0
#define P_REDUCE_SUM 1 // modulo 2^32
#define P_REDUCE_MAX 2 // unsigned
#define P_REDUCE_MIN 3
#define P_REDUCE_IMAX 4 // signed
#define P_REDUCE_IMIN 5

// Results of p_range_make and reasons in the abort word.
#define P_RANGE_OK 0u
#define P_RANGE_SKIP 1u  // a launch of size zero that the device's API accepts
#define P_BAIL_RANGE 2u  // a read, write, copy or fill outside its buffer
#define P_BAIL_SIZE 3u   // a size of a launch or buffer, or an offset, that is zero or too large
#define P_BAIL_LOCAL 4u  // a local size that the launch would not accept
#define P_BAIL_NULL 5u   // a null handle where the original needs a buffer
#define P_BAIL_DIV0 6u   // host arithmetic divides by zero
#define P_BAIL_OVERLAP 7u // ranges that overlap: of a copy, or of buffers that must be the same or apart
#define P_BAIL_ARENA 8u  // local memory arena too small (the need is recorded)
#define P_BAIL_WG 9u     // work-group too small (the need is recorded)
#define P_BAIL_TIME 10u  // a wait spent its time budget
#define P_BAIL_PATH 11u  // a path of the host program that stays on the host
#define P_BAIL_MIRROR 12u // the device copy of a host array is too small (the need is recorded)
#define P_BAIL_LOG 13u   // the log of what the host does later is full
#define P_BAIL_RESIDENT 14u // a kernel that waits for its other groups has more than are resident (the need is recorded)
#define P_BAIL_MEET 15u // a launch in which a kernel's own barrier cannot be replaced
#define P_BAIL_UNSET 16u // a launch with an argument that was never set
#define P_BAIL_INDEX 17u // an index that the program checks is out of range
#define P_BAIL_LENGTH 18u // a vector of the host changes its length
#define P_BAIL_UNSEEN 19u // an index that is none of those that the tool saw
#define P_BAIL_THROW 20u // the host throws an exception
#define P_BAIL_END 21u // the host calls what does not return
#define P_BAIL_CLEANUP 22u // an exit that leaves objects with destructors
#define P_BAIL_TRY 23u // an exit inside a try block
#define P_BAIL_EVENT 24u // a wait for an event that no command has set
#define P_BAIL_NO_BYTES 25u // a transfer of no bytes
#define P_BAIL_NO_SIZE 26u // a launch without a global size
#define P_BAIL_FLAGS 27u // host memory that the flags of a new buffer do not allow
#define P_BAIL_NO_TIMES 28u // the loop asks for times of events, and the queue takes none
#define P_BAIL_PATTERN 29u // a fill that begins or ends within its pattern

#endif // P_CONTROL_H
