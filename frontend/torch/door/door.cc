#include "frontend/torch/door/door.h"

#include "frontend/torch/lower/operations.h"

extern "C" __attribute__((visibility("default"))) const tilewright::torch_door::Door*
tilewright_torch_door() {
  static const tilewright::torch_door::Door door = {
      tilewright::torch_door::kDoorVersion,
      &tilewright::eager::ProcessRecorder(),
      tilewright::torch_lower::OperationTable(),
      tilewright::torch_lower::OperationCount(),
      &tilewright::eager::ProcessCapturer(),
      tilewright::torch_lower::NumberOfMessage,
      tilewright::torch_lower::NumberOfBranches};
  return &door;
}
