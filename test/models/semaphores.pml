/* semaphores.pml - semaphores between groups
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * p_sem_try, p_sem_take and p_sem_give, step by step (thesis, listings 2.5, 2.6, 3.3
 * and 3.4, with those who want to leave counted).
 */

#define TIMES 2 /* that each group goes in and out */

bool locked[2];
byte left_in[2]; /* the count */
byte leaving[2];

#define PRIORITY (body == SEM_PRIORITY || body == LINE_PRIORITY)

/* `i` says what comes next. */
#define ASK   0
#define CLAIM 1
#define READ  2
#define WRITE 3
#define BACK  4
#define PAY   5
#define UNASK 6
#define DONE  7

#define FIRST (PRIORITY -> ASK : (fault == F_CHECK_FIRST -> READ : CLAIM))
#define MISSED(again) i = (limit > 0 -> PAY : again)
#define ROOM (here >= take || (fault == F_ANY_ROOM && here > 0))
#define PAYS(again, out) \
  :: d_step { i == PAY && left > 0; STEP; left--; \
       if :: abort != 0 -> round = OUT; i = out :: else -> i = again fi } \
  :: d_step { i == PAY && left == 0; skip } raise(); round = OUT; i = out

inline enter(s, take) {
  left = limit; i = FIRST;
  do
  :: d_step { i == ASK; STEP; if :: leaving[s] > 0 -> MISSED(FIRST) :: else -> i = CLAIM fi }
  :: d_step { i == CLAIM; STEP;
       if
       :: locked[s] && fault != F_NO_SEM_LOCK -> MISSED(FIRST)
       :: else -> locked[s] = true; i = (fault == F_CHECK_FIRST -> WRITE : READ)
       fi }
  :: d_step { i == READ; STEP; here = left_in[s];
       if
       :: fault == F_CHECK_FIRST -> if :: ROOM -> i = CLAIM :: else -> MISSED(FIRST) fi
       :: else -> i = (ROOM -> WRITE : BACK)
       fi }
  :: d_step { i == WRITE; STEP; left_in[s] = (fault == F_CHECK_FIRST -> left_in[s] : here) - take; i = BACK }
  :: d_step { i == BACK; STEP;
       locked[s] = (fault == F_LOCK_KEPT && !ROOM);
       if :: ROOM -> i = DONE :: else -> MISSED(FIRST) fi }
  PAYS(FIRST, DONE)
  :: d_step { i == DONE; i = 0; here = 0; left = 0 } break
  od
}

inline leave(s, give) {
  left = limit; i = CLAIM; asked = false;
  do
  :: d_step { i == CLAIM; STEP;
       if
       :: locked[s] && fault != F_NO_SEM_LOCK ->
          if /* the first miss costs nothing of the budget */
          :: !asked || fault == F_CLAIM_AGAIN -> i = (PRIORITY -> ASK : CLAIM); asked = true
          :: asked && fault != F_CLAIM_AGAIN -> MISSED(CLAIM)
          fi
       :: else -> locked[s] = true; i = READ
       fi }
  :: d_step { i == ASK; STEP; i = CLAIM;
       leaving[s] = (fault == F_ONE_CLAIM || fault == F_CLAIM_AGAIN -> 1 : leaving[s] + 1);
       assert(fault != W_ONE_LEAVER || leaving[s] < 2) }
  :: d_step { i == READ; STEP; here = left_in[s]; i = WRITE }
  :: d_step { i == WRITE; STEP; left_in[s] = here + (fault == F_NO_RETURN -> 0 : give); i = BACK }
  :: d_step { i == BACK; STEP; locked[s] = false; i = (asked && PRIORITY && fault != F_CLAIM_STAYS -> UNASK : DONE) }
  :: d_step { i == UNASK; STEP; i = DONE;
       leaving[s] = (fault == F_ONE_CLAIM || fault == F_CLAIM_AGAIN -> 0 : leaving[s] - 1) }
  PAYS(CLAIM, (fault == F_GIVES_ANYWAY -> READ : (PRIORITY -> UNASK : DONE)))
  :: d_step { i == DONE; i = 0; here = 0; left = 0; asked = false } break
  od
}

/* Readers take 1, writers all. */
byte inside;

proctype sharing(byte me) {
  byte round = 1, left, here, i, takes;
  bool asked;

  d_step { takes = ((writers >> me) & 1 -> size : 1) }
  do
  :: round > TIMES -> break
  :: round <= TIMES ->
     enter(0, takes);
     if
     :: round != OUT ->
        AFTER_LOOP {
          inside = inside + takes;
          assert(inside <= size); /* no more than its size; a writer alone */
          assert(fault != W_ONE_READER || inside == takes) } };
        d_step { STEP; inside = inside - takes }
        leave(0, takes);
        if :: round != OUT -> round++ :: else fi
     :: round == OUT
     fi
  od;
  END(round != OUT)
}

/* A queue (examples/by-hand, pipeline): group 0 takes what the others bring. Semaphore 0
 * counts the free places, 1 the items. Who leaves a semaphore is not who entered it. */
byte taken, filled;

proctype queueing(byte me) {
  byte round = 1, left, here, i;
  bool asked;

  do
  :: round > (me == 0 -> TIMES * (groups - 1) : TIMES) -> break
  :: round <= (me == 0 -> TIMES * (groups - 1) : TIMES) ->
     if
     :: me == 0 -> enter(1, 1)
     :: me > 0 -> enter(0, 1)
     fi;
     if
     :: d_step { round != OUT; STEP;
          if
          :: me == 0 -> assert(filled > 0); filled--; taken-- /* no item before it is there */
          :: else -> taken++; filled++; assert(taken <= size) /* no place twice */
          fi }
        if
        :: me == 0 -> leave(0, 1)
        :: me > 0 -> leave(1, 1)
        fi;
        if :: round != OUT -> round++ :: else fi
     :: round == OUT
     fi
  od;
  END(round != OUT)
}
