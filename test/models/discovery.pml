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
  (discovery >= PUB_TICKET && discovery <= LOBE_SPIN);
  lock();
  if
  :: atomic { (poll_open || (NATIVE && fault != F_LOBE_LATE && me < count)) -> d_step { STEP; here = count } }
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
     :: i < delay -> lock(); unlock(); i++
     :: i >= delay -> i = 0; break
     od;
     if
     :: fault != F_NO_CLOSING ->
        lock();
        AFTER_LOOP { STEP; poll_open = false } };
        unlock()
     :: else
     fi;
     d_step { STEP; groups = count; ENTER }
  :: atomic { !(poll_open || (NATIVE && fault != F_LOBE_LATE && me < count)) ->
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
  :: else -> taking_part++ \
  fi; \
  if \
  :: discovery == LOCK_FREE -> here = arrived; arrived = arrived + 1 \
  :: discovery == LOBE_FREE -> here = me; if :: !closed && me >= arrived -> arrived = me + 1 :: else fi \
  fi
#define ENOUGH (bound > 0 && bound < groups_launched -> bound : groups_launched)
#define LOOKS (here == 0 || turn) /* the first arrival watches every poll, others fewer */

/* `i` says what comes next. */
#define POLL  0
#define LOOK  1
#define CLOSE 2
#define PUBLISH 3
#define RAISE 4

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
       :: limit > 0 && left == 0 && fault != F_NO_BUDGET -> i = RAISE
       :: else ->
          left = (left > 0 -> left - 1 : 0);
          if
          :: LOOKS -> i = LOOK; turn = false
          :: else -> turn = true
          fi
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
