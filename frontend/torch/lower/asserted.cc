// What users require of their data, in their own words.
#include <deque>
#include <mutex>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_replace.h"
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/indices.h"

namespace tilewright::torch_lower {
namespace {

// As absl::Substitute takes them. They live as long as the process, so there is an end to
// their number: a loop may have a message for each turn.
class Messages {
 public:
  static Messages& Process() {
    static Messages& messages = *new Messages;
    return messages;
  }
  int64_t NumberOf(absl::string_view message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = numbers_.find(message);
    if (known != numbers_.end()) return known->second;
    if (texts_.size() == kMost) return 0;
    const auto number = static_cast<int64_t>(texts_.size());
    texts_.push_back(absl::StrReplaceAll(message, {{"$", "$$"}}));
    numbers_.emplace(message, number);
    return number;
  }
  absl::string_view operator[](int64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return texts_[number];
  }

 private:
  static constexpr size_t kMost = 1024;

  std::mutex mutex_;
  std::deque<std::string> texts_ = {"an assertion failed"};
  absl::flat_hash_map<std::string, int64_t> numbers_;
};

}  // namespace

int64_t NumberOfMessage(absl::string_view message) {
  return Messages::Process().NumberOf(message);
}

namespace lowerings {

// Whether the one element of operand 0 is not 0, as it has to be. Attribute 0: what is
// said otherwise.
absl::StatusOr<std::vector<ir::ValueId>> asserted(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  const Value zero = c.Compare("EQ", x, c.Constant(0, x.element()));
  c.Require(zero, c.Number(0, ElementType::kI64),
            {.code = index_rules::kRuntimeError,
             .message = Messages::Process()[c.attribute(0)]});
  return c.Finish({c.Compare("NE", x, c.Constant(0, x.element()))});
}

}  // namespace lowerings
}  // namespace tilewright::torch_lower
