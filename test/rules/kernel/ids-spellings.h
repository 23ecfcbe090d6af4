/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define AXIS 0
#define POS(axis) get_global_id(axis)
#define LANE get_local_id(AXIS)
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define sync_all() do { SYNC; } while (0)
typedef struct { float4 scale; int shift[2]; short kind; } params_t;
