#include "frontend/torch/device/capturing.h"

#include "frontend/torch/device/memory.h"

namespace tilewright::torch_device {
namespace {

thread_local eager::Capture* open = nullptr;
thread_local bool open_takes_libraries = false;

}  // namespace

eager::Capture* OpenCapture() { return open; }

bool CaptureTakesLibraries() { return open_takes_libraries; }

absl::Status Open(eager::Capture* capture, bool takes_libraries) {
  absl::Status status = capture->Open();
  if (!status.ok()) return status;
  open = capture;
  open_takes_libraries = takes_libraries;
  return status;
}

void Close(eager::Capture* capture) {
  if (open == capture) open = nullptr;
  capture->Close();
}

NotCaptured::NotCaptured() : tape_(TheRecorder().SetTape(nullptr)) {}
NotCaptured::~NotCaptured() { TheRecorder().SetTape(tape_); }

}  // namespace tilewright::torch_device
