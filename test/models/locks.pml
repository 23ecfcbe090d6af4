/* locks.pml - the mutexes of the published protocol, and the idioms
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * OOPSLA'16 section 5.1: a spin lock polls with test-and-set; a ticket lock
 * draws a ticket and polls until it is served. CONCUR'18 table 1, figures 2, 3.
 */

#define NO_TICKET 255
bool locked;
byte next_ticket, serving;

#define SPINS (discovery == PUB_SPIN || discovery == LOBE_SPIN || body == MUTEX_SPIN)
#define FREE (fault == F_NO_LOCK)

/* With a budget (limit, barriers.pml): round == OUT when the launch is given up. A
 * group that gives up with a ticket leaves the others behind it in the queue. */
#define TRIES (!FREE && !turn)
#define MISSES ((SPINS && locked) || (!SPINS && ticket != NO_TICKET && serving != ticket))
#define PAYS (limit > 0 && fault != F_NO_BUDGET)
inline lock() {
  do
  :: d_step { FREE; STEP } break
  :: d_step { TRIES && SPINS && !locked; STEP; locked = true; holder = me; left = limit } break
  :: d_step { TRIES && !SPINS && ticket == NO_TICKET; STEP; ticket = next_ticket; next_ticket++ }
  :: d_step { TRIES && !SPINS && ticket != NO_TICKET && serving == ticket; STEP; ticket = NO_TICKET; holder = me; left = limit } break
  :: d_step { TRIES && MISSES && !PAYS; STEP }
  :: d_step { TRIES && MISSES && PAYS && left > 0; STEP; left--; turn = true }
  :: d_step { TRIES && MISSES && PAYS && left == 0; STEP; ticket = NO_TICKET } raise(); round = OUT; break
  :: d_step { turn && abort == 0; STEP; turn = false }
  :: d_step { turn && abort != 0; STEP; turn = false; ticket = NO_TICKET; round = OUT } break
  od
}

inline unlock() {
  d_step { STEP; holder = 255; if :: SPINS -> locked = false :: else -> serving++ fi }
}

bool given[MAX_GROUPS]; /* producers' flags */

/* Each group takes the mutex once. */
inline mutex() {
  (round == 1 && (body == MUTEX_SPIN || body == MUTEX_TICKET));
  lock();
  assert(holder == me);
  unlock();
  round = OUT
}

/* Producer-consumer both ways: each produces for the next and consumes from the
 * one before; with two groups this is CONCUR'18 figure 3. */
inline exchange() {
  d_step { body == EXCHANGE && round == 1; STEP; given[me_dense] = true };
  do
  :: d_step { given[(me_dense + 1) % groups]; STEP; round = OUT } break
  :: d_step { !given[(me_dense + 1) % groups]; STEP }
  od
}

/* One-way: consumes from the group below only, as chained scans do. In
 * ONE_WAY_MUTEX each group then takes a mutex (CONCUR'18 section 5). */
inline one_way() {
  (round == 1 && (body == ONE_WAY || body == ONE_WAY_MUTEX));
  do
  :: d_step { me_dense == 0 || given[me_dense - 1]; STEP; given[me_dense] = true } break
  :: d_step { me_dense > 0 && !given[me_dense - 1]; STEP }
  od;
  if
  :: body == ONE_WAY_MUTEX -> lock(); unlock()
  :: else
  fi;
  round = OUT
}
