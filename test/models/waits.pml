/* waits.pml - waits with a budget, and the abort word
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#define F_UNSIGNED      9  /* counters compared as unsigned numbers */
#define F_UNSEEN        18 /* waits do not look at the abort word */
#define F_ABORT_PASSES  19 /* who sees the abort word goes on as if all had come */
#define F_NO_BAIL       21 /* a wait that gives up tells nobody */

#define OUT 100 /* a `round` behind the last one: takes no part (any more) */

/* Counters start near the end of their range and wrap around. */
#define START 253
#define AT_LEAST(now, target) \
  (fault == F_UNSIGNED -> (now) >= ((target) & 255) : (((now) - (target)) & 255) < 128)

byte limit; /* polls one wait may take, 0: any number; behind each that misses, a look at the abort word */
byte abort; /* the abort word */

/* p_raise: sets the abort word. */
inline raise() {
  d_step { STEP; if :: fault != F_NO_BAIL -> abort = 1 :: else fi }
}

/* A wait with its time budget; ends with round == OUT when the launch is given up.
 * In a launch that can be, each poll that misses is followed by a look at the abort word.
 * `keep` is part of each poll. */
#define LEFT (limit == 0 || left > 0)
#define LOOKS_AT_ABORT (limit > 0 && fault != F_UNSEEN)
#define WAIT_AND(reached, keep) \
  left = limit; \
  do \
  :: d_step { !turn && (reached); STEP; keep } break \
  :: d_step { !turn && !(reached) && LEFT; STEP; keep; \
       left = (left > 0 -> left - 1 : 0); turn = LOOKS_AT_ABORT } \
  :: d_step { !turn && !(reached) && !LEFT; STEP; keep } raise(); round = OUT; break \
  :: d_step { turn && abort == 0; STEP; turn = false } \
  :: d_step { turn && abort != 0; STEP; turn = false; \
       if :: fault != F_ABORT_PASSES -> round = OUT :: else fi } break \
  od
#define WAIT(reached) WAIT_AND(reached, skip)
