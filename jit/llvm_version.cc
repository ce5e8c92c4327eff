#include "absl/strings/str_cat.h"
#include "jit/emitter_id.h"
#include "llvm-c/Core.h"

namespace tilewright::jit {

std::string LlvmVersion() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  LLVMGetVersion(&major, &minor, &patch);
  return absl::StrCat(major, ".", minor, ".", patch);
}

}  // namespace tilewright::jit
