// Operations under test, made from types and attributes alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/builder.h"
#include "ir/check/verify.h"
#include "ir/print.h"
#include "tests/ir/check/named_attributes.h"

namespace tilewright::ir {

// "4x3xf32" or "f32" as a type.
inline TensorType T(absl::string_view text) {
  TensorType type;
  size_t start = 0;
  for (size_t x = text.find('x'); x != absl::string_view::npos;
       x = text.find('x', start)) {
    const std::string digits(text.substr(start, x - start));
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
      break;
    type.shape.Append(std::stoll(digits));
    start = x + 1;
  }
  const absl::string_view name = text.substr(start);
  type.element = name == "token" ? ElementType::kToken : *FindElementType(name);
  return type;
}

inline std::vector<TensorType> Ts(const std::vector<std::string>& texts) {
  std::vector<TensorType> types;
  for (const std::string& text : texts) types.push_back(T(text));
  return types;
}

// One operation whose operands are inputs of its program.
class OneOperation {
 public:
  OneOperation(OpKind kind, const std::vector<std::string>& operands,
               NamedAttributes attributes = {}) {
    operation.kind = kind;
    for (const std::string& operand : operands) {
      operation.operands.push_back(program.AddValue(T(operand)));
      program.body.arguments.push_back(operation.operands.back());
    }
    for (auto& [name, value] : attributes) operation.attributes.Set(name, value);
  }

  // A region of these arguments that yields values of these types: arguments
  // where one fits, constants otherwise.
  OneOperation& WithRegion(const std::vector<std::string>& arguments,
                           const std::vector<std::string>& results) {
    Region region;
    for (const std::string& argument : arguments) {
      region.arguments.push_back(program.AddValue(T(argument)));
    }
    Builder b(&program, &region);
    for (const std::string& result : results) {
      region.results.push_back(b.Splat(0, T(result)));
    }
    operation.regions.push_back(std::move(region));
    return *this;
  }

  absl::StatusOr<std::vector<TensorType>> Infer(
      const std::vector<std::string>& declared = {}) const {
    return InferResultTypes(program, operation, Ts(declared));
  }

  // The whole program with the operation in it and these results.
  Program Complete(const std::vector<std::string>& results) const {
    Program complete = program;
    Operation copy = operation;
    for (const std::string& result : results) {
      copy.results.push_back(complete.AddValue(T(result)));
    }
    complete.body.results = copy.results;
    complete.body.operations.push_back(std::move(copy));
    return complete;
  }

  Program program;
  Operation operation;
};

inline void ExpectTypes(const absl::StatusOr<std::vector<TensorType>>& got,
                        const std::vector<std::string>& wanted) {
  ASSERT_TRUE(got.ok()) << got.status();
  std::vector<std::string> got_texts;
  std::vector<std::string> wanted_texts;
  for (const TensorType& type : *got) got_texts.push_back(ToString(type));
  for (const TensorType& type : Ts(wanted)) wanted_texts.push_back(ToString(type));
  EXPECT_EQ(got_texts, wanted_texts);
}

inline void ExpectError(const absl::StatusOr<std::vector<TensorType>>& got,
                        const std::string& message) {
  ASSERT_FALSE(got.ok()) << "accepted";
  EXPECT_EQ(got.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(got.status().message()), ::testing::HasSubstr(message));
}

}  // namespace tilewright::ir
