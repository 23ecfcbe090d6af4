#define MOVES 1
