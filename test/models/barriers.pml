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

/* p_raise: the abort word first, then a jump of each counter. */
inline raise() {
  d_step { STEP; here = abort; if :: fault != F_NO_BAIL -> abort = 1 :: else -> here = 1 fi }
  if
  :: here == 0 && fault != F_NO_JUMP ->
     d_step { STEP; counter = counter + JUMP }
     if
     :: body == STRIPED ->
        d_step { STEP; stripe[0] = stripe[0] + JUMP }
        d_step { STEP; stripe[1] = stripe[1] + JUMP }
        d_step { STEP; release[0] = release[0] + JUMP }
        d_step { STEP; release[1] = release[1] + JUMP }
     :: else
     fi
  :: else
  fi
}

/* p_wait with its time budget; ends with round == OUT when the launch is given up. */
inline wait(word, goal) {
  left = limit;
  do
  :: d_step { fault != F_JUMP_UNSEEN && JUMPED(word, goal); STEP; round = OUT } break
  :: d_step { AT_LEAST(word, goal) && (fault == F_JUMP_UNSEEN || !JUMPED(word, goal)); STEP } break
  :: d_step { !AT_LEAST(word, goal) && (limit == 0 || left > 0); STEP; left = (left > 0 -> left - 1 : 0) }
  :: d_step { !AT_LEAST(word, goal) && limit > 0 && left == 0; STEP } raise(); round = OUT; break
  od
}
#define LEAVE_UNLESS_OUT AFTER_LOOP { if :: round == OUT :: else -> LEAVE fi; i = 0; here = 0; left = 0 } }

/* Monotonic counter. */
inline counter_barrier() {
  d_step { BARRIER(COUNTER); STEP; ARRIVE; target = target + groups; counter++ }
  wait(counter, target);
  LEAVE_UNLESS_OUT
}

/* Central, sense-reversing. */
byte inside;
bool shared_sense;

inline sense_barrier() {
  d_step { BARRIER(SENSE); STEP; ARRIVE; sense = !sense; here = inside + 1; inside++ }
  do
  :: d_step { here == groups && fault != F_SENSE_ORDER; STEP; inside = 0 }
     d_step { STEP; shared_sense = sense; LEAVE; here = 0 } break
  :: d_step { here == groups && fault == F_SENSE_ORDER; STEP; shared_sense = sense }
     d_step { STEP; inside = 0; LEAVE; here = 0 } break
  :: d_step { here != groups && shared_sense == sense; STEP; LEAVE; here = 0 } break
  :: d_step { here != groups && shared_sense != sense; STEP }
  od
}

/* Sign-flip counter: the additions of one round sum up to half of the range. */
byte word;

inline sign_flip_barrier() {
  d_step { BARRIER(SIGN_FLIP); STEP; ARRIVE;
    here = word;
    word = word + (me_dense > 0 -> 1 : 129 - groups - (fault == F_SIGN_ADD -> 1 : 0)) }
  do
  :: d_step { ((here ^ word) & 128) != 0; STEP; LEAVE; here = 0 } break
  :: d_step { ((here ^ word) & 128) == 0; STEP }
  od
}

/* Arrivals striped over lines that group 0 watches. */
#define SHARE(i) ((groups - (i) + STRIPES - 1) / STRIPES - (i == 0 && fault != F_SHARE -> 1 : 0))
#define WORDS ((groups + PER_WORD - 1) / PER_WORD)

inline striped_barrier_master() {
  d_step { BARRIER(STRIPED) && me_dense == 0; STEP; ARRIVE; i = 0 }
  do
  :: round != OUT && i < STRIPES - (fault == F_SKIP_STRIPE -> 1 : 0) ->
     wait(stripe[i], (START + round * SHARE(i)));
     i++
  :: round == OUT || i >= STRIPES - (fault == F_SKIP_STRIPE -> 1 : 0) -> i = 0; break
  od;
  do
  :: d_step { round != OUT && i < WORDS; STEP; release[i]++; i++ }
  :: round == OUT || i >= WORDS -> break
  od;
  LEAVE_UNLESS_OUT
}
inline striped_barrier_other() {
  d_step { BARRIER(STRIPED) && me_dense > 0; STEP; ARRIVE; stripe[me_dense % STRIPES]++ }
  wait(release[me_dense / PER_WORD], (START + round));
  LEAVE_UNLESS_OUT
}

/* XF: one flag for each slave, which the master takes back (OOPSLA'16 4.2). */
bool flag[MAX_GROUPS];

inline xf_barrier_master() {
  d_step { BARRIER(XF) && me_dense == 0; STEP; ARRIVE; i = 1 }
  do
  :: d_step { i < groups && flag[i]; STEP; if :: fault == F_XF_MASTER -> flag[i] = false :: else fi; i++ }
  :: d_step { i < groups && !flag[i]; STEP }
  :: i >= groups -> i = 1; break
  od;
  do
  :: d_step { i < groups; STEP; flag[i] = false; i++ }
  :: d_step { i >= groups; i = 0; LEAVE } break
  od
}
inline xf_barrier_slave() {
  d_step { BARRIER(XF) && me_dense > 0; STEP; ARRIVE; flag[me_dense] = true }
  do
  :: d_step { !flag[me_dense] || fault == F_XF_SLAVE; STEP; LEAVE } break
  :: d_step { flag[me_dense] && fault != F_XF_SLAVE; STEP }
  od
}

/* Two-level tree over runs of RUN participating groups. */
#define RUN 2
#define NODE (me_dense / RUN)
#define NODES ((groups + RUN - 1) / RUN)
#define IN_NODE (groups - NODE * RUN < RUN -> groups - NODE * RUN : RUN)
#define LEADER (me_dense % RUN == 0)
byte node_in[MAX_GROUPS / RUN], node_out[MAX_GROUPS / RUN], top;

/* Counters: local barrier, the node's first group goes to the top, and a second
 * local barrier releases (thesis listings 2.1 to 2.3). */
inline tree_atomic_barrier() {
  d_step { BARRIER(TREE_ATOMIC); STEP; ARRIVE; node_in[NODE]++ }
  AWAIT(node_in[NODE] >= round * IN_NODE);
  do
  :: d_step { LEADER && i == 0; STEP; top++; i = (fault == F_TREE_EARLY -> 2 : 1) }
  :: d_step { LEADER && i == 1 && top >= round * NODES; STEP; i = 2 }
  :: d_step { LEADER && i == 1 && top < round * NODES; STEP }
  :: d_step { !LEADER || i == 2; STEP; node_out[NODE]++; i = 0 } break
  od;
  do
  :: d_step { node_out[NODE] >= round * IN_NODE || fault == F_TREE_NO_OUT; STEP; LEAVE } break
  :: d_step { node_out[NODE] < round * IN_NODE && fault != F_TREE_NO_OUT; STEP }
  od
}

/* Sense-reversing: whoever comes last to a node goes to the top and then flips
 * the node's sense (thesis listings 3.1 and 3.2). */
byte top_in;
bool top_sense;
bool node_sense[MAX_GROUPS / RUN];

inline tree_sense_barrier() {
  d_step { BARRIER(TREE_SENSE); STEP; ARRIVE; sense = !sense; here = node_in[NODE] + 1; node_in[NODE]++; i = 0 }
  do
  :: d_step { here != IN_NODE && node_sense[NODE] == sense; STEP; LEAVE; here = 0 } break
  :: d_step { here != IN_NODE && node_sense[NODE] != sense; STEP }
  :: d_step { here == IN_NODE && i == 0; STEP; node_in[NODE] = 0; i = 1 }
  :: d_step { here == IN_NODE && i == 1; STEP; seen = top_in + 1; top_in++;
       i = (seen == NODES -> 2 : 4); if :: fault == F_TREE_EARLY && i == 4 -> i = 5 :: else fi }
  :: d_step { here == IN_NODE && i == 2; STEP; top_in = 0; i = 3 }
  :: d_step { here == IN_NODE && i == 3; STEP; top_sense = sense; i = 5 }
  :: d_step { here == IN_NODE && i == 4 && top_sense == sense; STEP; i = 5 }
  :: d_step { here == IN_NODE && i == 4 && top_sense != sense; STEP }
  :: d_step { here == IN_NODE && i == 5; STEP; node_sense[NODE] = sense; LEAVE; i = 0; here = 0; seen = 0 } break
  od
}
