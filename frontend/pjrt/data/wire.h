// The wire format of protocol buffers, as far as compile options need it: a message is
// fields, a field a number and an integer or bytes. Written here because a library for it
// would be larger than all of the plugin, and clash with others of the process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright::pjrt {

struct WireField {
  uint32_t number = 0;
  bool is_bytes = false;
  uint64_t integer = 0;     // also of fixed-width fields, by their bits
  absl::string_view bytes;  // strings, messages, packed lists
};

// Calls `field` for each field of a message, and stops at the first error.
// InvalidArgument when the bytes are no message: nothing is read beyond them, nothing is
// believed.
absl::Status ReadMessage(absl::string_view bytes,
                         absl::FunctionRef<absl::Status(const WireField&)> field);

// Integers of a packed list, or of one field of a list that is not packed.
absl::Status ReadIntegers(const WireField& field,
                          absl::FunctionRef<absl::Status(uint64_t)> integer);

// Appends fields to a message.
void AppendInteger(std::string* message, uint32_t number, uint64_t value);
void AppendBytes(std::string* message, uint32_t number, absl::string_view bytes);
// Appends one integer of a packed list.
void AppendVarint(std::string* message, uint64_t value);

}  // namespace tilewright::pjrt
