#include "CImageCodecs.h"
#if defined(__linux__)
#endif
