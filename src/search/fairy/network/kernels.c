#define NETWORK_KERNELS mr_fyn_kernels_plain
#include "search/fairy/network/kernels_body.h"

const mr_fyn_kernels *mr_fyn_kernels_fast(void) {
#ifdef MR_FYN_AVX2
  return __builtin_cpu_supports("avx2") ? &mr_fyn_kernels_avx2 : NULL;
#else
  return NULL;
#endif
}

const mr_fyn_kernels *mr_fyn_kernels_best(void) {
  const mr_fyn_kernels *fast = mr_fyn_kernels_fast();
  return fast != NULL ? fast : &mr_fyn_kernels_plain;
}
