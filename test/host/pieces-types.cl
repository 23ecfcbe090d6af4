typedef int cell;
#define STEP(x, by) ((x) * 2 + (by))
cell mixed(cell a, cell b) { return a ^ (b + 1); }
