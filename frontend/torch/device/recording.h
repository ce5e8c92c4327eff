// From tensors to recorded operations.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/util/SmallVector.h>

#include "frontend/torch/device/generator.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/types.h"
#include "frontend/torch/lower/operations.h"
#include "runtime/eager/call.h"

namespace tilewright::torch_device {

using torch_lower::Op;

// An operation in the making. The tensors outlive it, but for those it is given for good.
class Recording {
 public:
  Recording() = default;
  // Of a copy, which may go from device to device.
  struct Crossing {};
  explicit Recording(Crossing) : crosses_(true) {}

  // Nothing where it is not defined; a tensor of CPU with one element and no dimension is
  // a number. Lazy conjugation and negation are resolved. RuntimeError for a tensor
  // elsewhere than on the current device.
  Recording& In(const at::Tensor& tensor);
  Recording& In(at::Tensor&& tensor);
  Recording& In(const std::optional<at::Tensor>& tensor) {
    return tensor.has_value() ? In(*tensor) : Nothing();
  }
  Recording& Nothing() {
    operands_.emplace_back();
    return *this;
  }
  // A number that is no part of what is compiled.
  Recording& Number(const c10::Scalar& value, c10::ScalarType type);
  // Of random numbers.
  Recording& Seed(const RandomPlace& place);
  Recording& Offset(const RandomPlace& place);
  Recording& Random(const RandomPlace& place) { return Seed(place).Offset(place); }
  Recording& Attribute(int64_t value) {
    attributes_.push_back(value);
    return *this;
  }
  Recording& Attributes(c10::IntArrayRef values) {
    attributes_.append(values.begin(), values.end());
    return *this;
  }
  // RuntimeError where elements share a place, as in an expanded tensor.
  Recording& Out(const at::Tensor& tensor);
  // The same where they may: one value is stored there, or any of several.
  Recording& OutShared(const at::Tensor& tensor);
  // A tensor whose lazy conjugation and negation the caller sees to.
  Recording& InAsStored(const at::Tensor& tensor) {
    operands_.push_back(ArrayOf(tensor));
    return *this;
  }
  Recording& OutAsStored(const at::Tensor& tensor) {
    results_.push_back(ArrayOf(tensor));
    return *this;
  }

  void Run(Op op);
  // Elementwise, of arrays that lie alike and densely: as arrays of one dimension, so
  // that their shapes are no part of what is compiled. Those of one element and no
  // dimension stay what they are.
  void RunFlat(Op op);

 private:
  eager::Operand ArrayOf(const at::Tensor& tensor);

  c10::SmallVector<eager::Operand, 4> operands_;
  c10::SmallVector<eager::Operand, 2> results_;
  c10::SmallVector<int64_t, 8> attributes_;
  std::vector<eager::BufferRef> foreign_;
  // Operands that were lazily conjugated or negated, or that nobody else holds.
  std::vector<at::Tensor> kept_;
  const bool crosses_ = false;
};

}  // namespace tilewright::torch_device
