// Reading the bytes of MLIR bytecode forwards, never beyond their end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace tilewright::bytecode {

// A place in a range of bytes. What cannot be read fails the cursor for good: everything
// read after that is zero or empty, so that callers look at ok() once, after a group of
// reads. Loops over a count that was read ask Count for it, which bounds them.
class Cursor {
 public:
  Cursor() = default;
  // `begin`: the place of the first byte in the file.
  Cursor(absl::string_view bytes, size_t begin) : bytes_(bytes), begin_(begin) {}

  bool ok() const { return problem_ == nullptr; }
  bool at_end() const { return next_ == bytes_.size(); }
  size_t left() const { return bytes_.size() - next_; }
  // The place in the file of what is read next; of the problem, where there is one.
  size_t place() const { return begin_ + next_; }
  // What is wrong; null while nothing is.
  const char* problem() const { return problem_; }
  // Fails the cursor, at the place where it stands.
  void Fail(const char* problem);

  uint8_t Byte() {
    if (next_ == bytes_.size()) {
      Fail("the bytes end too early");
      return 0;
    }
    return static_cast<uint8_t>(bytes_[next_++]);
  }
  // An integer of one to nine bytes: the zeros at the low end of the first one say how
  // many follow.
  uint64_t VarInt() {
    if (next_ < bytes_.size() && (bytes_[next_] & 1) != 0) {
      return static_cast<uint8_t>(bytes_[next_++]) >> 1;
    }
    return LongVarInt();
  }
  // Zigzag: the sign is the lowest bit.
  int64_t SignedVarInt() {
    const uint64_t value = VarInt();
    return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }
  // A number of things that take at least one byte each of what is left.
  size_t Count();
  // A number below `limit`, of something that was listed before.
  size_t Index(size_t limit);
  absl::string_view Bytes(size_t size);
  // Up to a zero, which is passed.
  absl::string_view String();
  // Past the padding before what lies at a multiple of `alignment` bytes in the file.
  void Align(uint64_t alignment);

 private:
  uint64_t LongVarInt();

  absl::string_view bytes_;
  size_t begin_ = 0;
  size_t next_ = 0;
  const char* problem_ = nullptr;
};

}  // namespace tilewright::bytecode
