// All that a program needs and is not supported, as one error.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace tilewright {

class Refusals {
 public:
  // An Unimplemented error, "PLACE: error: CAUSE" and perhaps further lines. One with the
  // cause of another is counted.
  void Add(const absl::Status& status);

  bool empty() const { return each_.empty(); }
  // Unimplemented with the messages one after the other, in the order in which they
  // came, or OK where there is none.
  absl::Status ToStatus() const;

 private:
  struct Refusal {
    std::string cause;
    std::string message;
    int more = 0;
  };
  std::vector<Refusal> each_;
};

// The first lines of the messages that a Refusals was given; of any other Unimplemented
// error its own.
std::vector<std::string> RefusalsIn(const absl::Status& status);

}  // namespace tilewright
