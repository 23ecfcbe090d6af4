enum level { LOW = 1, HIGH };
/* An enumeration is unsigned in C; in C++ one with few values becomes an int. */
int both(void) {
  enum level e = LOW;
  return e - 2 < 0 ? 3 : 5;
}
