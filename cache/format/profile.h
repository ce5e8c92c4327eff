// What making an entry took: the text of its PROFILE section, for people, listings
// and the count of time saved. No two processes need agree on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace tilewright::cache {

struct Profile {
  std::string name;  // for people: the kernel's or program's
  int64_t emit_us = 0;
  int64_t codegen_us = 0;
  int64_t created = 0;  // seconds since 1970; 0: unknown
  // What it is for, as users call it (cache/format/label.h): of an executable all that
  // it was asked for under, of a kernel the one that it was made under.
  std::vector<std::string> labels;

  int64_t compile_us() const { return emit_us + codegen_us; }
};

// `name=value` lines; line ends in the name become spaces. A label has a line each, the
// first kMaxLabels that are ones.
std::string FormatProfile(const Profile& profile);
// Lines that are not understood are skipped, numbers that are out of range are 0.
Profile ParseProfile(absl::string_view text);

}  // namespace tilewright::cache
