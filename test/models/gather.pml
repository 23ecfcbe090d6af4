/* gather.pml - gathering and meeting
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#define PHASES 4 /* of MEET: each of the two counters is cleared and used again */
#define GATHERINGS 3

/* The word: arrivals times 4, and the flags of odd and even gatherings. */
#define ARRIVAL 4
#define GATHER_START 248
byte gathered = GATHER_START;
#define SHUT (fault == F_ONE_FLAG -> 1 : 1 << (round & 1))
#define ALL_HERE AT_LEAST(gathered, GATHER_START + ARRIVAL * (round * groups - (fault == F_ONE_SHORT -> 1 : 0)))
#define IS_OVER ((gathered & SHUT) != 0 || ALL_HERE)

/* Seen from outside, for each gathering. */
byte arrivals[PHASES + 1], begun[PHASES + 1], sent_away[PHASES + 1];

/* round == OUT: shut, nobody begins. */
inline gather() {
  d_step { STEP; gathered = gathered + ARRIVAL; arrivals[round] = arrivals[round] + 1;
    keep = round;
    assert(fault != W_NO_NEXT || round == 1 || begun[round - 1] == groups) }
  do
  :: WAIT_AND(IS_OVER, here = gathered);
     if
     :: d_step { round != OUT; if :: (here & SHUT) != 0 && fault != F_FLAG_UNSEEN -> round = OUT :: else fi } break
     :: d_step { round == OUT && fault == F_LEAVES; skip } break
     :: d_step { round == OUT && fault != F_LEAVES && (gathered == here || fault == F_SHUT_LATE); STEP;
          round = keep; gathered = gathered | SHUT; round = OUT } break
     :: d_step { round == OUT && fault != F_LEAVES && gathered != here && fault != F_SHUT_LATE; STEP;
          round = keep;
          assert(fault != W_NO_REFUSAL || !ALL_HERE) }
     fi
  od;
  AFTER_LOOP {
    if
    :: round == OUT -> sent_away[keep] = sent_away[keep] + 1
    :: else -> begun[keep] = begun[keep] + 1; assert(arrivals[keep] == groups) /* nobody begins before all came */
    fi;
    assert(fault == F_LEAVES && body == MEET || begun[keep] == 0 || sent_away[keep] == 0); /* all begin, or none */
    here = 0; left = 0; keep = 0 } }
}

/* Phases of a kernel that waits by itself, without a budget, each group for the next
 * one; the last waits for none and so runs ahead. */
byte in_phase[MAX_GROUPS];

proctype gathering(byte me) {
  byte round = 1, keep, left, here;
  bool turn;

  do
  :: round > GATHERINGS -> break
  :: round <= GATHERINGS ->
     gather();
     if
     :: d_step { round != OUT; STEP; in_phase[me] = round }
        if
        :: me < groups - 1 -> AWAIT(in_phase[me + 1] >= round)
        :: me == groups - 1
        fi;
        if
        :: (bits >> (round - 1)) & 1 ->
           AFTER_LOOP { STEP; counter++ } };
           WAIT(AT_LEAST(counter, START + groups * (round - (round > 1 && !(bits & 1)) - (round > 2 && !(bits & 2)))));
           left = 0
        :: else
        fi;
        if :: round != OUT -> round++ :: else fi
     :: round == OUT
     fi
  od;
  END(round != OUT)
}

/* Phases with a barrier of the program's own, MEETS times. */
#define MEETS 2
byte met[2];
#define WORD met[(fault == F_ONE_MEET -> 0 : round & 1)]
#define MEMBERS (round & 1 -> members : groups)
byte meets[PHASES + 1]; /* seen from outside: arrivals in each phase */

inline clears_counter() {
  d_step { STEP; WORD = 0 }
}

proctype meeting(byte me) {
  byte round = 1, keep, left, here;
  bool turn;

  do
  :: round > PHASES -> break
  :: round <= PHASES ->
     if :: me == 0 && fault != F_MEET_BEHIND && fault != F_MEET_KEPT -> clears_counter() :: else fi;
     gather();
     if :: me == 0 && fault == F_MEET_BEHIND && round != OUT -> clears_counter() :: else fi;
     do
     :: round == OUT || me >= MEMBERS || here == MEETS -> here = 0; break
     :: d_step { round != OUT && me < MEMBERS && here < MEETS; STEP;
          here++; WORD = WORD + 1; meets[round] = meets[round] + 1;
          assert(fault != W_ALONE || !ended[groups - 1]) }
        AWAIT(WORD >= here * (fault == F_MEET_ALL -> groups : MEMBERS));
        assert(meets[round] >= here * MEMBERS) /* nobody passes before all members came */
     od;
     if :: round != OUT -> round++ :: else fi
  od;
  END(round != OUT)
}
