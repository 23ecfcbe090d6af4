#define STEP 9
