#include "frontend/torch/device/waiting.h"

#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/node.h>
#include <torch/csrc/utils/pybind.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/place.h"
#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

namespace py = pybind11;

constexpr int kSliceMilliseconds = 50;
constexpr int kTellAfterMilliseconds = 1000;
constexpr int kEndMilliseconds = 300;

class Waits {
 public:
  void Count(const char* cause) {
    const uint32_t place = PlaceNow();
    const std::lock_guard<std::mutex> lock(mutex_);
    ++counts_[{cause, place}];
  }
  std::map<std::string, int64_t> SoFar() {
    std::map<std::string, int64_t> found;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [key, count] : counts_) {
      const std::string line = PlaceText(key.second);
      found[line.empty() ? key.first : std::string(key.first) + ", " + line] += count;
    }
    return found;
  }
  void Forget() {
    const std::lock_guard<std::mutex> lock(mutex_);
    counts_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<const char*, uint32_t>, int64_t> counts_;
};

Waits& AllWaits() {
  static Waits& waits = *new Waits;
  return waits;
}

int64_t Compilations() {
  for (const auto& [name, value] : TheRecorder().counters()) {
    if (name == "compilations") return value;
  }
  return 0;
}

// People who see nothing happen in their first step are told once, on a terminal, what it
// is; TILEWRIGHT_PROGRESS=1 asks for it elsewhere, 0 for silence.
class Progress {
 public:
  Progress() : before_(Compilations()) {}

  void After(int milliseconds) {
    static std::atomic<bool> told{false};
    if (milliseconds < kTellAfterMilliseconds || told.load()) return;
    const int64_t compiled = Compilations() - before_;
    if (compiled == 0 || told.exchange(true)) return;
    const char* const wanted = std::getenv("TILEWRIGHT_PROGRESS");
    const bool tell = wanted != nullptr ? *wanted == '1' : isatty(STDERR_FILENO) == 1;
    if (!tell) return;
    std::fprintf(stderr,
                 "tilewright: compiling, %lld operations in the last second; they are "
                 "kept for the next time\n",
                 static_cast<long long>(compiled));
  }

 private:
  const int64_t before_;
};

// What a signal's handler raises is raised here; handlers run on the main thread only.
void HearSignals() {
  if (PyGILState_GetThisThreadState() == nullptr || Py_IsInitialized() == 0) return;
  const py::gil_scoped_acquire interpreter;
  if (PyErr_CheckSignals() == 0) return;
  python_error error;
  error.persist();
  throw error;
}

std::atomic<bool> ended{false};
std::thread::id ending_thread;

}  // namespace

void WaitFor(const char* cause, uint64_t number) {
  AllWaits().Count(cause);
  if (number == 0) number = TheRecorder().recorded();
  if (ValueOrThrow(TheRecorder().AwaitFor(number, 0))) return;
  std::optional<py::gil_scoped_release> without;
  if (PyGILState_Check() == 1) without.emplace();
  std::optional<Progress> progress;
  for (int waited = 0;; waited += kSliceMilliseconds) {
    if (ValueOrThrow(TheRecorder().AwaitFor(number, kSliceMilliseconds))) break;
    HearSignals();
    if (!progress.has_value()) progress.emplace();
    progress->After(waited);
  }
  StayIfEnded();
}

void WaitForAll(const char* cause) {
  WaitFor(cause, 0);
  ThrowIfError(TheRecorder().Synchronize());
}

void WaitForContent(const char* cause, const eager::Buffer& buffer) {
  const uint64_t written = buffer.written();
  if (written == 0) {
    AllWaits().Count(cause);
  } else {
    WaitFor(cause, written);
  }
  ThrowIfError(TheRecorder().Await(buffer));
}

void WaitForRoom() {
  while (!TheRecorder().AwaitRoom(kSliceMilliseconds)) HearSignals();
}

void WaitForMemory(int64_t live) {
  while (!TheRecorder().AwaitMemory(live, kSliceMilliseconds, CurrentDevice()))
    HearSignals();
}

std::map<std::string, int64_t> WaitsSoFar() { return AllWaits().SoFar(); }
void ForgetWaits() { AllWaits().Forget(); }

bool EndRecording() {
  eager::Recorder& recorder = TheRecorder();
  (void)recorder.AwaitFor(recorder.recorded(), kEndMilliseconds);
  ending_thread = std::this_thread::get_id();
  ended.store(true);
  recorder.Abandon();
  const absl::StatusOr<bool> passed =
      recorder.AwaitFor(recorder.recorded(), kEndMilliseconds);
  return passed.ok() && *passed;
}

void StayIfEnded() {
  if (!ended.load(std::memory_order_relaxed)) return;
  if (std::this_thread::get_id() == ending_thread || PyGILState_Check() == 1) return;
  if (torch::autograd::get_current_node()) return;
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace tilewright::torch_device
