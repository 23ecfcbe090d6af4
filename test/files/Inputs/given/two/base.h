// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int last_step(void);
