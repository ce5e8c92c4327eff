// An operation with its operands, as it is recorded.
#pragma once

#include <array>
#include <cstdint>

#include "absl/types/span.h"
#include "ir/element_type.h"
#include "runtime/eager/memory/buffer.h"
#include "runtime/eager/operation.h"

namespace tilewright::eager {

// An array in a buffer, a number that is handed over, or nothing.
struct Operand {
  enum class Kind : uint8_t { kAbsent, kArray, kImmediate };
  // What an immediate is to a program that is captured: each run has a seed and a place
  // in the stream of random numbers of its own.
  enum class Role : uint8_t { kNumber, kSeed, kRandomOffset };

  Kind kind = Kind::kAbsent;
  Role role = Role::kNumber;
  ir::ElementType element = ir::ElementType::kF32;
  // Of an array, in elements. Element (i, j, ...) lies at offset + i * strides[0] + ...
  // None of these is negative.
  Buffer* buffer = nullptr;
  int64_t offset = 0;
  absl::Span<const int64_t> sizes;
  absl::Span<const int64_t> strides;
  // Of an immediate: the bytes of one element.
  std::array<uint64_t, 2> bits{};
};

// So many bytes of a buffer, as an array; `bytes` lives as long as the operand.
inline Operand BytesOf(Buffer* buffer, int64_t offset, const int64_t* bytes) {
  static constexpr int64_t kStride = 1;
  Operand operand;
  operand.kind = Operand::Kind::kArray;
  operand.element = ir::ElementType::kU8;
  operand.buffer = buffer;
  operand.offset = offset;
  operand.sizes = {bytes, 1};
  operand.strides = {&kStride, 1};
  return operand;
}

// What is decided here is all that decides the code: operation, types, sizes, strides,
// attributes, precision, and which operands are the same array. Immediates and places in
// memory come when it runs.
struct Call {
  const Operation* operation = nullptr;
  absl::Span<const Operand> operands;
  // Arrays; one may lie where an operand does.
  absl::Span<const Operand> results;
  absl::Span<const int64_t> attributes;
  int precision = 0;
  // Of the user's program, a number that the front end knows: an error gives it back.
  uint32_t place = 0;
};

// The payload of an error by which it does, in decimal.
inline constexpr char kPlacePayload[] = "tilewright.place";

}  // namespace tilewright::eager
