#include "absl/strings/str_cat.h"
#include "support/abi.h"
#include "support/work_note.h"
#include "tilewright/tilewright.h"

namespace tilewright {

std::string Version() { return TILEWRIGHT_VERSION; }

std::string BuildDescription() {
  return absl::StrCat("LLVM ", TILEWRIGHT_LLVM_VERSION, ", kernel ABI ", TW_ABI_VERSION);
}

const char* CurrentWork() { return WorkInProgress(); }

}  // namespace tilewright
