/* models.pml - idioms, discovery and barriers under semi-fair schedulers
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One process per work-group ("thread" in CONCUR'18). Memory is sequentially
 * consistent; each access to shared memory is one step (a d_step that holds
 * STEP), and so is each poll. Run by check-models, which also says which runs
 * must starve and which assertions the seeded faults must break. One verifier
 * serves all runs: what is modelled is read from environment variables.
 */

#define MAX_GROUPS 4
#define ROUNDS 2

/* DISCOVERY */
#define NONE        0 /* every launched group takes part, under its own id */
#define PUB_TICKET  1 /* OOPSLA'16 figure 3 with a ticket lock */
#define PUB_SPIN    2 /* ... with a spin lock */
#define LOBE_TICKET 3 /* CONCUR'18 algorithm 1 with the boxed changes */
#define LOBE_SPIN   4
#define LOCK_FREE   5 /* one word, runtime/device */
#define LOBE_FREE   6 /* ... that holds the highest number, CONCUR'18 algorithm 1 without a mutex */
#define STRIPES_FREE 7 /* the one-word protocol with its arrivals spread over several words */

/* BODY: what the participants do */
#define NOTHING     0
#define COUNTER     1 /* barriers of runtime/device */
#define SENSE       2
#define SIGN_FLIP   3
#define STRIPED     4
#define XF          5
#define TREE_ATOMIC 6
#define TREE_SENSE  7
#define COUNTERS    8 /* a counter for each stripe, all watched by everybody */
#define EXCHANGE    9 /* idioms, CONCUR'18 table 1 and examples 1 to 4 */
#define ONE_WAY     10
#define MUTEX_SPIN  11
#define MUTEX_TICKET 12
#define ONE_WAY_MUTEX 13

/* FAULT: seeded mistakes; which check must catch each is in check-models. Those of waits are in waits.pml */
#define F_OLD_COUNT     1  /* publishes the count of a poll before closing */
#define F_CHECK_ADD     2  /* tests CLOSED first and adds in a second step */
#define F_CLOSE_FIRST   3  /* closes the poll, then arrives */
#define F_NO_WAIT       4  /* leaves discovery without waiting for the closing */
#define F_NO_WINDOW     5  /* waits for all launched groups */
#define F_NO_LOCK       6  /* published protocol without its lock */
#define F_NO_CLOSING    7  /* ... without its closing phase */
#define F_LOBE_LATE     8  /* LOBE protocol without "or tid < count" */
#define F_SENSE_ORDER   10 /* flips the sense, then resets the count */
#define F_SIGN_ADD      11 /* group 0 adds half minus the groups, not minus the others */
#define F_SHARE         12 /* stripe 0 waits for the master, too */
#define F_SKIP_STRIPE   13 /* the master does not look at the last stripe */
#define F_XF_MASTER     14 /* the master releases each slave when it sees it */
#define F_XF_SLAVE      15 /* slaves do not wait */
#define F_TREE_EARLY    16 /* leaders release their node before the top is complete */
#define F_TREE_NO_OUT   17 /* atomic tree without its second local barrier */
#define F_NO_BUDGET     20 /* waits in discovery have no budget and look at no abort word */
#define F_RELEASE_ANYWAY 22 /* a master that gave up releases the others all the same */
#define F_BOUND_IDS     23 /* lock-free LOBE protocol turns late groups away, whatever their number */
#define F_LAST_OPEN     24 /* striped discovery publishes its number before it closes the last word */
#define F_SAME_NUMBERS  25 /* ... numbers the groups of each word from 0 */
#define F_NUMBERS_LATE  26 /* ... publishes before the words' first numbers are there */
#define F_TWO_CLOSERS   27 /* ... lets every group close that wants to */
#define F_LAST_COUNT    28 /* ... publishes what its last word returned, not the sum */
/* Not mistakes but witnesses: claims that are false, so that their breaking shows
 * that the interesting runs are among those looked at. */
#define W_NEVER_ALL     30 /* never do all launched groups pass all rounds */
#define W_ALWAYS_ALL    31 /* all launched groups always take part */
#define W_NEVER_ABORT   32 /* nobody gives up */

byte groups_launched;
byte discovery;
byte body;
byte fault;
byte window0; /* quiet looks after which lock-free discovery closes */
byte bound;   /* known bound of resident groups, 0: none */
byte delay;   /* published protocol: locks and unlocks between polling and closing (OOPSLA'16 section 5.4) */
byte path = 255;

#include "scheduler.pml"
#include "environment.pml"
#include "examples.pml"

/* What must hold, seen from outside. */
byte taking_part;         /* groups that discovery counted in */
bool number[MAX_GROUPS];  /* dense numbers given out */
byte came[ROUNDS + 1];    /* groups that reached barrier `round` */
#define NATIVE (discovery == LOBE_TICKET || discovery == LOBE_SPIN || discovery == LOBE_FREE)
byte passed;              /* groups that passed all rounds */

/* Part of the step with which discovery ends for a participant. */
#define ENTER \
  assert(me_dense < groups);          /* dense numbers */ \
  assert(!number[me_dense]);          /* each given once */ \
  assert(NATIVE || groups == taking_part); /* one count, the final one */ \
  number[me_dense] = true; round = 1

/* Part of the steps that enter and leave barrier `round`. */
#define ARRIVE came[round] = came[round] + 1
#define LEAVE \
  assert(came[round] == groups); /* nobody passes before all came */ \
  round = round + 1; if :: round > ROUNDS -> passed = passed + 1 :: else fi

#include "waits.pml"
#include "locks.pml"
#include "discovery.pml"
#include "barriers.pml"

/* The last step of each group. */
#define IS_BARRIER (body >= COUNTER && body <= COUNTERS)
#define END \
  ended[me] = true; \
  if \
  :: ended[0] && ended[1] && ended[2] && ended[3] -> \
     assert(taking_part > 0); /* somebody does the work */ \
     assert(!IS_BARRIER || abort != 0 || passed == taking_part); /* success is told right */ \
     assert(fault != W_NEVER_ALL || passed < groups_launched); \
     assert(fault != W_ALWAYS_ALL || taking_part == groups_launched); \
     assert(fault != W_NEVER_ABORT || abort == 0) \
  :: else \
  fi

#include "claim.pml"

proctype group(byte me) {
  byte groups, me_dense, round;  /* after discovery */
  byte ticket = NO_TICKET;       /* locks.pml */
  byte i, seen, quiet, window, here, target = START, left, sum;
  bool turn, sense;

  if
  :: all_take_part()
  :: published()
  :: lock_free()
  :: striped_free()
  fi;
  do
  :: atomic { (round > ROUNDS || (round > 0 && body == NOTHING)) -> d_step { STEP; END } } break
  :: counter_barrier()
  :: counters_barrier()
  :: sense_barrier()
  :: sign_flip_barrier()
  :: striped_barrier_master()
  :: striped_barrier_other()
  :: xf_barrier_master()
  :: xf_barrier_slave()
  :: tree_atomic_barrier()
  :: tree_sense_barrier()
  :: exchange()
  :: one_way()
  :: mutex()
  od
}

init {
  byte i;
  atomic {
    c_code {
      now.groups_launched = from_environment("GROUPS");
      now.scheduler = from_environment("SCHEDULER");
      now.discovery = from_environment("DISCOVERY");
      now.body = from_environment("BODY");
      now.fault = from_environment("FAULT");
      now.limit = from_environment("LIMIT");
      now.window0 = from_environment("WINDOW");
      now.bound = from_environment("BOUND");
      now.delay = from_environment("DELAY");
      now.path = from_environment("PATH_NUMBER");
    };
    do
    :: i < groups_launched -> run group(i); i++
    :: i >= groups_launched && i < MAX_GROUPS -> ended[i] = true; i++
    :: i == MAX_GROUPS -> break
    od;
    i = 0
  }
}
