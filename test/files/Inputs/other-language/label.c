int both(void) { return 1; }
int other(void) { return 4; }
