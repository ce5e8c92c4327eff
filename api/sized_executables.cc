#include <algorithm>

#include "api/compile_impl.h"
#include "support/status_macros.h"

namespace tilewright::api {
namespace {

// As tilewright/compile.h says.
constexpr size_t kKeptSizes = 64;

}  // namespace

absl::StatusOr<Executable> SizedExecutables::At(
    const std::vector<TensorType>& input_types) {
  const auto find = [&] {
    return std::find_if(made_.begin(), made_.end(), [&](const Made& made) {
      return made.input_types == input_types;
    });
  };
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = find(); found != made_.end()) {
      made_.splice(made_.begin(), made_, found);
      return found->executable;
    }
  }
  // Without the lock: other sizes run meanwhile. Of two threads with the same new sizes
  // one takes what the other made.
  TW_ASSIGN_OR_RETURN(const Program program, program_.At(input_types));
  TW_ASSIGN_OR_RETURN(Executable executable, Executable::Compile(program, options_));
  const std::lock_guard<std::mutex> lock(mutex_);
  if (const auto found = find(); found != made_.end()) return found->executable;
  made_.push_front({input_types, executable});
  if (made_.size() > kKeptSizes) made_.pop_back();
  return executable;
}

}  // namespace tilewright::api
