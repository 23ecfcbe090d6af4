static int counter;
int set_x(int n) { return counter = n; }
int get_x() { return counter++; }
