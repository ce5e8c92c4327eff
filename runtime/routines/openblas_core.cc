// Which of OpenBLAS's sets of kernels runs: the same one on every x86-64 processor that
// our code runs on. Left to itself OpenBLAS picks one by the processor's model, so that
// equal programs would give other bytes, and other signs of eigenvectors, on other
// machines; and a model that is younger than itself gets the oldest set, which is slow
// and whose results vary with where the stack lies.
//
// OpenBLAS asks an environment variable when it is loaded. Changing the process's
// environment is not safe beside other threads: the module that has OpenBLAS inside is
// linked with --wrap=getenv instead, and the answer is given here.
#include <cstdlib>
#include <cstring>

extern "C" {

char* __real_getenv(const char* name);  // NOLINT: the linker's names
__attribute__((used)) char* __wrap_getenv(const char* name) {  // NOLINT
  char* const set = __real_getenv(name);
#if defined(__x86_64__)
  static char haswell[] = "Haswell";
  if (set == nullptr && std::strcmp(name, "OPENBLAS_CORETYPE") == 0 &&
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return haswell;
  }
#endif
  return set;
}

}  // extern "C"
