/* protocols.pml - what resident groups do together besides plain barriers
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Reductions and the bit that a barrier carries, gathering, meeting, semaphores
 * of runtime/device. As in models.pml one process is a work-group and each access
 * to shared memory a step. Discovery is left out: with RESIDENT all groups
 * have begun when the model does, which is what discovery has seen to.
 */

#define MAX_GROUPS 4

/* BODY */
#define REDUCE      20 /* barriers of one counter that carry a sum, or a bit (BITS) */
#define REDUCE_MASTER 21 /* ... with a master group */
#define GATHER      22
#define MEET        23
#define SEM_SPIN    24 /* readers and writers; pauses (P_SEM_EXP) change none of the interleavings */
#define SEM_PRIORITY 25
#define LINE_SPIN   26 /* a queue between groups, its places and its items counted by semaphores */
#define LINE_PRIORITY 27

/* FAULT: seeded mistakes; those of waits are in waits.pml */
#define F_TWO_CELLS     40 /* two cells of reductions in turn, not three */
#define F_CLEAR_BEHIND  41 /* group 0 clears the next cell behind the barrier */
#define F_CLEAR_EARLY   42 /* ... the one after next, in front of it */
#define F_CLEAR_OWN     43 /* ... this one, when it has read it itself */
#define F_NO_CLEAR      44 /* nobody clears */
#define F_ALL_CLEAR     45 /* every group clears the next cell, in front of its arrival */
#define F_PUSH_LATE     46 /* arrives, then adds its part */
#define F_PULL_EARLY    47 /* reads the sum when it arrives */
#define F_ADD_APART     48 /* reads the cell and writes it in a second step */
#define F_LEAVES        50 /* a barrier in place of a gathering: who gives up leaves */
#define F_SHUT_LATE     51 /* shuts a gathering even if all have arrived */
#define F_ONE_FLAG      52 /* one flag for all gatherings */
#define F_FLAG_UNSEEN   53 /* begins although others gave up */
#define F_ONE_SHORT     54 /* waits for one arrival too few */
#define F_ONE_MEET      60 /* one counter for all meetings */
#define F_MEET_BEHIND   61 /* group 0 clears the counter behind the gathering */
#define F_MEET_KEPT     62 /* nobody clears it */
#define F_MEET_ALL      63 /* waits for groups without a part in the phase, too */
#define F_NO_SEM_LOCK   70 /* the semaphore's count without its lock */
#define F_CHECK_FIRST   71 /* looks at the count, then locks and subtracts */
#define F_LOCK_KEPT     72 /* an attempt that finds no room keeps the lock */
#define F_NO_RETURN     73 /* leaves without giving back what it took */
#define F_ANY_ROOM      74 /* who wants several is let in by one */
#define F_ONE_CLAIM     75 /* who wants to leave sets a flag once, and takes it away when out */
#define F_CLAIM_AGAIN   76 /* ... sets it at each miss, as published (thesis, listing 3.4) */
#define F_CLAIM_STAYS   77 /* counts itself among those who want to leave, for ever */
#define F_GIVES_ANYWAY  78 /* who gives up while it waits for the lock gives back all the same */
/* Witnesses, as in models.pml */
#define W_NEVER_ALL     30
#define W_NEVER_ABORT   32
#define W_NO_OVERTAKING 33 /* nobody comes to a barrier before all have looked at the sum of the one before */
#define W_NO_REFUSAL    34 /* nobody that gives up finds all arrived after all */
#define W_NO_NEXT       35 /* nobody arrives for a gathering before all have looked at the one before */
#define W_ALONE         36 /* no meeting goes on when a group without a part has left the launch */
#define W_ONE_READER    37 /* two never hold a semaphore at once */
#define W_ONE_LEAVER    38 /* two never ask to leave at once */

byte groups; /* all that are launched take part */
byte body;
byte fault;
byte bits;    /* of carrying barriers: those with a bit; of gatherings: those with a barrier behind their phase */
bool any_parts; /* of carrying barriers: groups bring whatever they like */
byte members; /* groups with a part in meetings of odd number; all have one in the others */
byte size;    /* of the semaphore or the queue */
byte writers; /* groups that take all of it, by bits */
byte passed;  /* groups that came to the end */

#define path 0 /* no lassos of the paper */
#define ON_PATH false

#include "scheduler.pml"
#include "environment.pml"
#include "waits.pml"

/* The last step of each group. */
#define END(well) \
  atomic { skip; d_step { \
    STEP; ended[me] = true; \
    if :: well -> passed++ :: else fi; \
    if \
    :: ended[0] && ended[1] && ended[2] && ended[3] -> \
       assert(abort != 0 || passed == groups); /* success is told right */ \
       assert(fault != W_NEVER_ALL || passed < groups); \
       assert(fault != W_NEVER_ABORT || abort == 0); \
       AT_END \
    :: else \
    fi } }
#define AT_END \
  assert(body < SEM_SPIN || !(locked[0] || locked[1])); \
  assert(body < SEM_SPIN || leaving[0] + leaving[1] == 0); \
  assert(body < SEM_SPIN || abort != 0 || left_in[0] + left_in[1] == size)

#include "semaphores.pml"
#include "reductions.pml"
#include "gather.pml"
#include "claim.pml"

init {
  byte i;
  bool resident;
  atomic {
    c_code {
      now.groups = from_environment("GROUPS");
      now.scheduler = from_environment("SCHEDULER");
      now.body = from_environment("BODY");
      now.fault = from_environment("FAULT");
      now.limit = from_environment("LIMIT");
      now.bits = from_environment("BITS");
      now.any_parts = from_environment("ANY_PARTS");
      now.members = from_environment("MEMBERS");
      now.size = from_environment("SIZE");
      now.writers = from_environment("WRITERS");
      Pinit->resident = from_environment("RESIDENT");
    };
    left_in[0] = size;
    do
    :: i < groups ->
       ran[i] = resident;
       if
       :: body == REDUCE || body == REDUCE_MASTER -> run reducing(i)
       :: body == GATHER -> run gathering(i)
       :: body == MEET -> run meeting(i)
       :: body == SEM_SPIN || body == SEM_PRIORITY -> run sharing(i)
       :: body == LINE_SPIN || body == LINE_PRIORITY -> run queueing(i)
       fi;
       i++
    :: i >= groups && i < MAX_GROUPS -> ended[i] = true; i++
    :: i == MAX_GROUPS -> break
    od;
    i = 0; resident = false
  }
}
