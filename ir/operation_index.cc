#include "ir/operation_index.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace tilewright::ir {

std::string Describe(const Program& program, const Operation& operation) {
  const std::string place = LocationText(program.files, operation.location);
  if (place.empty()) return std::string(Name(operation.kind));
  return absl::StrCat(Name(operation.kind), " (", place, ")");
}

OperationIndex::OperationIndex(const Program& program) : program_(program) {
  ForEachOperation(
      program, [this](const Operation& operation) { operations_.push_back(&operation); });
}

const Operation* OperationIndex::Find(int32_t ordinal) const {
  const bool known = ordinal >= 0 && static_cast<size_t>(ordinal) < operations_.size();
  return known ? operations_[ordinal] : nullptr;
}

std::string OperationIndex::Describe(absl::Span<const int32_t> ordinals) const {
  constexpr size_t kShown = 6;
  std::vector<int32_t> sorted(ordinals.begin(), ordinals.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::string> texts;
  size_t more = 0;
  for (int32_t ordinal : sorted) {
    const Operation* const operation = Find(ordinal);
    if (operation == nullptr) continue;
    if (texts.size() < kShown) {
      texts.push_back(ir::Describe(program_, *operation));
    } else {
      ++more;
    }
  }
  if (more > 0) texts.push_back(absl::StrCat("and ", more, " more"));
  return absl::StrJoin(texts, ", ");
}

}  // namespace tilewright::ir
