// Whether memory that is only to be read was written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace tilewright::runtime {

// Takes checksums when made, compares them when asked. The memory is the caller's and
// must stay.
class UnchangedCheck {
 public:
  struct Block {
    const void* data;
    int64_t bytes;
    std::string name;  // "input 2"
  };
  explicit UnchangedCheck(std::vector<Block> blocks);
  // Internal, naming the first block that is not what it was.
  absl::Status Verify() const;

 private:
  std::vector<Block> blocks_;
  std::vector<std::string> checksums_;
};

}  // namespace tilewright::runtime
