/* claim.pml - accepts the infinite runs that the scheduler allows
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

/* `path` is 0, or one of the paper's lassos (255 before it is known); then the claim accepts only runs that
 * stay in that lasso from some point on (ON_PATH, examples.pml). */
#define GOES_ON (!(ended[0] && ended[1] && ended[2] && ended[3]) && (path == 0 || ON_PATH))

never {
  do
  :: path == 0 -> break
  :: path != 0
  :: path != 0 && path != 255 && ON_PATH -> break
  od;
wait_0:
  if
  :: GOES_ON && !SERVED_0 -> goto wait_0
  :: GOES_ON && SERVED_0 -> goto wait_1
  fi;
wait_1:
  if
  :: GOES_ON && !SERVED_1 -> goto wait_1
  :: GOES_ON && SERVED_1 -> goto wait_2
  fi;
wait_2:
  if
  :: GOES_ON && !SERVED_2 -> goto wait_2
  :: GOES_ON && SERVED_2 -> goto wait_3
  fi;
wait_3:
  if
  :: GOES_ON && !SERVED_3 -> goto wait_3
  :: GOES_ON && SERVED_3 -> goto accept_round
  fi;
accept_round:
  if
  :: GOES_ON -> goto wait_0
  fi
}
