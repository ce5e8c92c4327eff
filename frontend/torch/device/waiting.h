// Waiting for what is recorded, as a program does that reads: with signals heard, and
// counted by cause and line.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "runtime/eager/memory/buffer.h"

namespace tilewright::torch_device {

// Until the operation of that number, of 0 everything, has run. `cause` is a literal. A
// signal whose handler raises ends it early, by that exception.
void WaitFor(const char* cause, uint64_t number);
// The same; then the first error that was not given yet is raised.
void WaitForAll(const char* cause);
// Until the buffer has its content; its error where it is poisoned.
void WaitForContent(const char* cause, const eager::Buffer& buffer);

// Until there is room in the queue. Not counted: the program runs as fast as it may.
void WaitForRoom();
// Until the queue holds little of the current device's memory beyond the `live` bytes
// that are the program's. Not counted either.
void WaitForMemory(int64_t live);

// How often the program has waited, or would have had to: by "item, train.py:12".
std::map<std::string, int64_t> WaitsSoFar();
void ForgetWaits();

// The end of the process: runs what is recorded for some tenths of a second; nothing runs
// behind that. Whether nothing is left that runs. Other threads that come with an
// operation stay, since one that asks for the interpreter while it ends would abort the
// process; but not PyTorch's own, of backwards, which are waited for.
bool EndRecording();
// Where they do.
void StayIfEnded();

}  // namespace tilewright::torch_device
