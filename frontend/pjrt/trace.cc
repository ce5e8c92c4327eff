#include "frontend/pjrt/trace.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/data/wire.h"

namespace tilewright::pjrt {
namespace {

// Traces that run. They are the process's, as profilers are: a plugin has one table.
struct Active {
  std::mutex mutex;
  std::vector<std::shared_ptr<Trace>> traces;  // guarded by mutex
  std::atomic<bool> any{false};
};

Active& TheActive() {
  static auto* const active = new Active;
  return *active;
}

class Observer : public runtime::RunObserver {
 public:
  Observer(std::vector<std::shared_ptr<Trace>> traces, int device, std::string program)
      : traces_(std::move(traces)), device_(device), program_(std::move(program)) {}

  void Ran(int64_t begin, int64_t end) override {
    for (const auto& trace : traces_) trace->Add(device_, program_, begin, end);
  }

 private:
  const std::vector<std::shared_ptr<Trace>> traces_;
  const int device_;
  const std::string program_;
};

// One entry of a map from numbers to what has an id (1) and a name (2).
std::string NamedEntry(uint64_t id, absl::string_view name) {
  std::string value, entry;
  AppendInteger(&value, 1, id);
  AppendBytes(&value, 2, name);
  AppendInteger(&entry, 1, id);
  AppendBytes(&entry, 2, value);
  return entry;
}

constexpr int64_t kPicoseconds = 1000;  // of a nanosecond

}  // namespace

void Trace::Add(int device, absl::string_view name, int64_t begin, int64_t end) {
  const std::lock_guard<std::mutex> lock(mutex_);
  runs_[device].push_back({std::string(name), begin, std::max(begin, end)});
}

// XSpace has planes (1). XPlane: id (1), name (2), lines (3), event names (4). XLine: id
// (1), name (2), start in nanoseconds (3), events (4). XEvent: name (1), offset (2) and
// duration (3) in picoseconds.
std::string Trace::Serialize() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string space;
  for (const auto& [device, runs] : runs_) {
    std::map<absl::string_view, uint64_t> names;
    int64_t start = runs.front().begin;
    for (const Run& run : runs) {
      names.try_emplace(run.name, names.size() + 1);
      start = std::min(start, run.begin);
    }
    std::string line;
    AppendInteger(&line, 1, 1);
    AppendBytes(&line, 2, "XLA Modules");
    AppendInteger(&line, 3, start);
    for (const Run& run : runs) {
      std::string event;
      AppendInteger(&event, 1, names[run.name]);
      AppendInteger(&event, 2, (run.begin - start) * kPicoseconds);
      AppendInteger(&event, 3, (run.end - run.begin) * kPicoseconds);
      AppendBytes(&line, 4, event);
    }
    std::string plane;
    AppendInteger(&plane, 1, device + 1);
    AppendBytes(&plane, 2, absl::StrCat("/device:TPU:", device));
    AppendBytes(&plane, 3, line);
    for (const auto& [name, id] : names) AppendBytes(&plane, 4, NamedEntry(id, name));
    AppendBytes(&space, 1, plane);
  }
  return space;
}

std::shared_ptr<runtime::RunObserver> ObserverOf(int device, absl::string_view program) {
  Active& active = TheActive();
  if (!active.any.load(std::memory_order_acquire)) return nullptr;
  const std::lock_guard<std::mutex> lock(active.mutex);
  if (active.traces.empty()) return nullptr;
  return std::make_shared<Observer>(active.traces, device, std::string(program));
}

void StartTrace(const std::shared_ptr<Trace>& trace) {
  Active& active = TheActive();
  const std::lock_guard<std::mutex> lock(active.mutex);
  active.traces.push_back(trace);
  active.any = true;
}

void StopTrace(const std::shared_ptr<Trace>& trace) {
  Active& active = TheActive();
  const std::lock_guard<std::mutex> lock(active.mutex);
  active.traces.erase(std::remove(active.traces.begin(), active.traces.end(), trace),
                      active.traces.end());
  active.any = !active.traces.empty();
}

}  // namespace tilewright::pjrt
