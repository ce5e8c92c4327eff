// Environment variables.
#pragma once

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace tilewright {

// Its value; "" for one that is not set. It lives as long as the variable has it.
absl::string_view Environment(const char* variable);

// A program may change its environment while a thread of ours works, which getenv() does
// not survive: such a thread reads what was kept of it last.
//
// Keeps it. For a thread of the program, before ones of ours are to read it.
void KeepEnvironment();
// Whether this thread reads what was kept.
bool ReadsKeptEnvironment();
void SetReadsKeptEnvironment(bool reads);

// The same; `otherwise` for one that is not set, or empty.
inline std::string EnvironmentOr(const char* variable, std::string otherwise) {
  const absl::string_view value = Environment(variable);
  return value.empty() ? std::move(otherwise) : std::string(value);
}

// A folder of the user's: that of a variable of the XDG base directories, otherwise
// `in_home` in $HOME; "" where neither is an absolute path.
inline std::string UserFolder(const char* xdg_variable, absl::string_view in_home) {
  const absl::string_view xdg = Environment(xdg_variable);
  if (absl::StartsWith(xdg, "/")) return std::string(xdg);
  const absl::string_view home = Environment("HOME");
  return absl::StartsWith(home, "/") ? absl::StrCat(home, "/", in_home) : std::string();
}

}  // namespace tilewright
