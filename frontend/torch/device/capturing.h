// Graphs of torch.compile that are being captured.
#pragma once

#include "runtime/eager/graph/graph.h"

namespace tilewright::torch_device {

// What a captured program is for.
enum class CaptureFor {
  kHere,       // this process: no steps of libraries are among its operations
  kElsewhere,  // others
  kAnySizes,   // others, and other sizes: which operations there are depends on none
};

// The capture that the calling thread's operations go to, or null.
eager::Capture* OpenCapture();
absl::Status Open(eager::Capture* capture, CaptureFor what);
bool CaptureTakesLibraries();
bool CaptureIsForAnySizes();
void Close(eager::Capture* capture);

// In its scope operations run whether something is captured or not: for what is made once
// and outlives every capture.
class NotCaptured {
 public:
  NotCaptured();
  ~NotCaptured();
  NotCaptured(const NotCaptured&) = delete;
  NotCaptured& operator=(const NotCaptured&) = delete;

 private:
  eager::Tape* const tape_;
};

}  // namespace tilewright::torch_device
