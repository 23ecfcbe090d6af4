enum { slots = 3 };
struct Shape { int at[slots]; };
