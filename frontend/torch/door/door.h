// What libtilewright.so hands to the library that is built against PyTorch: one struct of
// abstract classes and plain data, so that its code is in the process once.
#pragma once

#include <cstddef>

#include "runtime/eager/operation.h"
#include "runtime/eager/recorder.h"

namespace tilewright::torch_door {

// Both libraries are built from one tree: what is compared says so.
inline constexpr char kDoorVersion[] = "tilewright.torch 1";

struct Door {
  const char* version;
  eager::Recorder* recorder;
  const eager::Operation* operations;  // by torch_lower::Op
  size_t operation_count;
};

}  // namespace tilewright::torch_door

// Never null. The process's own.
extern "C" const tilewright::torch_door::Door* tilewright_torch_door();
