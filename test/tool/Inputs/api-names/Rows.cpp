const ApiRow Table[] = {
    // clFinish once more
    {nullptr, "clFinish", Api::Order, {Queue}},
};
