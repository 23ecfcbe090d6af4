/* What both kernels know: a cell gives one grain to a side that is LIMIT lower. */
#define LIMIT 2
#define STEEP(here, there) ((here) - (there) >= LIMIT)
