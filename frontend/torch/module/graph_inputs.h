// What a graph of torch.compile is called with, and what of it decides its program.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/utils/pybind.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/torch/device/devices.h"
#include "runtime/eager/memory/buffer.h"

namespace tilewright::torch_device {

// A number in memory of the host is a number.
bool IsHostNumber(const at::Tensor& tensor);

// From the first element to behind the last one.
int64_t BytesOf(const at::Tensor& tensor);

// Tensors of the device, in order, and their memory; what else a graph is called with is
// part of what it is captured for, and so is how tensors overlap.
class GraphInputs {
 public:
  // Memory of one tensor, or of several that overlap in it.
  struct Array {
    eager::Buffer* buffer = nullptr;
    int64_t begin = 0, end = 0;  // in bytes
    int first_tensor = 0;
  };
  struct Place {
    int array = 0;
    int64_t offset = 0;  // in bytes
  };
  struct alignas(16) Number {
    std::array<char, 16> bits{};
  };

  // Nothing where a graph cannot be captured for such inputs. `apart`: tensors that
  // overlap stand for some that do not.
  static std::optional<GraphInputs> Of(const pybind11::list& list, bool apart = false);

  // Where they lie, all of them.
  c10::DeviceIndex device() const { return device_; }
  const std::vector<at::Tensor>& tensors() const { return tensors_; }
  const std::vector<Array>& arrays() const { return arrays_; }
  const std::vector<Place>& places() const { return places_; }  // by tensor
  // In memory of the host: of a program arrays of one element, behind the others.
  const std::vector<Number>& numbers() const { return numbers_; }
  const std::vector<int64_t>& key() const { return key_; }

 private:
  void FindArrays(bool apart);
  void JoinOverlapping();
  bool Add(PyObject* each);
  bool AddHostNumber(const at::Tensor& tensor);
  bool AddTensor(const at::Tensor& tensor);

  c10::DeviceIndex device_ = CurrentDevice();  // of the first tensor, where there is one
  std::vector<at::Tensor> tensors_;
  std::vector<Array> arrays_;
  std::vector<Place> places_;
  std::vector<Number> numbers_;
  std::vector<int64_t> key_;
};

}  // namespace tilewright::torch_device
