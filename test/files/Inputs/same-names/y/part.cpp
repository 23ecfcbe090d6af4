static int counter;
int set_y(int n) { return counter = n; }
int get_y() { return counter += 2; }
