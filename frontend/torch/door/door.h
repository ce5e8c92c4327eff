// What libtilewright.so hands to the library that is built against PyTorch: one struct of
// abstract classes and plain data, so that its code is in the process once.
#pragma once

#include <cstddef>

#include "frontend/torch/lower/branches.h"
#include "runtime/eager/graph/graph.h"
#include "runtime/eager/operation.h"
#include "runtime/eager/recorder.h"
#include "torch_door_version.h"

namespace tilewright::torch_door {

// A hash of what both libraries were compiled from, and compare (cmake/torch_door.cmake).
inline constexpr char kDoorVersion[] = TILEWRIGHT_TORCH_DOOR;

struct Door {
  const char* version;
  eager::Recorder* recorder;
  const eager::Operation* operations;  // by torch_lower::Op
  size_t operation_count;
  eager::Capturer* capturer;
  // torch_lower's:
  int64_t (*number_of_message)(absl::string_view);
  int64_t (*number_of_branches)(torch_lower::Branch, torch_lower::Branch);
};

}  // namespace tilewright::torch_door

// Never null. The process's own.
extern "C" const tilewright::torch_door::Door* tilewright_torch_door();
