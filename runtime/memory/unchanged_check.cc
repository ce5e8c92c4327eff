#include "runtime/memory/unchanged_check.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "support/hash.h"

namespace tilewright::runtime {
namespace {

std::string ChecksumOf(const UnchangedCheck::Block& block) {
  return Xxh3Hex(absl::string_view(static_cast<const char*>(block.data),
                                   static_cast<size_t>(block.bytes)));
}

}  // namespace

UnchangedCheck::UnchangedCheck(std::vector<Block> blocks) : blocks_(std::move(blocks)) {
  for (const Block& block : blocks_) checksums_.push_back(ChecksumOf(block));
}

absl::Status UnchangedCheck::Verify() const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    if (ChecksumOf(blocks_[i]) == checksums_[i]) continue;
    return absl::InternalError(absl::StrCat("the run has written to ", blocks_[i].name,
                                            ", which it may only read"));
  }
  return absl::OkStatus();
}

}  // namespace tilewright::runtime
