/* reductions.pml - what a barrier carries: a sum, or one bit
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Groups bring 0 or 1: with ANY_PARTS whichever, else as many 1 as SOME says. Sums stand for all operations: they show also what
 * is counted twice. 0 is neutral and costs no access (p_reduce_push).
 */

#define CARRYING 5 /* barriers: each of the three cells is cleared and used again */

/* 2, 3, 0, 1, 2: not what the cell held before, and not what its neighbours hold. */
#define SOME ((round * 5 + 1) % 4)

byte counter = START, freed = START;
byte cell[3];
#define CELL(n) cell[(n) % (fault == F_TWO_CELLS -> 2 : 3)]

/* A barrier with a bit counts its groups in the lower half of the cell, the bits in the upper. */
#define WITH_BIT (body == REDUCE && ((bits >> (round - 1)) & 1))
#define ONE_BIT 16
#define ARRIVED(n) (CELL(n) & (ONE_BIT - 1))
#define ARRIVED_HERE (here & (ONE_BIT - 1))
/* Barriers up to this one that the counter has counted. */
#define SUMS (round - (bits & 1) - (round > 1 && (bits & 2)) - (round > 2 && (bits & 4)) - (round > 3 && (bits & 8)) - (round > 4 && (bits & 16)))

/* Seen from outside. Two barriers are in progress at most: odd and even ones. */
#define NOW (round & 1)
byte came[2], brought[2], looked[2];

/* Where a group may clear, and what: the next cell in front of the barrier. */
#define FRONT 1
#define BEHIND 2
#define AFTER 3
inline clears(at) {
  if
  :: (me == 0 || fault == F_ALL_CLEAR) && fault != F_NO_CLEAR &&
       at == (fault == F_CLEAR_BEHIND -> BEHIND : (fault == F_CLEAR_OWN -> AFTER : FRONT)) ->
     AFTER_LOOP { STEP; CELL(round + (fault == F_CLEAR_OWN -> 0 : (fault == F_CLEAR_EARLY -> 2 : 1))) = 0 } }
  :: else
  fi
}

inline push() {
  if
  :: part && fault == F_ADD_APART ->
     AFTER_LOOP { STEP; here = CELL(round) } };
     d_step { STEP; CELL(round) = here + 1; here = 0 }
  :: part && fault != F_ADD_APART -> AFTER_LOOP { STEP; CELL(round) = CELL(round) + (WITH_BIT -> ONE_BIT : 1) } }
  :: else
  fi
}

proctype reducing(byte me) {
  byte round = 1, left, here;
  bool turn, part;

  do
  :: round > CARRYING -> break
  :: atomic { round <= CARRYING ->
       if
       :: part = (me < SOME)
       :: any_parts -> part = !(me < SOME)
       fi;
       assert(fault != W_NO_OVERTAKING || looked[1 - NOW] == 0);
       came[NOW] = came[NOW] + 1; brought[NOW] = brought[NOW] + part }
     clears(FRONT);
     if
     :: WITH_BIT ->
        AFTER_LOOP { STEP;
          CELL(round) = CELL(round) + 1 + (part && fault != F_PUSH_LATE -> ONE_BIT : 0);
          here = CELL(round) } };
        if :: fault == F_PUSH_LATE -> push() :: else fi;
        if /* the last one knows without a poll */
        :: ARRIVED_HERE != groups && fault != F_PULL_EARLY -> WAIT_AND(ARRIVED(round) == groups, here = CELL(round))
        :: ARRIVED_HERE != groups && fault == F_PULL_EARLY -> WAIT(ARRIVED(round) == groups)
        :: ARRIVED_HERE == groups
        fi;
        here = here / ONE_BIT;
        clears(BEHIND)
     :: !WITH_BIT ->
        if :: fault != F_PUSH_LATE -> push() :: else fi;
        if
        :: body == REDUCE || me > 0 -> AFTER_LOOP { STEP; counter++ } }
        :: body == REDUCE_MASTER && me == 0
        fi;
        if :: fault == F_PUSH_LATE -> push() :: else fi;
        if :: fault == F_PULL_EARLY -> AFTER_LOOP { STEP; here = CELL(round) } } :: else fi;
        if
        :: body == REDUCE -> WAIT(AT_LEAST(counter, START + SUMS * groups))
        :: body == REDUCE_MASTER && me > 0 -> WAIT(AT_LEAST(freed, START + round))
        :: body == REDUCE_MASTER && me == 0 ->
           WAIT(AT_LEAST(counter, START + round * (groups - 1)));
           if
           :: d_step { round != OUT; STEP; freed = START + round }
           :: round == OUT
           fi
        fi;
        clears(BEHIND);
        if
        :: d_step { round != OUT && fault != F_PULL_EARLY; STEP; here = CELL(round) }
        :: round == OUT || fault == F_PULL_EARLY
        fi
     fi;
     if
     :: round != OUT ->
        AFTER_LOOP {
          assert(came[NOW] == groups);   /* nobody passes before all came */
          assert(here == brought[NOW]);  /* all see the sum of what all brought */
          looked[NOW] = looked[NOW] + 1;
          if :: looked[NOW] == groups -> came[NOW] = 0; brought[NOW] = 0; looked[NOW] = 0 :: else fi;
          here = 0; left = 0 } };
        clears(AFTER);
        round++
     :: round == OUT
     fi
  od;
  END(round != OUT)
}
