// Small tile programs by the reference: numbers in, numbers out.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/reference/evaluate.h"
#include "tile/statements.h"
#include "tile/verify/verify.h"

namespace tilewright::reference {

using Numbers = std::vector<double>;

inline constexpr ElementType kF32 = ElementType::kF32;
inline constexpr ElementType kI32 = ElementType::kI32;
inline constexpr ElementType kI1 = ElementType::kI1;

inline Element ElementOf(ElementType type, double value) {
  if (ir::IsFloat(type)) return {Nearest(type, value), 0, 0};
  return FromInteger(type, static_cast<int64_t>(value));
}

inline double NumberOf(ElementType type, const Element& x) {
  if (ir::IsFloat(type)) return RealOf(type, x.re);
  return static_cast<double>(IntegerOf(type, x));
}

inline Array ArrayOf(ElementType type, Dims dims, const Numbers& values) {
  Array array = {{type, std::move(dims)}, {}};
  for (double value : values) array.elements.push_back(ElementOf(type, value));
  return array;
}

inline Numbers NumbersOf(const Array& array) {
  Numbers numbers;
  for (const Element& x : array.elements) {
    numbers.push_back(NumberOf(array.type.element, x));
  }
  return numbers;
}

// The program's arrays after it has run; inputs come first, outputs begin as zeros
// unless they are given.
inline std::vector<Array> RunProgram(const tile::Program& program,
                                     std::vector<Array> arrays) {
  const absl::Status sound = tile::Verify(program);
  EXPECT_TRUE(sound.ok()) << sound;
  size_t next = 0;
  for (const tile::Ref& ref : program.refs) {
    if (ref.memory != tile::Memory::kHbm) continue;
    if (next++ < arrays.size()) continue;
    arrays.push_back({ref.type, std::vector<Element>(ref.type.num_elements())});
  }
  const absl::Status status = Evaluate(program, absl::MakeSpan(arrays));
  EXPECT_TRUE(status.ok()) << status;
  return arrays;
}

}  // namespace tilewright::reference
