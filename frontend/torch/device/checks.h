// What operations refuse before they are recorded, as PyTorch's kernels do.
#pragma once

#include <ATen/MemoryOverlap.h>
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "absl/types/span.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/lower/operations.h"
#include "runtime/eager/call.h"

namespace tilewright::torch_device {

enum class Takes : uint8_t {
  kAll,
  kFloats,
  kFloatsAndLong,
  kInexact,   // floating and complex ones
  kFactored,  // the same, but of 32 and 64 bits alone, as LAPACK has them
  kReals,
  kNoIntegers,
  kNumbers,  // all but truth values
  kRealNumbers,
  kIntegers,
  kNoFloats,
  kWide,  // all but complex numbers, and floating ones of 16 bits
  kOld,   // all but complex numbers, and unsigned ones that PyTorch has few operations of
};
// NotImplementedError, as PyTorch's, where an operation is not for numbers of `type`.
void CheckTaken(const char* name, c10::ScalarType type, Takes takes);
void CheckTaken(torch_lower::Op op, c10::ScalarType type);
// The same of an operation that is about to be recorded.
void CheckCall(torch_lower::Op op, absl::Span<const eager::Operand> operands,
               absl::Span<const eager::Operand> results);
// RuntimeError for a result elsewhere, also where nothing is written.
inline void CheckHere(const at::Tensor& out) {
  TORCH_CHECK(out.device() == Here(), "Expected out tensor to have device ", Here(),
              ", but got ", out.device(), " instead");
}
// RuntimeError where an out= tensor is a part of an operand, or lies over itself.
inline void CheckOverlap(const at::Tensor& out,
                         std::initializer_list<const at::Tensor*> operands) {
  at::assert_no_internal_overlap(out);
  for (const at::Tensor* operand : operands) at::assert_no_partial_overlap(out, *operand);
}

// RuntimeError unless a normalisation's parameter is of its input's type, or of f32
// beside 16 bits.
void CheckParameter(const at::Tensor& x, const std::optional<at::Tensor>& parameter);

}  // namespace tilewright::torch_device
