#ifdef TRACE
#define BUMP(v) (v) += 100
#else
#define BUMP(v) (v) += 1
#endif
