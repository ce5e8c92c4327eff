// What the front end's tests share.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/parse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/print.h"

namespace tilewright::stablehlo {

// The program's printed form, or the error's message.
inline std::string Printed(absl::string_view text, const ParseOptions& options = {}) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(text, options);
  return parsed.ok() ? ir::Print(parsed->program)
                     : std::string(parsed.status().message());
}

inline std::string ErrorOf(absl::string_view text, const ParseOptions& options = {}) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(text, options);
  return parsed.ok() ? "" : std::string(parsed.status().message());
}

// A function of one operation: `signature` -> `result`, with `body` before the
// return of %r.
inline std::string Function(absl::string_view arguments, absl::string_view result,
                            absl::string_view body) {
  return absl::StrCat("func.func @main(", arguments, ") -> ", result, " {\n", body,
                      "\n  return %r : ", result, "\n}\n");
}

// Both texts are good and mean the same program, which prints to text that
// means it too.
inline void ExpectSameProgram(const std::string& a, const std::string& b) {
  const absl::StatusOr<ParsedProgram> first = ParseProgram(a);
  const absl::StatusOr<ParsedProgram> second = ParseProgram(b);
  ASSERT_TRUE(first.ok()) << first.status().message();
  ASSERT_TRUE(second.ok()) << second.status().message();
  EXPECT_EQ(ir::CanonicalText(first->program), ir::CanonicalText(second->program));
  EXPECT_EQ(Printed(ir::Print(first->program)), ir::Print(first->program));
}

}  // namespace tilewright::stablehlo
