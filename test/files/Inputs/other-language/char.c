int both(void) {
  char c = (char)200;
  return c < 0 ? 3 : 5;
}
