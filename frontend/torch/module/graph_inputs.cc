#include "frontend/torch/module/graph_inputs.h"

#include <ATen/EmptyTensor.h>
#include <torch/csrc/autograd/python_variable.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/precision.h"
#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

using at::Tensor;

// What comes next in a key.
enum Mark : int64_t { kTensor, kInteger, kFloat, kNone, kHostNumber, kOverlap };

// FakeTensors, those of functorch's transformations and lazy zeros have no memory that
// says what they are, and perhaps symbols for sizes.
bool StandsForAnother(const Tensor& tensor) {
  constexpr c10::DispatchKeySet kStandIns(
      {c10::DispatchKey::Python, c10::DispatchKey::Functionalize,
       c10::DispatchKey::FuncTorchBatched, c10::DispatchKey::FuncTorchGradWrapper,
       c10::DispatchKey::ZeroTensor});
  return tensor.key_set().has_any(kStandIns);
}

}  // namespace

bool IsHostNumber(const Tensor& tensor) {
  return tensor.device().is_cpu() && tensor.dim() == 0;
}

int64_t BytesOf(const Tensor& tensor) {
  return static_cast<int64_t>(at::detail::computeStorageNbytes(
      tensor.sizes(), tensor.strides(), tensor.itemsize()));
}

std::optional<GraphInputs> GraphInputs::Of(const pybind11::list& list, bool apart) {
  GraphInputs inputs;
  inputs.key_ = {ProductPrecision(), ExcessPrecision().load() ? 1 : 0};
  for (const pybind11::handle each : list) {
    if (!inputs.Add(each.ptr())) return std::nullopt;
  }
  inputs.FindArrays(apart);
  return inputs;
}

void GraphInputs::FindArrays(bool apart) {
  absl::flat_hash_set<const eager::Buffer*> seen;
  bool together = false;
  for (const Tensor& tensor : tensors_) {
    Array array;
    array.buffer = FindBuffer(tensor.storage());
    array.begin = tensor.storage_offset() * static_cast<int64_t>(tensor.itemsize());
    array.end = array.begin + BytesOf(tensor);
    array.first_tensor = static_cast<int>(arrays_.size());
    places_.push_back({array.first_tensor, 0});
    arrays_.push_back(array);
    together |= !seen.insert(array.buffer).second;
  }
  if (together && !apart) JoinOverlapping();
}

// Arrays keep the order of their first tensors.
void GraphInputs::JoinOverlapping() {
  constexpr int64_t kAlignment = 16;  // of whatever type
  std::vector<int> order(tensors_.size());
  std::iota(order.begin(), order.end(), 0);
  const std::vector<Array> apart = std::exchange(arrays_, {});
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::tie(apart[a].buffer, apart[a].begin) <
           std::tie(apart[b].buffer, apart[b].begin);
  });
  std::vector<Array> joined;
  std::vector<int> joined_of(tensors_.size()), counts;
  for (const int tensor : order) {
    const Array& own = apart[tensor];
    if (!joined.empty() && joined.back().buffer == own.buffer &&
        own.begin < joined.back().end) {
      Array& array = joined.back();
      array.begin -= array.begin % kAlignment;
      array.end = std::max(array.end, own.end);
      array.first_tensor = std::min(array.first_tensor, tensor);
      ++counts.back();
    } else {
      joined.push_back(own);
      counts.push_back(1);
    }
    joined_of[tensor] = static_cast<int>(joined.size()) - 1;
  }
  std::vector<int> number(joined.size(), -1);
  for (size_t tensor = 0; tensor < apart.size(); ++tensor) {
    const int of = joined_of[tensor];
    if (number[of] < 0) {
      number[of] = static_cast<int>(arrays_.size());
      arrays_.push_back(joined[of]);
    }
    places_[tensor] = {number[of], apart[tensor].begin - joined[of].begin};
    if (counts[of] > 1) {
      key_.insert(key_.end(), {kOverlap, static_cast<int64_t>(tensor), number[of],
                               places_[tensor].offset});
    }
  }
}

bool GraphInputs::Add(PyObject* each) {
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

bool GraphInputs::AddHostNumber(const Tensor& tensor) {
  Number number;
  if (tensor.itemsize() > number.bits.size() || tensor.is_conj() || tensor.is_neg()) {
    return false;
  }
  std::memcpy(number.bits.data(), tensor.const_data_ptr(), tensor.itemsize());
  key_.insert(key_.end(), {kHostNumber, static_cast<int64_t>(tensor.scalar_type())});
  numbers_.push_back(number);
  return true;
}

bool GraphInputs::AddTensor(const Tensor& tensor) {
  if (StandsForAnother(tensor)) return false;
  if (IsHostNumber(tensor)) return AddHostNumber(tensor);
  if (tensor.device().type() != kTpu || tensor.is_conj() || tensor.is_neg() ||
      tensor.layout() != at::kStrided) {
    return false;
  }
  if (FindBuffer(tensor.storage()) == nullptr && BufferOf(tensor.storage()).foreign) {
    return false;
  }
  if (tensors_.empty()) device_ = tensor.device().index();
  if (tensor.device().index() != device_) return false;
  key_.insert(key_.end(),
              {kTensor, static_cast<int64_t>(tensor.scalar_type()), tensor.dim()});
  key_.insert(key_.end(), tensor.sizes().begin(), tensor.sizes().end());
  key_.insert(key_.end(), tensor.strides().begin(), tensor.strides().end());
  tensors_.push_back(tensor);
  return true;
}

}  // namespace tilewright::torch_device
