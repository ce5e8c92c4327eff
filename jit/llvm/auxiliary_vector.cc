#include "jit/llvm/auxiliary_vector.h"

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace tilewright::jit {

std::vector<absl::string_view> FeaturesFromAuxiliaryVector() {
  std::vector<absl::string_view> features;
#if defined(__aarch64__)
  const unsigned long first = getauxval(AT_HWCAP), second = getauxval(AT_HWCAP2);
  if ((first & HWCAP_FP) != 0) features.push_back("fp-armv8");
  if ((first & HWCAP_ASIMD) != 0) features.push_back("neon");
  if ((first & HWCAP_CRC32) != 0) features.push_back("crc");
  if ((first & HWCAP_ATOMICS) != 0) features.push_back("lse");
  if ((first & HWCAP_ASIMDDP) != 0) features.push_back("dotprod");
  if ((second & HWCAP2_BF16) != 0) features.push_back("bf16");
  if ((second & HWCAP2_I8MM) != 0) features.push_back("i8mm");
#endif
  return features;
}

}  // namespace tilewright::jit
