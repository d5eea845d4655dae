/* The same for processors that know AVX2: compiled with -mavx2, chosen when a network is read. */
#define NETWORK_KERNELS mr_fyn_kernels_avx2
#include "search/fairy/network/kernels_body.h"
