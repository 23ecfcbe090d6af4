/* examples.pml - starving runs that CONCUR'18 discusses
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * PATH_NUMBER asks for runs that end in one of these lassos (the w-power in the
 * paper's notation); the scheduler allows the lasso or discards it.
 */

byte holder = 255; /* of the mutex */

#define ON_PATH \
  ((path == 1 && holder == 0 && last == 1) /* example 1, 0 -0-> 1, (1 -1-> 1) */ || \
   (path == 2 && holder == 1 && last == 0) /* example 1, 0 -1-> 2, (2 -0-> 2) */ || \
   (path == 3 && ran[0] && !ran[1] && last == 0) /* example 4, 0 -0-> 1, (1 -0-> 1) */ || \
   (path == 4 && ran[1] && !ran[0] && last == 1) /* example 4, 0 -1-> 2, (2 -1-> 2) */ || \
   (path == 5 && came[1] == 2 && ran[0] && ran[2] && !ran[1]) /* example 6 */ || \
   (path == 6 && came[1] == 1 && ran[0] && !ran[1] && !ran[2]) /* appendix A, general */ || \
   (path == 7 && came[1] == 1 && last == 0 && number[0] && number[1] && number[2])) /* appendix A, discovered */
