// Who calls a kernel's author, from where: what messages begin with, and what a kernel
// with checks says of its statements.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace tilewright::tile {

class Calls {
 public:
  // A call in the user's source: `what` is the function's or operator's name and is not
  // copied, nor is `file`; `subject` the operand that it is about, or nothing.
  struct Call {
    absl::string_view what;
    std::string subject;
    int32_t place = -1;
  };

  void Begin(absl::string_view what, absl::string_view subject, const char* file,
             int32_t line);
  // One that began before, again.
  void Resume(Call call) { now_ = std::move(call); }
  void End() { now_ = Call(); }
  const Call& now() const { return now_; }

  // "scale.cc:12"; "" for a place that is not known.
  std::string PlaceText(int32_t place) const;
  // What a message begins with: "scale.cc:12: Store to 'y': ".
  std::string Prefix() const;
  // How a message names a ref: "'y': ", unless it begins with that.
  std::string Of(absl::string_view ref) const;
  // How a message names an operation: "reduce: ", unless it begins with the call.
  std::string By(absl::string_view operation) const;

 private:
  struct Place {
    const char* file;
    int32_t line;
  };
  std::vector<Place> places_;
  Call now_;
};

}  // namespace tilewright::tile
