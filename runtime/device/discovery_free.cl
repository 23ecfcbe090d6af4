//===- discovery_free.cl - discovery without a lock -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_DISCOVERY=word. One fetch-add on a packed word counts a group in if
// the CLOSED bit was not yet set, and gives it its dense number. Whoever sees
// that all launched groups (or the device's known bound) arrived, or that none
// arrived for a window of polls, sets CLOSED with one fetch-or; the value that
// the winning fetch-or returned is the number of participants. Later adds change
// the packed word's count, so the winner publishes the number (release) in a word
// of its own, and every participant waits for that (acquire).
//
// PERSISTIFY_DISCOVERY=stripes. The same with the arrivals spread over several
// words, for thousands of groups. One group closes all of them in turn; the
// number of participants is the sum of what its fetch-ors returned. A word's
// groups are numbered from the sum of the words before it.
//
// PERSISTIFY_DISCOVERY=lobe. CONCUR'18 algorithm 1: a group that takes part brings
// in all groups of lower number, started or not, and all keep their own numbers,
// so neighbours stay neighbours. The word holds the highest number plus one.
// Needs a device that also starts lower numbers when higher ones wait for them
// (LOBE); on one that only keeps what it started (OBE) a barrier may wait until
// its budget is spent.
//
// The window adapts: it is never shorter than four times the longest gap seen
// between two arrivals. Only the first arrival watches all the time; the others
// look rarely, to leave the line to the arriving groups.
//
//===----------------------------------------------------------------------===//

P_FN uint p_launch_bound(__global uint *ctl) {
  uint bound = ctl[P_CTL_BOUND], launched = (uint)get_num_groups(0);
  return bound == 0 || bound > launched ? launched : bound;
}

// Closes the poll. The winner publishes the number of participants.
P_FN uint p_close(__global uint *ctl) {
  uint seen = p_a_or(ctl + P_CTL_ARRIVED, P_CLOSED);
  if (seen & P_CLOSED)
    return 0;
  p_a_arrive(ctl + P_CTL_COUNT, seen);
  return seen;
}

// Closes the striped poll. One group does it, the others find it taken.
P_FN uint p_close_stripes(__global uint *ctl) {
  if (!p_a_claim(ctl + P_CTL_CLOSER, 1))
    return 0;
  uint count = 0;
  for (uint i = 0; i < P_POLL_STRIPES; ++i) {
    p_a_put(ctl + P_CTL_OFFSET + i, count);
    count += p_a_or(ctl + P_CTL_POLL_STRIPE(i), P_CLOSED);
  }
  p_a_arrive(ctl + P_CTL_COUNT, count);
  return count;
}

// What has arrived so far, for comparison only.
P_FN uint p_arrived(__global uint *ctl, uint stripes) {
  if (stripes == 0)
    return p_a_poll(ctl + P_CTL_ARRIVED);
  uint sum = 0;
  for (uint i = 0; i < stripes; ++i)
    sum += p_a_poll(ctl + P_CTL_POLL_STRIPE(i)) & ~P_CLOSED;
  return sum;
}

// Waits for the published number, and closes the poll when nobody else does; 0
// when the launch is given up. `me`: this group's number, of which 0 watches;
// `stripes`: 0 for the one word.
P_FN uint p_poll_open_in(__global uint *ctl, uint me, uint stripes) {
  uint window = ctl[P_CTL_WINDOW], seen = me, quiet = 0;
  ulong left = p_budget(ctl);
  // Nothing is published before two more accesses are through, which looks delay; and
  // who watches looks when all that are resident can have come.
#ifdef P_BACKEND_PTX
  p_a_delay(me != 0 ? P_FIRST_LOOK : P_FIRST_WATCH);
#endif
  for (uint turn = 0;; ++turn) {
    if (p_turn(ctl, left--))
      return 0;
    // The one that watches asks for one thing at a time: what it waits for takes a
    // few of its turns.
    uint now = me == 0 || (turn & 63) == 63 ? p_arrived(ctl, stripes) : P_CLOSED, count = 0;
    if ((now & P_CLOSED) || stripes)
      count = p_a_poll(ctl + P_CTL_COUNT);
    if (count)
      return count;
    if (now & P_CLOSED)
      continue;
    if (now != seen) {
      window = max(window, quiet * 4);
      seen = now;
      quiet = 0;
    } else if (++quiet > window) {
      count = stripes == 0 ? p_close(ctl) : p_close_stripes(ctl);
      if (count)
        return count;
      quiet = 0;
    }
  }
}
P_FN uint p_poll_open(__global uint *ctl, uint me) { return p_poll_open_in(ctl, me, 0); }

P_FN uint p_word_discover(__global uint *ctl, __local p_shared *sh) {
  uint me = p_a_add(ctl + P_CTL_ARRIVED, 1), count = 0;
  sh->group = me;
  if (me & P_CLOSED)
    return 0;
  if (me + 1 >= p_launch_bound(ctl))
    count = p_close(ctl);
  return count ? count : p_poll_open(ctl, me);
}

P_FN uint p_stripes_discover(__global uint *ctl, __local p_shared *sh) {
  uint launched = (uint)get_num_groups(0), stripe = (uint)get_group_id(0) % P_POLL_STRIPES, count = 0;
  uint me = p_a_add(ctl + P_CTL_POLL_STRIPE(stripe), 1);
  sh->group = 0;
  if (me & P_CLOSED)
    return 0;
  // The last group of the last full word closes, if all that were launched can be there.
  uint share = (launched - stripe + P_POLL_STRIPES - 1) / P_POLL_STRIPES;
  if (me + 1 == share && p_launch_bound(ctl) == launched &&
      p_a_add(ctl + P_CTL_FULL, 1) + 1 == min(launched, (uint)P_POLL_STRIPES))
    count = p_close_stripes(ctl);
  if (count == 0)
    count = p_poll_open_in(ctl, me + stripe, P_POLL_STRIPES);
  p_a_acquire();
  sh->group = p_a_poll(ctl + P_CTL_OFFSET + stripe) + me;
  return count;
}

P_FN uint p_lobe_discover(__global uint *ctl, __local p_shared *sh) {
  uint me = (uint)get_group_id(0), count = 0;
  uint most = p_a_max(ctl + P_CTL_ARRIVED, me + 1);
  sh->group = me;
  if ((most & P_CLOSED) && me >= (most & ~P_CLOSED))
    return 0;
  if (!(most & P_CLOSED) && me + 1 >= p_launch_bound(ctl))
    count = p_close(ctl);
  return count ? count : p_poll_open(ctl, me);
}
