/* discovery.pml - which groups take part
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

bool poll_open = true;
byte count;

/* No discovery: the general barrier of CONCUR'18. */
inline all_take_part() {
  d_step {
    discovery == NONE;
    groups = groups_launched; me_dense = me; taking_part = groups; left = limit;
    ENTER
  }
}

/* OOPSLA'16 figure 3, CONCUR'18 algorithm 1 with and without the boxes. */
inline published() {
  d_step { discovery >= PUB_TICKET && discovery <= LOBE_SPIN; left = limit };
  lock();
  if
  :: round == OUT
  :: atomic { round != OUT && (poll_open || (NATIVE && fault != F_LOBE_LATE && me < count)) -> d_step { STEP; here = count } }
     d_step {
       STEP;
       if
       :: NATIVE -> me_dense = me; count = (count > me + 1 -> count : me + 1)
       :: else -> me_dense = here; count = here + 1
       fi;
       taking_part++
     }
     unlock();
     do
     :: i < delay && round != OUT -> lock(); if :: round != OUT -> unlock() :: else fi; i++
     :: i >= delay || round == OUT -> i = 0; break
     od;
     if
     :: fault != F_NO_CLOSING && round != OUT ->
        lock();
        if
        :: round != OUT ->
           AFTER_LOOP { STEP; poll_open = false } };
           unlock()
        :: else
        fi
     :: else
     fi;
     if
     :: d_step { round != OUT; STEP; groups = count; ENTER }
     :: else
     fi
  :: atomic { round != OUT && !(poll_open || (NATIVE && fault != F_LOBE_LATE && me < count)) ->
       d_step {
         STEP; round = OUT;
         assert(!NATIVE || fault == F_LOBE_LATE || me >= count) /* numbers without gaps */
       } }
     unlock()
  fi
}

/* The lock-free one-word protocols. `arrived` and `closed` are one word. */
byte arrived;
bool closed;
byte published_count;

#define FREE_FORM (discovery == LOCK_FREE || discovery == LOBE_FREE)
#define IS_LATE (closed && (discovery == LOCK_FREE || fault == F_BOUND_IDS || me >= arrived))
#define ADD_OR_MAX \
  if \
  :: IS_LATE -> round = OUT; assert(discovery != LOBE_FREE || me >= arrived) /* numbers without gaps */ \
  :: else -> taking_part++; assert(discovery == LOBE_FREE || published_count == 0) /* nobody is in after the closing */ \
  fi; \
  if \
  :: discovery == LOCK_FREE -> here = arrived; arrived = arrived + 1 \
  :: discovery == LOBE_FREE -> here = me; if :: !closed && me >= arrived -> arrived = me + 1 :: else fi \
  fi
#define ENOUGH (bound > 0 && bound < groups_launched -> bound : groups_launched)
#define POLL_WORDS 2 /* of striped discovery */
#define FIRST_ARRIVAL (here == 0 && (discovery != STRIPES_FREE || me % POLL_WORDS == 0))
#define NEXT_LOOK(look, other) /* the first arrival watches every poll, others fewer */ \
  if \
  :: FIRST_ARRIVAL || turn -> i = look; turn = false \
  :: else -> i = other; turn = true \
  fi

/* `i` says what comes next. */
#define POLL  0
#define LOOK  1
#define CLOSE 2
#define PUBLISH 3
#define RAISE 4
#define ASK 5

inline lock_free() {
  d_step { FREE_FORM; STEP; left = limit; window = window0; turn = false;
    if
    :: fault == F_CHECK_ADD -> if :: closed -> round = OUT :: else fi
    :: fault == F_CLOSE_FIRST -> closed = true
    :: else -> ADD_OR_MAX
    fi;
    seen = here;
    i = (here + 1 >= ENOUGH -> CLOSE : POLL)
  }
  if
  :: d_step { fault == F_CHECK_ADD && round != OUT; STEP; /* its CLOSED test is past */
       here = arrived; arrived = arrived + 1; taking_part++; seen = here;
       i = (here + 1 >= ENOUGH -> CLOSE : POLL) }
  :: d_step { fault == F_CLOSE_FIRST; STEP; ADD_OR_MAX }
  :: else
  fi;
  do
  :: round == OUT -> break
  :: d_step { round != OUT && i == POLL && fault == F_NO_WAIT; STEP;
       me_dense = here; groups = arrived; ENTER } break
  :: d_step { round != OUT && i == POLL && published_count > 0; STEP;
       me_dense = here; groups = published_count; ENTER } break
  :: d_step { round != OUT && i == POLL && published_count == 0 && fault != F_NO_WAIT; STEP;
       if
       :: PAYS && left == 0 -> i = RAISE
       :: PAYS && left > 0 -> left--; i = ASK
       :: !PAYS -> NEXT_LOOK(LOOK, POLL)
       fi }
  :: d_step { round != OUT && i == ASK; STEP;
       if
       :: abort != 0 -> round = OUT
       :: abort == 0 -> NEXT_LOOK(LOOK, POLL)
       fi }
  :: d_step { i == LOOK; STEP;
       i = POLL;
       if
       :: closed
       :: !closed && arrived != seen ->
          window = (quiet * 2 > window -> quiet * 2 : window); seen = arrived; quiet = 0
       :: !closed && arrived == seen && fault != F_NO_WINDOW ->
          quiet++;
          if :: quiet > window -> i = CLOSE; :: else fi
       :: !closed && arrived == seen && fault == F_NO_WINDOW
       fi }
  :: d_step { round != OUT && i == CLOSE; STEP;
       if
       :: closed -> i = POLL
       :: else -> closed = true; i = PUBLISH; groups = (fault == F_OLD_COUNT -> seen : arrived)
       fi }
  :: d_step { i == PUBLISH; STEP; published_count = groups; me_dense = here; ENTER } break
  :: d_step { round != OUT && i == RAISE; skip } raise(); round = OUT
  od;
  AFTER_LOOP { i = 0; seen = 0; quiet = 0; window = 0; turn = false; left = limit; here = 0 } }
}

/* The same over several words, closed in turn by one group (p_stripes_discover).
 * `poll_in[w]` and `poll_shut[w]` are one word; late groups still add to it. */
byte poll_in[POLL_WORDS], first_number[POLL_WORDS], full_words;
bool poll_shut[POLL_WORDS], closer;

#define MY_WORD (me % POLL_WORDS)
#define MY_SHARE ((groups_launched - MY_WORD + POLL_WORDS - 1) / POLL_WORDS)
#define USED_WORDS (groups_launched < POLL_WORDS -> groups_launched : POLL_WORDS)
#define ARRIVE_AT_WORD \
  here = poll_in[MY_WORD]; poll_in[MY_WORD] = here + 1; \
  i = (here + 1 == MY_SHARE && ENOUGH == groups_launched -> FILL : POLL); \
  seen = here + MY_WORD; /* a sum to compare with, which need not be one */ \
  taking_part++; assert(published_count == 0) /* nobody is in after the closing */

/* `i`, beside those above. LOOK + w reads word w, CLOSE + w closes it. */
#define FILL 10
#define LOOK_AT 20
#define NEXT_POLL 30
#define CLAIM 31
#define CLOSE_AT 40
#define PUBLISH_SUM 50
#define NUMBER_LATE 51
#define READ_FIRST 60

inline striped_free() {
  d_step { discovery == STRIPES_FREE; STEP; left = limit; window = window0; turn = false;
    if
    :: poll_shut[MY_WORD] -> round = OUT; poll_in[MY_WORD]++
    :: !poll_shut[MY_WORD] && fault == F_CHECK_ADD
    :: else -> ARRIVE_AT_WORD
    fi }
  if
  :: d_step { fault == F_CHECK_ADD && round != OUT; STEP; ARRIVE_AT_WORD } /* its CLOSED test is past */
  :: else
  fi;
  do
  :: round == OUT -> break
  /* Who fills the last of the words closes at once. */
  :: d_step { round != OUT && i == FILL; STEP; full_words++; i = (full_words == USED_WORDS -> CLAIM : POLL) }
  :: d_step { round != OUT && i == POLL; STEP;
       sum = 0;
       if
       :: PAYS && left == 0 -> i = RAISE
       :: PAYS && left > 0 -> left--; i = ASK
       :: !PAYS -> NEXT_LOOK(LOOK_AT, NEXT_POLL)
       fi }
  :: d_step { round != OUT && i == ASK; STEP;
       if
       :: abort != 0 -> round = OUT
       :: abort == 0 -> NEXT_LOOK(LOOK_AT, NEXT_POLL)
       fi }
  :: d_step { i >= LOOK_AT && i < LOOK_AT + POLL_WORDS; STEP;
       sum = sum + poll_in[i - LOOK_AT]; i++;
       if :: i == LOOK_AT + POLL_WORDS -> i = NEXT_POLL :: else fi }
  :: d_step { round != OUT && i == NEXT_POLL; STEP;
       if
       :: published_count > 0 -> groups = published_count; i = READ_FIRST
       :: published_count == 0 && sum == 0 -> i = POLL /* did not look */
       :: published_count == 0 && sum != 0 && sum != seen ->
          window = (quiet * 2 > window -> quiet * 2 : window); seen = sum; quiet = 0; i = POLL
       :: published_count == 0 && sum != 0 && sum == seen ->
          quiet++; i = (quiet > window && fault != F_NO_WINDOW -> CLAIM : POLL);
          if :: fault == F_NO_WINDOW -> quiet = 0 :: else fi
       fi }
  :: d_step { round != OUT && i == CLAIM; STEP;
       quiet = 0;
       if
       :: closer && fault != F_TWO_CLOSERS -> i = POLL
       :: else -> closer = true; groups = 0; i = CLOSE_AT
       fi }
  /* Two steps for each word: its first number, then the closing. */
  :: d_step { i >= CLOSE_AT && i < CLOSE_AT + 2 * POLL_WORDS && i % 2 == 0; STEP;
       if
       :: fault == F_SAME_NUMBERS || fault == F_NUMBERS_LATE
       :: else -> first_number[(i - CLOSE_AT) / 2] = groups
       fi;
       if
       :: fault == F_LAST_OPEN && i == CLOSE_AT + 2 * (POLL_WORDS - 1) -> published_count = groups + poll_in[POLL_WORDS - 1]
       :: else
       fi;
       i++ }
  :: d_step { i >= CLOSE_AT && i < CLOSE_AT + 2 * POLL_WORDS && i % 2 == 1; STEP;
       sum = (i == CLOSE_AT + 1 && fault == F_NUMBERS_LATE -> poll_in[0] : sum);
       groups = (fault == F_LAST_COUNT -> 0 : groups) + poll_in[(i - CLOSE_AT) / 2];
       poll_shut[(i - CLOSE_AT) / 2] = true;
       i = (i == CLOSE_AT + 2 * POLL_WORDS - 1 -> PUBLISH_SUM : i + 1) }
  :: d_step { i == PUBLISH_SUM; STEP;
       published_count = (fault == F_OLD_COUNT && sum > 0 -> sum : groups);
       groups = published_count;
       i = (fault == F_NUMBERS_LATE -> NUMBER_LATE : READ_FIRST) }
  :: d_step { i == NUMBER_LATE; STEP; first_number[POLL_WORDS - 1] = sum; i = READ_FIRST }
  :: d_step { round != OUT && i == READ_FIRST; STEP; me_dense = first_number[MY_WORD] + here; ENTER } break
  :: d_step { round != OUT && i == RAISE; skip } raise(); round = OUT
  od;
  AFTER_LOOP { i = 0; seen = 0; quiet = 0; window = 0; turn = false; left = limit; here = 0; sum = 0 } }
}
