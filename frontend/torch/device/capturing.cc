#include "frontend/torch/device/capturing.h"

#include "frontend/torch/device/memory.h"

namespace tilewright::torch_device {
namespace {

thread_local eager::Capture* open = nullptr;

}  // namespace

eager::Capture* OpenCapture() { return open; }

absl::Status Open(eager::Capture* capture) {
  absl::Status status = capture->Open();
  if (status.ok()) open = capture;
  return status;
}

void Close(eager::Capture* capture) {
  if (open == capture) open = nullptr;
  capture->Close();
}

NotCaptured::NotCaptured() : tape_(TheRecorder().SetTape(nullptr)) {}
NotCaptured::~NotCaptured() { TheRecorder().SetTape(tape_); }

}  // namespace tilewright::torch_device
