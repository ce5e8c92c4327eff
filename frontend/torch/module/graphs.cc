#include "frontend/torch/module/graphs.h"

#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <torch/csrc/autograd/python_variable.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/generator.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/place.h"
#include "frontend/torch/device/precision.h"
#include "frontend/torch/device/types.h"
#include "frontend/torch/device/waiting.h"

namespace py = pybind11;

namespace tilewright::torch_device {
namespace {

using at::Tensor;

// A tensor in memory of a graph's input, of one of its outputs, or a value that is the
// same in each run.
struct Result {
  enum class Kind { kInput, kOutput, kValue };
  Kind kind = Kind::kValue;
  int number = 0;     // of the input, or of the output's memory
  bool same = false;  // it is the input
  at::ScalarType type = at::kFloat;
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;  // in elements, of the input's first one or of the output's memory
  py::object value;
};

// What a graph was captured for: one program.
struct Variant {
  std::shared_ptr<const eager::Graph> graph;
  std::vector<int64_t> output_bytes;
  std::vector<Result> results;
};

int64_t BytesOf(const Tensor& tensor) {
  return static_cast<int64_t>(at::detail::computeStorageNbytes(
      tensor.sizes(), tensor.strides(), tensor.itemsize()));
}

Tensor TensorIn(c10::Storage storage, at::ScalarType type, at::IntArrayRef sizes,
                at::IntArrayRef strides, int64_t offset) {
  Tensor tensor = at::detail::make_tensor_base<c10::TensorImpl>(
      std::move(storage), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
      c10::scalarTypeToTypeMeta(type));
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides, offset);
  return tensor;
}

bool IsHostNumber(const Tensor& tensor) {
  return tensor.device().is_cpu() && tensor.dim() == 0;
}
bool IsOfDevice(py::handle each) {
  return THPVariable_Check(each.ptr()) && !IsHostNumber(THPVariable_Unpack(each.ptr()));
}

// Tensors of the device, in order; what else a graph is called with is part of what it is
// captured for.
class Inputs {
 public:
  // Nothing where a graph cannot be captured for such inputs.
  static std::optional<Inputs> Of(const py::list& list) {
    Inputs inputs;
    inputs.key_ = {ProductPrecision(), ExcessPrecision().load() ? 1 : 0};
    for (const py::handle each : list) {
      if (!inputs.Add(each.ptr())) return std::nullopt;
    }
    return inputs;
  }

  const std::vector<Tensor>& tensors() const { return tensors_; }
  const std::vector<int64_t>& key() const { return key_; }

 private:
  enum Mark : int64_t { kTensor, kInteger, kFloat, kNone, kHostNumber };

  bool Add(PyObject* each) {
    if (THPVariable_Check(each)) return AddTensor(THPVariable_Unpack(each));
    if (each == Py_None) {
      key_.push_back(kNone);
      return true;
    }
    if (PyFloat_Check(each)) {
      const double value = PyFloat_AS_DOUBLE(each);
      int64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      key_.insert(key_.end(), {kFloat, bits});
      return true;
    }
    if (!PyLong_Check(each)) return false;  // a bool is one
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(each, &overflow);
    key_.insert(key_.end(), {kInteger, value});
    return overflow == 0;
  }

  // A number in memory of the host is a number.
  bool AddHostNumber(const Tensor& tensor) {
    int64_t bits[2] = {};
    if (tensor.itemsize() > sizeof bits || tensor.is_conj() || tensor.is_neg()) {
      return false;
    }
    std::memcpy(bits, tensor.const_data_ptr(), tensor.itemsize());
    key_.insert(key_.end(), {kHostNumber, static_cast<int64_t>(tensor.scalar_type()),
                             bits[0], bits[1]});
    return true;
  }

  bool AddTensor(const Tensor& tensor) {
    if (IsHostNumber(tensor)) return AddHostNumber(tensor);
    if (tensor.device().type() != kTpu || tensor.is_conj() || tensor.is_neg() ||
        tensor.layout() != at::kStrided) {
      return false;
    }
    if (FindBuffer(tensor.storage()) == nullptr && BufferOf(tensor.storage()).foreign) {
      return false;
    }
    key_.insert(key_.end(),
                {kTensor, static_cast<int64_t>(tensor.scalar_type()), tensor.dim()});
    key_.insert(key_.end(), tensor.sizes().begin(), tensor.sizes().end());
    key_.insert(key_.end(), tensor.strides().begin(), tensor.strides().end());
    tensors_.push_back(tensor);
    return true;
  }

  std::vector<Tensor> tensors_;
  std::vector<int64_t> key_;
};

// One capture: stands for the inputs, sees the operations, compiles.
class GraphCapture {
 public:
  explicit GraphCapture(const py::list& inputs) : capture_(TheDoor().capturer->Begin()) {
    std::optional<Inputs> found = Inputs::Of(inputs);
    TORCH_CHECK_NOT_IMPLEMENTED(
        found.has_value(),
        "a compiled graph takes tensors of tpu and numbers, not others");
    key_ = found->key();
    for (const py::handle each : inputs) {
      if (!IsOfDevice(each)) {
        stand_ins_.append(each);
        continue;
      }
      const Tensor& tensor = THPVariable_Unpack(each.ptr());
      stand_ins_.append(
          py::cast(TensorIn(StorageOf(capture_->AddInput(BytesOf(tensor))),
                            tensor.scalar_type(), tensor.sizes(), tensor.strides(), 0)));
    }
  }
  ~GraphCapture() { Close(); }

  py::list inputs() const { return stand_ins_; }
  const std::vector<int64_t>& key() const { return key_; }

  void Open() { ThrowIfError(torch_device::Open(capture_.get())); }
  void Close() { torch_device::Close(capture_.get()); }

  Variant Finish(const py::list& outputs) {
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
      graph = capture_->Finish(buffers);
    }
    variant.graph = ValueOrThrow(std::move(graph));
    return variant;
  }

  // Capture::Export: the text, and what is checked. Inputs and outputs are contiguous.
  std::pair<std::string, std::vector<std::string>> Export(const py::list& outputs) {
    std::vector<eager::Capture::Array> inputs, arrays;
    for (const py::handle each : stand_ins_) {
      if (IsOfDevice(each)) inputs.push_back(ArrayOf(THPVariable_Unpack(each.ptr())));
    }
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
    eager::Capture::Exported made = ValueOrThrow(std::move(exported));
    return {std::move(made.text), std::move(made.checks)};
  }

 private:
  Result ResultOf(py::handle each, std::vector<eager::Buffer*>* buffers) const {
    Result result;
    // What is on the host was computed of the key alone.
    if (!IsOfDevice(each)) {
      result.value = py::reinterpret_borrow<py::object>(each);
      return result;
    }
    const Tensor& tensor = THPVariable_Unpack(each.ptr());
    eager::Buffer* const buffer =
        tensor.device().type() == kTpu && tensor.layout() == at::kStrided
            ? FindBuffer(tensor.storage())
            : nullptr;
    TORCH_CHECK_NOT_IMPLEMENTED(
        buffer != nullptr && buffer->captured() && !tensor.is_conj() && !tensor.is_neg(),
        "a compiled graph gives tensors of tpu that it has computed, and numbers");
    result.type = tensor.scalar_type();
    result.sizes = tensor.sizes().vec();
    result.strides = tensor.strides().vec();
    result.offset = tensor.storage_offset();
    result.number = capture_->InputOf(*buffer);
    if (result.number >= 0) {
      result.kind = Result::Kind::kInput;
      const Tensor& input = InputAt(result.number);
      result.same = input.sizes() == tensor.sizes() &&
                    input.strides() == tensor.strides() && result.offset == 0 &&
                    input.scalar_type() == result.type;
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

  const Tensor& InputAt(int number) const {
    for (const py::handle each : stand_ins_) {
      if (IsOfDevice(each) && number-- == 0) {
        return THPVariable_Unpack(each.ptr());
      }
    }
    TORCH_INTERNAL_ASSERT(false);
  }

  const std::unique_ptr<eager::Capture> capture_;
  py::list stand_ins_;
  std::vector<int64_t> key_;
};

// The programs of one graph, by what they were captured for. Under the interpreter's
// lock.
class GraphPrograms {
 public:
  // The results, or None where there is no program for such inputs.
  py::object Run(const py::list& list) {
    std::optional<Inputs> inputs = Inputs::Of(list);
    if (!inputs.has_value() || OpenCapture() != nullptr) return py::none();
    const auto found = variants_.find(inputs->key());
    if (found == variants_.end()) return py::none();
    return Run(found->second, inputs->tensors());
  }

  // How often there was no program for such inputs, now among them.
  int64_t Missed(const py::list& list) {
    constexpr size_t kMostRemembered = 4096;
    const std::optional<Inputs> inputs = Inputs::Of(list);
    if (!inputs.has_value()) return 1;
    if (missed_.size() == kMostRemembered) missed_.clear();
    return ++missed_[inputs->key()];
  }

  void Add(GraphCapture& capture, const py::list& outputs) {
    Variant variant = capture.Finish(outputs);
    variants_.insert_or_assign(capture.key(), std::move(variant));
  }

  size_t size() const { return variants_.size(); }

 private:
  static py::list Run(const Variant& variant, const std::vector<Tensor>& inputs) {
    std::vector<c10::Storage> storages;
    std::vector<eager::Buffer*> outputs;
    for (const int64_t bytes : variant.output_bytes) {
      storages.emplace_back(c10::Storage::use_byte_size_t(), bytes, &TheAllocator(),
                            /*resizable=*/true);
      outputs.push_back(FindBuffer(storages.back()));
    }
    std::vector<eager::Graph::Input> arguments;
    for (const Tensor& input : inputs) {
      arguments.push_back(
          {FindBuffer(input.storage()),
           input.storage_offset() * static_cast<int64_t>(input.itemsize())});
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

  static py::object ResultOf(const Result& result, const std::vector<Tensor>& inputs,
                             const std::vector<c10::Storage>& storages) {
    if (result.kind == Result::Kind::kValue) return result.value;
    if (result.kind == Result::Kind::kOutput) {
      return py::cast(TensorIn(storages[result.number], result.type, result.sizes,
                               result.strides, result.offset));
    }
    const Tensor& input = inputs[result.number];
    if (result.same) return py::cast(input);
    return py::cast(TensorIn(input.storage(), result.type, result.sizes, result.strides,
                             input.storage_offset() + result.offset));
  }

  absl::flat_hash_map<std::vector<int64_t>, Variant> variants_;
  absl::flat_hash_map<std::vector<int64_t>, int64_t> missed_;
};

}  // namespace

void DefineGraphs(py::module& m) {
  py::class_<GraphCapture>(m, "GraphCapture")
      .def(py::init<const py::list&>())
      .def_property_readonly("inputs", &GraphCapture::inputs)
      .def("open", &GraphCapture::Open)
      .def("close", &GraphCapture::Close)
      .def("export", &GraphCapture::Export);
  py::class_<GraphPrograms>(m, "GraphPrograms")
      .def(py::init<>())
      .def("__len__", &GraphPrograms::size)
      .def("run",
           [](GraphPrograms& self, const py::list& inputs) { return self.Run(inputs); })
      .def("missed", &GraphPrograms::Missed)
      .def("add", &GraphPrograms::Add);
}

}  // namespace tilewright::torch_device
