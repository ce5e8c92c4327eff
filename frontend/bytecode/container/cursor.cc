#include "frontend/bytecode/container/cursor.h"

#include <bit>

namespace tilewright::bytecode {
namespace {

constexpr uint8_t kPadding = 0xcb;

}  // namespace

void Cursor::Fail(const char* problem) {
  if (problem_ != nullptr) return;
  problem_ = problem;
  // Nothing is left to be read, and place() stays where the problem is.
  begin_ += next_;
  bytes_ = {};
  next_ = 0;
}

uint64_t Cursor::LongVarInt() {
  const uint8_t first = Byte();
  if (!ok()) return 0;
  const int more = first == 0 ? 8 : std::countr_zero(first);
  const absl::string_view rest = Bytes(more);
  if (!ok()) return 0;
  uint64_t value = 0;
  for (int i = more - 1; i >= 0; --i) {
    value = value << 8 | static_cast<uint8_t>(rest[i]);
  }
  // The first byte's own bits are the lowest: none in the longest form.
  return more == 8 ? value : value << (7 - more) | first >> (more + 1);
}

size_t Cursor::Count() {
  const uint64_t count = VarInt();
  if (count <= left()) return count;
  Fail("a count is larger than the bytes that follow");
  return 0;
}

size_t Cursor::Index(size_t limit) {
  const uint64_t index = VarInt();
  if (index < limit) return index;
  Fail("an index is beyond what it points into");
  return 0;
}

absl::string_view Cursor::Bytes(size_t size) {
  if (size > left()) {
    Fail("the bytes end too early");
    return {};
  }
  const absl::string_view bytes = bytes_.substr(next_, size);
  next_ += size;
  return bytes;
}

absl::string_view Cursor::String() {
  const size_t end = bytes_.find('\0', next_);
  if (end == absl::string_view::npos) {
    Fail("a string has no end");
    return {};
  }
  const absl::string_view text = bytes_.substr(next_, end - next_);
  next_ = end + 1;
  return text;
}

void Cursor::Align(uint64_t alignment) {
  if (!std::has_single_bit(alignment)) return Fail("an alignment is no power of two");
  while (ok() && (place() & (alignment - 1)) != 0) {
    if (Byte() != kPadding) Fail("padding before what is aligned is missing");
  }
}

}  // namespace tilewright::bytecode
