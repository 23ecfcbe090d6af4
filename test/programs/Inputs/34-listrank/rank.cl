// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct { int next, rank; } cell_t;
static size_t me(void) { return get_group_id(0) * get_local_size(0) + get_local_id(0); }

kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void hop(global const cell_t *in, global cell_t *out, int n)
{
	size_t i = me();
	if (i < n) {
		cell_t c = in[i];
		cell_t d = in[c.next];
		c.rank += d.rank;
		c.next = d.next;
		out[i] = c;
	}
}
