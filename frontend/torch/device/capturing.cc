#include "frontend/torch/device/capturing.h"

#include "frontend/torch/device/memory.h"

namespace tilewright::torch_device {
namespace {

thread_local eager::Capture* open = nullptr;
thread_local CaptureFor open_for = CaptureFor::kHere;

}  // namespace

eager::Capture* OpenCapture() { return open; }

bool CaptureTakesLibraries() { return open_for != CaptureFor::kHere; }
bool CaptureIsForAnySizes() { return open_for == CaptureFor::kAnySizes; }

absl::Status Open(eager::Capture* capture, CaptureFor what) {
  absl::Status status = capture->Open();
  if (!status.ok()) return status;
  open = capture;
  open_for = what;
  return status;
}

void Close(eager::Capture* capture) {
  if (open == capture) {
    open = nullptr;
    open_for = CaptureFor::kHere;
  }
  capture->Close();
}

NotCaptured::NotCaptured() : tape_(TheRecorder().SetTape(nullptr)) {}
NotCaptured::~NotCaptured() { TheRecorder().SetTape(tape_); }

}  // namespace tilewright::torch_device
