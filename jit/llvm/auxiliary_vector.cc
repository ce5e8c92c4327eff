#include "jit/llvm/auxiliary_vector.h"

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace tilewright::jit {

std::vector<std::pair<absl::string_view, bool>> FeaturesFromAuxiliaryVector() {
#if defined(__aarch64__)
  const unsigned long first = getauxval(AT_HWCAP), second = getauxval(AT_HWCAP2);
  return {
      {"fp-armv8", (first & HWCAP_FP) != 0},     {"neon", (first & HWCAP_ASIMD) != 0},
      {"crc", (first & HWCAP_CRC32) != 0},       {"lse", (first & HWCAP_ATOMICS) != 0},
      {"dotprod", (first & HWCAP_ASIMDDP) != 0}, {"sve", (first & HWCAP_SVE) != 0},
      {"sve2", (second & HWCAP2_SVE2) != 0},     {"bf16", (second & HWCAP2_BF16) != 0},
      {"i8mm", (second & HWCAP2_I8MM) != 0}};
#else
  return {};
#endif
}

}  // namespace tilewright::jit
