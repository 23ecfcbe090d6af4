/*===- persistify/opt_table.h - the optimisations ------------------------------===
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * Each can be switched off, to measure what it gives: those of the tool by
 * --no-opt=NAME when a program is transformed, those of the runtime by
 * PERSISTIFY_NO_OPT=NAME when it runs. None changes results. Read by both.
 *
 * X(identifier, name, what it does)
 */
#ifndef PERSISTIFY_OPT_TABLE_H
#define PERSISTIFY_OPT_TABLE_H

#define PERSISTIFY_TOOL_OPTS(X)                                                                                        \
  X(Elision, "elision", "no barrier between phases of which none writes what the other uses")                         \
  X(SameIndex, "same-index", "no barrier where each work-item uses only what it wrote itself")                        \
  X(Rotation, "rotation", "a flag that each trip sets anew has three cells in turn")                                  \
  X(LoopEntry, "loop-entry", "a barrier that only the first trip needs stands in front of the loop")                  \
  X(FlagStores, "flag-stores", "who sees the constant that it would store stores nothing")                            \
  X(Merging, "merging", "phases with the same work-items and no barrier between them are one loop")                   \
  X(Joining, "joining", "whether kernels raised a flag comes with the barrier behind them, not through memory")       \
  X(Hoisting, "hoisting", "sizes of launches that never change are checked once, before the loop")                    \
  X(Guards, "guards", "work-items that a guard at their kernel's beginning sends away are not walked")                 \
  X(LoopBounds, "loop-bounds", "what a loop's condition reads of buffers that nothing writes is read once")

#define PERSISTIFY_RUN_OPTS(X)                                                                                         \
  X(WorkGroup, "work-group", "large work-groups for regions of plain work-items (GPU)")                               \
  X(Groups, "groups", "no more work-groups than there is work, or than were resident before")                         \
  X(Registers, "registers", "few registers for regions of plain work-items, so that more are resident (NVIDIA)")                          \
  X(Backoff, "backoff", "many groups poll a barrier the later the more are missing")                                  \
  X(Striped, "striped", "barriers of many groups count arrivals on four lines")

#endif
