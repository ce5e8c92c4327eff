// Integers and lists as bytes, little-endian; and back, with every read
// bounded by what is there.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace tilewright::plan {

class Writer {
 public:
  void U8(uint8_t value) { out_.push_back(static_cast<char>(value)); }
  void U32(uint32_t value) { Integer(value, 4); }
  void I64(int64_t value) { Integer(static_cast<uint64_t>(value), 8); }
  void F64(double value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    Integer(bits, 8);
  }
  void Count(size_t count) { Integer(count, 8); }
  void Text(absl::string_view text) {
    Count(text.size());
    out_.append(text.data(), text.size());
  }
  std::string Take() { return std::move(out_); }

 private:
  void Integer(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out_.push_back(static_cast<char>(value >> (8 * i)));
  }
  std::string out_;
};

// After a read that goes beyond the end, or after Fail, every read gives zero
// or nothing and ok() is false.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : rest_(bytes) {}

  uint8_t U8() { return static_cast<uint8_t>(Integer(1)); }
  uint32_t U32() { return static_cast<uint32_t>(Integer(4)); }
  int64_t I64() { return static_cast<int64_t>(Integer(8)); }
  double F64() {
    const uint64_t bits = Integer(8);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  // A number of items of at least `item_bytes` each, all of which must still be
  // to come: what a caller may allocate for.
  size_t Count(size_t item_bytes) {
    const uint64_t count = Integer(8);
    if (count > rest_.size() / item_bytes) {
      Fail("a list is longer than the bytes that are left");
      return 0;
    }
    return static_cast<size_t>(count);
  }
  absl::string_view Text() {
    const size_t size = Count(1);
    const absl::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  // False and 0 for anything but 0 and 1, or 0 to limit - 1.
  bool Flag() { return Below(2, "a flag") != 0; }
  uint8_t Below(uint8_t limit, absl::string_view what) {
    const uint8_t value = U8();
    if (value < limit) return value;
    Fail(what);
    return 0;
  }

  void Fail(absl::string_view why) {
    if (ok_) why_ = std::string(why);
    ok_ = false;
    rest_ = absl::string_view();
  }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  const std::string& why() const { return why_; }

 private:
  uint64_t Integer(size_t bytes) {
    if (rest_.size() < bytes) {
      Fail("the bytes end early");
      return 0;
    }
    uint64_t value = 0;
    for (size_t i = bytes; i > 0; --i)
      value = value << 8 | static_cast<uint8_t>(rest_[i - 1]);
    rest_.remove_prefix(bytes);
    return value;
  }

  absl::string_view rest_;
  bool ok_ = true;
  std::string why_;
};

}  // namespace tilewright::plan
