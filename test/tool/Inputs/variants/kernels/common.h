/* Included by a name that counts from where the program runs. */
inline int wrapped(int i) { return (i + ITEMS) % ITEMS; }
