#define UNSEEN 1
