#include "frontend/torch/device/place.h"

#include <torch/csrc/autograd/node.h>
#include <torch/csrc/dynamo/cpython_includes.h>
#include <torch/csrc/utils/pybind.h>

#include <array>
#include <mutex>
#include <typeinfo>
#include <unordered_map>
#include <vector>

namespace tilewright::torch_device {
namespace {

namespace py = pybind11;

// Texts by number, from 1 on. Never forgotten, hence bounded: who generates code without
// end has places for its beginning.
class PlaceTable {
 public:
  uint32_t Add(std::string text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto [found, added] =
        numbers_.try_emplace(std::move(text), static_cast<uint32_t>(texts_.size() + 1));
    if (added) texts_.push_back(found->first);
    return found->second;
  }
  std::string Text(uint32_t place) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return place == 0 || place > texts_.size() ? "" : texts_[place - 1];
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<std::string> texts_;
};

PlaceTable& Table() {
  static PlaceTable& table = *new PlaceTable;
  return table;
}

// Instead of a place: a line of PyTorch's, of ours, or of nobody's.
constexpr uint32_t kLibrary = UINT32_MAX;

// What a thread has seen. Code objects and instructions are known by their addresses: a
// code object that is in here is kept forever, so that its address stays its own.
struct Seen {
  static constexpr size_t kMost = 1 << 16;

  // What was looked up last, by instruction: where one goes that is met again.
  struct Recent {
    const void* instruction = nullptr;
    uint32_t place = 0;
  };
  std::array<Recent, 1024> recent;
  std::unordered_map<const void*, bool> library;     // by code: PyTorch's, or ours
  std::unordered_map<const void*, uint32_t> places;  // by instruction
  std::unordered_map<const std::type_info*, uint32_t> nodes;
};

// What threads that have ended have seen is the next ones' to begin with. Nothing of it
// is ever destroyed: a thread may end after the interpreter.
class Lent {
 public:
  Lent() {
    const std::lock_guard<std::mutex> lock(Mutex());
    if (Free().empty()) {
      seen_ = new Seen;
    } else {
      seen_ = Free().back();
      Free().pop_back();
    }
  }
  ~Lent() {
    const std::lock_guard<std::mutex> lock(Mutex());
    Free().push_back(seen_);
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  Seen& operator*() const { return *seen_; }

 private:
  static std::mutex& Mutex() {
    static std::mutex& mutex = *new std::mutex;
    return mutex;
  }
  static std::vector<Seen*>& Free() {
    static std::vector<Seen*>& free = *new std::vector<Seen*>;
    return free;
  }

  Seen* seen_;
};

Seen& OfThisThread() {
  thread_local const Lent seen;
  return *seen;
}

#if PY_VERSION_HEX >= 0x030B0000

// The running thread's own frames do not change while it is in here, so that they can be
// looked at without the interpreter; counts of references may not be touched then.
const _PyInterpreterFrame* InnermostFrame() {
  PyThreadState* const state = PyGILState_GetThisThreadState();
  if (state == nullptr) return nullptr;
#if PY_VERSION_HEX >= 0x030D0000
  return state->current_frame;
#else
  return state->cframe == nullptr ? nullptr : state->cframe->current_frame;
#endif
}

bool StartsWith(const std::string& text, const std::string& start) {
  return !start.empty() && text.compare(0, start.size(), start) == 0;
}

// Of a module that is imported: its folder; with the interpreter.
std::string FolderOf(const char* name) {
  PyObject* const module = PyImport_GetModule(py::str(name).ptr());
  if (module == nullptr) {
    PyErr_Clear();
    return "";
  }
  const py::object held = py::reinterpret_steal<py::object>(module);
  const std::string file = py::str(py::getattr(held, "__file__", py::str("")));
  const size_t slash = file.rfind('/');
  return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

bool IsLibrary(PyCodeObject* code) {
  static const std::string& torch = *new std::string(FolderOf("torch"));
  static const std::string& ours = *new std::string(FolderOf("tilewright.torch"));
  const std::string file = py::str(py::handle(code->co_filename));
  return StartsWith(file, torch) || StartsWith(file, ours) || StartsWith(file, "<frozen");
}

std::string LineOf(PyCodeObject* code, const void* instruction) {
  const auto offset = reinterpret_cast<const char*>(instruction) -
                      reinterpret_cast<const char*>(_PyCode_CODE(code));
  const int line = PyCode_Addr2Line(code, static_cast<int>(offset));
  const std::string file = py::str(py::handle(code->co_filename));
  return file + ":" + std::to_string(line < 0 ? code->co_firstlineno : line);
}

// Of a frame that is met for the first time here: its place, or kLibrary.
uint32_t PlaceOfNew(const _PyInterpreterFrame* frame, Seen* seen) {
  PyCodeObject* const code = F_CODE(frame);
  if (code == nullptr || !PyCode_Check(reinterpret_cast<PyObject*>(code))) {
    return kLibrary;  // a frame of the interpreter's own
  }
  const auto known = seen->library.find(code);
  if (known != seen->library.end()) {
    if (known->second) return kLibrary;
    const auto place = seen->places.find(PREV_INSTR(frame));
    if (place != seen->places.end()) return place->second;
  }
  if (seen->library.size() + seen->places.size() > Seen::kMost) return 0;
  const py::gil_scoped_acquire interpreter;
  if (known == seen->library.end()) {
    Py_INCREF(reinterpret_cast<PyObject*>(code));
    if (seen->library.emplace(code, IsLibrary(code)).first->second) return kLibrary;
  }
  const uint32_t place = Table().Add(LineOf(code, PREV_INSTR(frame)));
  seen->places.emplace(PREV_INSTR(frame), place);
  return place;
}

uint32_t PlaceInPython() {
  Seen& seen = OfThisThread();
  constexpr int kDepth = 64;
  const _PyInterpreterFrame* frame = InnermostFrame();
  for (int depth = 0; frame != nullptr && depth < kDepth; frame = frame->previous) {
    const void* const instruction = PREV_INSTR(frame);
    Seen::Recent& recent =
        seen.recent[reinterpret_cast<uintptr_t>(instruction) / 2 % seen.recent.size()];
    if (recent.instruction != instruction) {
      recent = {instruction, PlaceOfNew(frame, &seen)};
    }
    if (recent.place != kLibrary) return recent.place;
    ++depth;
  }
  return 0;
}

#else

uint32_t PlaceInPython() { return 0; }

#endif

uint32_t PlaceInBackward() {
  const auto running = torch::autograd::get_current_node();
  if (!running) return 0;
  const torch::autograd::Node& node = *running;
  uint32_t& place = OfThisThread().nodes[&typeid(node)];
  if (place == 0) place = Table().Add(node.name() + " in a backward");
  return place;
}

}  // namespace

uint32_t PlaceNow() {
  const uint32_t place = PlaceInPython();
  return place != 0 ? place : PlaceInBackward();
}

std::string PlaceText(uint32_t place) { return Table().Text(place); }

}  // namespace tilewright::torch_device
