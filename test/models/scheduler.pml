/* scheduler.pml - progress guarantees of schedulers
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A scheduler promises fair execution to some of the unfinished groups
 * (CONCUR'18 section 3, formula 2, with the criteria of formulas 3 to 6).
 * Formula 2, "from some point on entitled implies again and again executed",
 * is the same as "again and again: not entitled, or just executed", so an
 * infinite run that the scheduler allows is one in which SERVED(i) holds again
 * and again for each i. The claim (claim.pml) accepts just these runs: it waits for
 * SERVED(0), SERVED(1), ... in turn. All groups busy-wait, none ever blocks, so
 * a run is infinite only if some group never finishes: acceptance is starvation.
 */

#define FAIR    0
#define HSA     1
#define OBE     2
#define HSA_OBE 3
#define LOBE    4
#define UNFAIR  5

byte scheduler;
byte last;              /* the group that made the latest step */
bool ran[MAX_GROUPS];   /* has made a step */
bool ended[MAX_GROUPS]; /* also true for groups that were not launched */

/* Part of each step of group `me`. */
#define STEP last = me; ran[me] = true

/* Spin lets no jump lead to a d_step. Needs a second closing brace. */
#define AFTER_LOOP atomic { skip; d_step

/* A loop of polls until `condition` holds; each poll is one step. */
#define AWAIT(condition) \
  do \
  :: d_step { (condition); STEP } break \
  :: d_step { !(condition); STEP } \
  od

#define LOWEST_0 (true)
#define LOWEST_1 (ended[0])
#define LOWEST_2 (ended[0] && ended[1])
#define LOWEST_3 (ended[0] && ended[1] && ended[2])

#define REACHED_3 (ran[3])
#define REACHED_2 (ran[2] || ran[3])
#define REACHED_1 (ran[1] || REACHED_2)
#define REACHED_0 (ran[0] || REACHED_1)

#define ENTITLED(i, lowest, reached) \
  (scheduler == FAIR || \
   ((scheduler == HSA || scheduler == HSA_OBE) && lowest) || \
   ((scheduler == OBE || scheduler == HSA_OBE) && ran[i]) || \
   (scheduler == LOBE && reached))

#define SERVED(i, lowest, reached) (ended[i] || last == i || !ENTITLED(i, lowest, reached))
#define SERVED_0 SERVED(0, LOWEST_0, REACHED_0)
#define SERVED_1 SERVED(1, LOWEST_1, REACHED_1)
#define SERVED_2 SERVED(2, LOWEST_2, REACHED_2)
#define SERVED_3 SERVED(3, LOWEST_3, REACHED_3)
