/* barriers.pml - the barriers between groups
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The items of a group that watch several words side by side are one process
 * here, which looks at one word after the other: a word that has reached its
 * target stays there until the group itself goes on.
 */

#define BARRIER(kind) (body == kind && round > 0 && round <= ROUNDS)

byte counter = START;

#define STRIPES 2
#define PER_WORD 2
byte stripe[STRIPES] = START;
byte release[MAX_GROUPS / PER_WORD] = START;

#define LEAVE_UNLESS_OUT AFTER_LOOP { if :: round == OUT :: else -> LEAVE fi; i = 0; here = 0; left = 0 } }

/* Monotonic counter. */
inline counter_barrier() {
  d_step { BARRIER(COUNTER); STEP; ARRIVE; target = target + groups; counter++ }
  WAIT(AT_LEAST(counter, target));
  LEAVE_UNLESS_OUT
}

/* Central, sense-reversing. */
byte inside;
bool shared_sense;

inline sense_barrier() {
  d_step { BARRIER(SENSE); STEP; ARRIVE; sense = !sense; here = inside + 1; inside++ }
  if
  :: here == groups ->
     d_step { STEP; if :: fault != F_SENSE_ORDER -> inside = 0 :: else -> shared_sense = sense fi };
     d_step { STEP; if :: fault != F_SENSE_ORDER -> shared_sense = sense :: else -> inside = 0 fi }
  :: here != groups -> WAIT(shared_sense == sense)
  fi;
  LEAVE_UNLESS_OUT
}

/* Sign-flip counter: the additions of one round sum up to half of the range. */
byte word;

inline sign_flip_barrier() {
  d_step { BARRIER(SIGN_FLIP); STEP; ARRIVE;
    here = word;
    word = word + (me_dense > 0 -> 1 : 129 - groups - (fault == F_SIGN_ADD -> 1 : 0)) }
  seen = here;
  WAIT(((seen ^ word) & 128) != 0);
  seen = 0;
  LEAVE_UNLESS_OUT
}

/* Arrivals striped over lines that group 0 watches. */
#define SHARE(i) ((groups - (i) + STRIPES - 1) / STRIPES - (i == 0 && fault != F_SHARE -> 1 : 0))
#define WORDS ((groups + PER_WORD - 1) / PER_WORD)

#define WATCHED (STRIPES - (fault == F_SKIP_STRIPE -> 1 : 0))
#define RELEASES (round != OUT || fault == F_RELEASE_ANYWAY)
inline striped_barrier_master() {
  d_step { BARRIER(STRIPED) && me_dense == 0; STEP; ARRIVE; i = 0 }
  do
  :: round != OUT && i < WATCHED ->
     WAIT(AT_LEAST(stripe[i], START + round * SHARE(i)));
     i++
  :: round == OUT || i >= WATCHED -> i = 0; break
  od;
  do
  :: d_step { RELEASES && i < WORDS; STEP; release[i]++; i++ }
  :: !RELEASES || i >= WORDS -> break
  od;
  LEAVE_UNLESS_OUT
}
inline striped_barrier_other() {
  d_step { BARRIER(STRIPED) && me_dense > 0; STEP; ARRIVE; stripe[me_dense % STRIPES]++ }
  WAIT(AT_LEAST(release[me_dense / PER_WORD], START + round));
  LEAVE_UNLESS_OUT
}

/* A counter for each stripe; everybody watches them all. */
#define ALL_OF(i) ((groups - (i) + STRIPES - 1) / STRIPES)
inline counters_barrier() {
  d_step { BARRIER(COUNTERS); STEP; ARRIVE; stripe[me_dense % STRIPES]++; i = 0 }
  do
  :: round != OUT && i < WATCHED ->
     WAIT(AT_LEAST(stripe[i], START + round * ALL_OF(i)));
     i++
  :: round == OUT || i >= WATCHED -> i = 0; break
  od;
  LEAVE_UNLESS_OUT
}

/* XF: one flag for each slave, which the master takes back (OOPSLA'16 4.2). */
bool flag[MAX_GROUPS];

inline xf_barrier_master() {
  d_step { BARRIER(XF) && me_dense == 0; STEP; ARRIVE; i = 1 }
  do
  :: round != OUT && i < groups ->
     WAIT(flag[i]);
     if :: fault == F_XF_MASTER -> d_step { STEP; flag[i] = false } :: else fi;
     i++
  :: round == OUT || i >= groups -> i = 1; break
  od;
  do
  :: d_step { RELEASES && i < groups; STEP; flag[i] = false; i++ }
  :: !RELEASES || i >= groups -> break
  od;
  LEAVE_UNLESS_OUT
}
inline xf_barrier_slave() {
  d_step { BARRIER(XF) && me_dense > 0; STEP; ARRIVE; flag[me_dense] = true }
  WAIT(!flag[me_dense] || fault == F_XF_SLAVE);
  LEAVE_UNLESS_OUT
}

/* Two-level tree over runs of RUN participating groups. */
#define RUN 2
#define NODE (me_dense / RUN)
#define NODES ((groups + RUN - 1) / RUN)
#define IN_NODE (groups - NODE * RUN < RUN -> groups - NODE * RUN : RUN)
#define LEADER (me_dense % RUN == 0)
byte node_in[MAX_GROUPS / RUN], node_out[MAX_GROUPS / RUN], top;

/* Counters: the node's first group awaits its node, goes to the top, and releases
 * the others by a second counter (thesis listings 2.1 to 2.3). */
inline tree_atomic_barrier() {
  d_step { BARRIER(TREE_ATOMIC); STEP; ARRIVE; node_in[NODE]++ }
  if
  :: LEADER ->
     WAIT(node_in[NODE] >= round * IN_NODE);
     if
     :: round != OUT && fault != F_TREE_EARLY ->
        d_step { STEP; top++ };
        WAIT(top >= round * NODES)
     :: else
     fi;
     if
     :: d_step { round != OUT; STEP; node_out[NODE]++ }
     :: round == OUT
     fi
  :: !LEADER -> WAIT(node_out[NODE] >= round || (fault == F_TREE_NO_OUT && node_in[NODE] >= round * IN_NODE))
  fi;
  LEAVE_UNLESS_OUT
}

/* Sense-reversing: whoever comes last to a node goes to the top and then flips
 * the node's sense (thesis listings 3.1 and 3.2). */
byte top_in;
bool top_sense;
bool node_sense[MAX_GROUPS / RUN];

inline tree_sense_barrier() {
  d_step { BARRIER(TREE_SENSE); STEP; ARRIVE; sense = !sense; here = node_in[NODE] + 1; node_in[NODE]++ }
  if
  :: here != IN_NODE -> WAIT(node_sense[NODE] == sense)
  :: here == IN_NODE ->
     d_step { STEP; node_in[NODE] = 0 };
     d_step { STEP; here = top_in + 1; top_in++ };
     if
     :: here == NODES ->
        d_step { STEP; top_in = 0 };
        d_step { STEP; top_sense = sense }
     :: here != NODES && fault != F_TREE_EARLY -> WAIT(top_sense == sense)
     :: here != NODES && fault == F_TREE_EARLY
     fi;
     if
     :: d_step { round != OUT; STEP; node_sense[NODE] = sense }
     :: round == OUT
     fi
  fi;
  LEAVE_UNLESS_OUT
}
