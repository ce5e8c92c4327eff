#include "frontend/torch/module/graphs.h"

#include <ATen/core/Tensor.h>
#include <torch/csrc/autograd/python_variable.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/generator.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/place.h"
#include "frontend/torch/device/types.h"
#include "frontend/torch/device/waiting.h"
#include "frontend/torch/module/graph_inputs.h"

namespace py = pybind11;

namespace tilewright::torch_device {
namespace {

using at::Tensor;

// A tensor in memory of a graph's input, of one of its outputs, or a value that is the
// same in each run.
struct Result {
  enum class Kind { kInput, kOutput, kValue };
  Kind kind = Kind::kValue;
  int number = 0;       // of the inputs' memory, or of the output's
  int same_input = -1;  // it is this tensor
  at::ScalarType type = at::kFloat;
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;  // in elements, of that memory
  py::object value;
};

// What a graph was captured for: one program.
struct Variant {
  std::shared_ptr<const eager::Graph> graph;
  std::vector<int64_t> output_bytes;
  std::vector<Result> results;
  int64_t runs = 0;
};

Tensor TensorIn(c10::Storage storage, at::ScalarType type, at::IntArrayRef sizes,
                at::IntArrayRef strides, int64_t offset) {
  Tensor tensor = at::detail::make_tensor_base<c10::TensorImpl>(
      std::move(storage), Keys(), c10::scalarTypeToTypeMeta(type));
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides, offset);
  return tensor;
}

// One capture: stands for the inputs, sees the operations, compiles.
class GraphCapture {
 public:
  // One that is exported runs elsewhere: its inputs never overlap.
  GraphCapture(const py::list& inputs, bool exported, bool any_sizes)
      : capture_(TheDoor().capturer->Begin()),
        for_(any_sizes  ? CaptureFor::kAnySizes
             : exported ? CaptureFor::kElsewhere
                        : CaptureFor::kHere) {
    std::optional<GraphInputs> found = GraphInputs::Of(inputs, /*apart=*/exported);
    TORCH_CHECK_NOT_IMPLEMENTED(
        found.has_value(),
        "a compiled graph takes tensors of tpu and numbers, not others");
    const OnDevice theirs(found->device());
    key_ = found->key();
    places_ = found->places();
    std::vector<c10::Storage> arrays, numbers;
    for (const GraphInputs::Array& array : found->arrays()) {
      arrays.push_back(StorageOf(capture_->AddInput(array.end - array.begin)));
    }
    for (size_t i = 0; i < found->numbers().size(); ++i) {
      numbers.push_back(StorageOf(capture_->AddInput(sizeof(GraphInputs::Number))));
    }
    array_count_ = static_cast<int>(arrays.size());
    auto number = numbers.begin();
    for (const py::handle each : inputs) {
      if (!THPVariable_Check(each.ptr())) {
        stand_ins_.append(each);
        continue;
      }
      const Tensor& tensor = THPVariable_Unpack(each.ptr());
      if (IsHostNumber(tensor)) {
        stand_ins_.append(
            py::cast(TensorIn(std::move(*number++), tensor.scalar_type(), {}, {}, 0)));
        continue;
      }
      const GraphInputs::Place& place = places_[tensors_.size()];
      tensors_.push_back(TensorIn(
          arrays[place.array], tensor.scalar_type(), tensor.sizes(), tensor.strides(),
          place.offset / static_cast<int64_t>(tensor.itemsize())));
      stand_ins_.append(py::cast(tensors_.back()));
    }
  }
  ~GraphCapture() { Close(); }

  py::list inputs() const { return stand_ins_; }
  const std::vector<int64_t>& key() const { return key_; }

  void Open() { ThrowIfError(torch_device::Open(capture_.get(), for_)); }
  void Close() { torch_device::Close(capture_.get()); }

  // Whether a value may be a result of the program.
  bool CanGive(py::handle each) const {
    if (!THPVariable_Check(each.ptr())) {
      return !PyList_Check(each.ptr()) && !PyTuple_Check(each.ptr());
    }
    const Tensor& tensor = THPVariable_Unpack(each.ptr());
    if (IsHostNumber(tensor)) return true;  // what an operation always gives
    if (tensor.device().type() != kTpu || tensor.layout() != at::kStrided ||
        tensor.is_conj() || tensor.is_neg()) {
      return false;
    }
    const eager::Buffer* const buffer = FindBuffer(tensor.storage());
    return buffer != nullptr && capture_->CanGive(*buffer) &&
           capture_->InputOf(*buffer) < array_count_;
  }

  // nullopt where there has to be code of the family and is none.
  std::optional<Variant> Finish(const py::list& outputs, eager::GraphFamily* family,
                                bool own) {
    Variant variant;
    std::vector<eager::Buffer*> buffers;
    for (const py::handle each : outputs) {
      variant.results.push_back(ResultOf(each, &buffers));
    }
    for (const eager::Buffer* const buffer : buffers) {
      variant.output_bytes.push_back(buffer->bytes());
    }
    absl::StatusOr<std::shared_ptr<const eager::Graph>> graph;
    {
      const py::gil_scoped_release without;
      graph = capture_->Finish(buffers, family, own);
    }
    if (absl::IsNotFound(graph.status())) return std::nullopt;
    variant.graph = ValueOrThrow(std::move(graph));
    return variant;
  }

  // As Finish, of what is one of the family and is not compiled.
  void Join(const py::list& outputs, eager::GraphFamily* family) {
    std::vector<eager::Buffer*> buffers;
    for (const py::handle each : outputs) ResultOf(each, &buffers);
    const py::gil_scoped_release without;
    ThrowIfError(capture_->Join(buffers, family));
  }

  int64_t operations() const { return capture_->operations(); }
  // Random numbers that were taken.
  int64_t randoms() const { return static_cast<int64_t>(capture_->TakeRandom(0)); }

  // Capture::Export. Inputs and outputs are contiguous.
  eager::Capture::Exported Export(const py::list& outputs) {
    std::vector<eager::Capture::Array> inputs, arrays;
    for (const Tensor& tensor : tensors_) inputs.push_back(ArrayOf(tensor));
    std::vector<eager::Buffer*> buffers;
    for (const py::handle each : outputs) {
      const Result result = ResultOf(each, &buffers);
      TORCH_CHECK_NOT_IMPLEMENTED(result.kind == Result::Kind::kOutput &&
                                      result.offset == 0 &&
                                      buffers.size() == arrays.size() + 1,
                                  "an output of a program has memory of its own");
      arrays.push_back(ArrayOf(THPVariable_Unpack(each.ptr())));
    }
    absl::StatusOr<eager::Capture::Exported> exported;
    {
      const py::gil_scoped_release without;
      exported = capture_->Export(inputs, buffers, arrays);
    }
    return ValueOrThrow(std::move(exported));
  }

 private:
  Result ResultOf(py::handle each, std::vector<eager::Buffer*>* buffers) const {
    Result result;
    // What is on the host was computed of the key alone.
    if (!THPVariable_Check(each.ptr()) || IsHostNumber(THPVariable_Unpack(each.ptr()))) {
      result.value = py::reinterpret_borrow<py::object>(each);
      return result;
    }
    TORCH_CHECK_NOT_IMPLEMENTED(
        CanGive(each), "a compiled graph gives tensors of tpu that it has computed");
    const Tensor& tensor = THPVariable_Unpack(each.ptr());
    eager::Buffer* const buffer = FindBuffer(tensor.storage());
    result.type = tensor.scalar_type();
    result.sizes = tensor.sizes().vec();
    result.strides = tensor.strides().vec();
    result.offset = tensor.storage_offset();
    result.number = capture_->InputOf(*buffer);
    if (result.number >= 0) {
      result.kind = Result::Kind::kInput;
      result.same_input = InputLike(tensor);
      return result;
    }
    result.kind = Result::Kind::kOutput;
    const auto found = std::find(buffers->begin(), buffers->end(), buffer);
    result.number = static_cast<int>(found - buffers->begin());
    if (found == buffers->end()) buffers->push_back(buffer);
    return result;
  }

  static eager::Capture::Array ArrayOf(const Tensor& tensor) {
    TORCH_CHECK_NOT_IMPLEMENTED(tensor.is_contiguous(),
                                "an array of a program is contiguous");
    return {ElementOf(tensor.scalar_type()), tensor.sizes().vec()};
  }

  // The input that it is, or -1.
  int InputLike(const Tensor& tensor) const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const Tensor& input = tensors_[i];
      if (input.storage().is_alias_of(tensor.storage()) &&
          input.scalar_type() == tensor.scalar_type() &&
          input.sizes() == tensor.sizes() && input.strides() == tensor.strides() &&
          input.storage_offset() == tensor.storage_offset()) {
        return static_cast<int>(i);
      }
    }
    return -1;
  }

  const std::unique_ptr<eager::Capture> capture_;
  const CaptureFor for_;
  py::list stand_ins_;
  std::vector<Tensor> tensors_;  // of the device, among them
  std::vector<GraphInputs::Place> places_;
  int array_count_ = 0;  // of the first inputs; numbers follow
  std::vector<int64_t> key_;
};

// The programs of one graph, by what they were captured for. Under the interpreter's
// lock, which is given up while one is made and while one is recorded.
class GraphPrograms {
 public:
  // The results, or None where a program for such inputs has to be made.
  py::object Run(const py::list& list) {
    std::optional<GraphInputs> inputs = GraphInputs::Of(list);
    if (!inputs.has_value() || OpenCapture() != nullptr) return py::none();
    const auto found = variants_.find(inputs->key());
    if (found == variants_.end()) return py::none();
    ++found->second->runs;
    if (MayHaveOwn(*found->second)) return py::none();
    // Whoever adds another meanwhile moves or replaces what is in the table.
    const std::shared_ptr<const Variant> variant = found->second;
    return Run(*variant, *inputs);
  }

  // How often such inputs have come for which there was none, now among them; 0: there
  // can be none.
  int64_t Missed(const py::list& list) {
    constexpr size_t kMostRemembered = 4096;
    const std::optional<GraphInputs> inputs = GraphInputs::Of(list);
    if (!inputs.has_value()) return 0;
    const auto found = variants_.find(inputs->key());
    if (found != variants_.end()) return found->second->runs;
    if (missed_.size() == kMostRemembered) missed_.clear();
    return ++missed_[inputs->key()];
  }

  // Whether there is a program now: without `own` only where code is there for all sizes.
  bool Add(GraphCapture& capture, const py::list& outputs, bool own) {
    std::optional<Variant> variant = capture.Finish(outputs, family_.get(), own);
    if (!variant.has_value()) {
      ++vain_;
      return false;
    }
    ++(variant->graph->is_open() ? opens_ : owns_);
    variants_.insert_or_assign(capture.key(),
                               std::make_shared<Variant>(*std::move(variant)));
    return true;
  }

  // That sizes may come for which the graph is this.
  void Join(GraphCapture& capture, const py::list& outputs) {
    capture.Join(outputs, family_.get());
  }

  size_t size() const { return variants_.size(); }
  size_t owns() const { return owns_; }
  size_t opens() const { return opens_; }
  // Whether it is worth a capture to see.
  bool may_open() const {
    constexpr size_t kMostInVain = 8;
    return family_->may_open() && vain_ < kMostInVain + opens_;
  }

 private:
  // Code for all sizes is slower: the first few that run so often get their own, as there
  // may be any number.
  bool MayHaveOwn(const Variant& variant) const {
    constexpr int64_t kOften = 32;
    constexpr size_t kMostOwn = 8;
    return variant.runs == kOften && owns_ < kMostOwn && variant.graph->is_open();
  }

  static py::list Run(const Variant& variant, const GraphInputs& inputs) {
    const OnDevice theirs(inputs.device());
    std::vector<c10::Storage> storages;
    std::vector<eager::Buffer*> outputs;
    for (const int64_t bytes : variant.output_bytes) {
      storages.emplace_back(c10::Storage::use_byte_size_t(), bytes, &TheAllocator(),
                            /*resizable=*/true);
      outputs.push_back(FindBuffer(storages.back()));
    }
    std::vector<eager::Graph::Input> arguments;
    for (const GraphInputs::Array& array : inputs.arrays()) {
      arguments.push_back({array.buffer, array.begin});
    }
    const eager::BufferRef numbers = InMemory(inputs.numbers());
    for (size_t i = 0; i < inputs.numbers().size(); ++i) {
      arguments.push_back(
          {numbers.get(), static_cast<int64_t>(i * sizeof(GraphInputs::Number))});
    }
    eager::Graph::Run run;
    run.inputs = arguments;
    run.outputs = outputs;
    run.place = PlaceNow();
    if (const int64_t randoms = variant.graph->randoms(); randoms > 0) {
      const RandomPlace place = TakeRandom(std::nullopt, randoms);
      run.seed = place.seed;
      run.offset = place.offset;
    }
    {
      const py::gil_scoped_release without;
      StayIfEnded();
      WaitForRoom();
      ThrowIfError(variant.graph->Record(run));
      StayIfEnded();
    }
    if (TheRecorder().mode() == eager::Mode::kDebug) {
      for (eager::Buffer* const output : outputs)
        ThrowIfError(TheRecorder().Await(*output));
    }
    py::list results;
    for (const Result& result : variant.results) {
      results.append(ResultOf(result, inputs, storages));
    }
    return results;
  }

  static eager::BufferRef InMemory(const std::vector<GraphInputs::Number>& numbers) {
    if (numbers.empty()) return {};
    const auto bytes = static_cast<int64_t>(numbers.size() * sizeof(GraphInputs::Number));
    eager::BufferRef memory = ValueOrThrow(TheRecorder().Allocate(bytes));
    ThrowIfError(TheRecorder().CopyFromHost(numbers.data(), bytes, memory.get(), 0));
    return memory;
  }

  static py::object ResultOf(const Result& result, const GraphInputs& inputs,
                             const std::vector<c10::Storage>& storages) {
    if (result.kind == Result::Kind::kValue) return result.value;
    if (result.kind == Result::Kind::kOutput) {
      return py::cast(TensorIn(storages[result.number], result.type, result.sizes,
                               result.strides, result.offset));
    }
    if (result.same_input >= 0) return py::cast(inputs.tensors()[result.same_input]);
    const GraphInputs::Array& array = inputs.arrays()[result.number];
    const auto size = static_cast<int64_t>(c10::elementSize(result.type));
    TORCH_CHECK(array.begin % size == 0, "a view as ", result.type,
                " of memory that begins at byte ", array.begin,
                ": that is no multiple of its ", size, " bytes");
    return py::cast(TensorIn(inputs.tensors()[array.first_tensor].storage(), result.type,
                             result.sizes, result.strides,
                             array.begin / size + result.offset));
  }

  const std::unique_ptr<eager::GraphFamily> family_ = TheDoor().capturer->NewFamily();
  size_t owns_ = 0;   // programs that were made for their sizes alone
  size_t opens_ = 0;  // of code for all sizes
  size_t vain_ = 0;   // captures that there was no such code for
  absl::flat_hash_map<std::vector<int64_t>, std::shared_ptr<Variant>> variants_;
  absl::flat_hash_map<std::vector<int64_t>, int64_t> missed_;
};

using Exported = eager::Capture::Exported;
using OpenSizes = eager::Capturer::OpenSizes;

// Capturer::Open. Symbols are (name, at least, at most). Gives the program, or else what
// is wrong and with which captured operation.
py::tuple OpenExports(
    const std::vector<Exported>& programs,
    const std::vector<std::tuple<std::string, int64_t, int64_t>>& symbols,
    OpenSizes sizes) {
  for (const auto& [name, at_least, at_most] : symbols) {
    sizes.symbols.push_back({name, at_least, at_most});
  }
  int64_t captured = -1;
  absl::StatusOr<Exported> opened;
  {
    const py::gil_scoped_release without;
    opened = TheDoor().capturer->Open(programs, sizes, &captured);
  }
  if (opened.ok()) return py::make_tuple(*std::move(opened), "", -1);
  return py::make_tuple(py::none(), TextOf(opened.status()), captured);
}

}  // namespace

void DefineGraphs(py::module& m) {
  py::class_<Exported>(m, "ExportedProgram")
      .def_readonly("text", &Exported::text)
      .def_readonly("checks", &Exported::checks);
  m.def("open_exports",
        [](const std::vector<Exported>& programs,
           const std::vector<std::tuple<std::string, int64_t, int64_t>>& symbols,
           std::vector<std::vector<int64_t>> points, std::vector<std::string> names,
           std::vector<std::vector<std::string>> inputs, std::vector<std::string> factors,
           std::vector<std::vector<std::string>> floats) {
          return OpenExports(programs, symbols,
                             {{},
                              std::move(points),
                              std::move(names),
                              std::move(inputs),
                              std::move(factors),
                              std::move(floats)});
        });
  m.def("number_of_branches",
        [](const Exported& where_true, const Exported& where_false) {
          return TheDoor().number_of_branches({where_true.program, where_true.checks},
                                              {where_false.program, where_false.checks});
        });
  py::class_<GraphCapture>(m, "GraphCapture")
      .def(py::init<const py::list&, bool, bool>(), py::arg("inputs"),
           py::arg("exported") = false, py::arg("any_sizes") = false)
      .def_property_readonly("inputs", &GraphCapture::inputs)
      .def("can_give", &GraphCapture::CanGive)
      .def_property_readonly("operations", &GraphCapture::operations)
      .def_property_readonly("randoms", &GraphCapture::randoms)
      .def("open", &GraphCapture::Open)
      .def("close", &GraphCapture::Close)
      .def("export", &GraphCapture::Export);
  py::class_<GraphPrograms>(m, "GraphPrograms")
      .def(py::init<>())
      .def("__len__", &GraphPrograms::size)
      .def("run",
           [](GraphPrograms& self, const py::list& inputs) { return self.Run(inputs); })
      .def_property_readonly("owns", &GraphPrograms::owns)
      .def_property_readonly("opens", &GraphPrograms::opens)
      .def_property_readonly("may_open", &GraphPrograms::may_open)
      .def("missed", &GraphPrograms::Missed)
      .def("join", &GraphPrograms::Join, py::arg("capture"), py::arg("results"))
      .def("add", &GraphPrograms::Add, py::arg("capture"), py::arg("results"),
           py::arg("own") = true);
}

}  // namespace tilewright::torch_device
