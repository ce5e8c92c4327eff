// The committed list of cases that may be skipped.
//
// One a line, "case | reason": `case` is the end of the case's name, `reason`
// the refusal it gives. Empty lines and those that begin with # are for people.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/check/case_runner.h"

namespace tilewright::tools {

class AllowedSkips {
 public:
  // InvalidArgument, naming the line, when one has no " | ".
  static absl::StatusOr<AllowedSkips> Parse(absl::string_view text);

  // Names end at a folder: "abs.mlir#f" allows "x/abs.mlir#f", not "xabs.mlir#f".
  bool Allows(const CaseResult& result) const;

 private:
  struct Row {
    std::string name;
    std::string reason;
  };
  std::vector<Row> rows_;
};

}  // namespace tilewright::tools
