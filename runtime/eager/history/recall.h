// Finds which segments of former processes this one may meet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "runtime/eager/history/record.h"

namespace tilewright::eager {

// A record, and the numbers that its structures have here, by shape; where they have
// sizes besides, those of some that are the same but for these.
struct Recalled {
  SegmentRecord record;
  std::vector<std::vector<uint32_t>> structures;
};

// Keeps records until everything in them has been met. So nothing that was read, but
// sizes of 2 and more, ever reaches a front end's code: what is made of a record are
// operations that were recorded here. For one thread.
class Recall {
 public:
  explicit Recall(std::vector<SegmentRecord> records);

  // A structure, or one with this skeleton, has been met. Gives the records of which it
  // was the last that was missing.
  std::vector<Recalled> Met(absl::string_view digest, uint32_t structure);

 private:
  struct Waiting {
    SegmentRecord record;
    size_t missing = 0;
  };

  std::vector<Waiting> waiting_;
  struct Wanted {
    uint32_t structure = 0;
    bool met = false;
    std::vector<size_t> by;  // of waiting_
  };
  absl::flat_hash_map<std::string, Wanted> wanted_;
};

}  // namespace tilewright::eager
