#include "frontend/pjrt/data/wire.h"

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

enum WireType : uint32_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

absl::Status Malformed(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the bytes are no protocol buffer: ", what));
}

absl::Status TakeVarint(absl::string_view* bytes, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (bytes->empty()) return Malformed("a number is cut off");
    const uint8_t byte = static_cast<uint8_t>(bytes->front());
    bytes->remove_prefix(1);
    *value |= uint64_t{byte & 0x7Fu} << shift;
    if ((byte & 0x80) == 0) return absl::OkStatus();
  }
  return Malformed("a number has more than ten bytes");
}

absl::Status TakeFixed(absl::string_view* bytes, size_t size, uint64_t* value) {
  if (bytes->size() < size) return Malformed("a number is cut off");
  *value = 0;
  for (size_t i = size; i-- > 0;) {
    *value = *value << 8 | static_cast<uint8_t>((*bytes)[i]);
  }
  bytes->remove_prefix(size);
  return absl::OkStatus();
}

absl::Status TakeField(absl::string_view* bytes, WireField* field) {
  uint64_t tag = 0;
  TW_RETURN_IF_ERROR(TakeVarint(bytes, &tag));
  field->number = static_cast<uint32_t>(tag >> 3);
  if (field->number == 0 || tag >> 32 != 0) return Malformed("a field has no number");
  switch (tag & 7) {
    case kVarint:
      return TakeVarint(bytes, &field->integer);
    case kFixed64:
      return TakeFixed(bytes, 8, &field->integer);
    case kFixed32:
      return TakeFixed(bytes, 4, &field->integer);
    case kBytes: {
      uint64_t size = 0;
      TW_RETURN_IF_ERROR(TakeVarint(bytes, &size));
      if (size > bytes->size()) return Malformed("a field leaves its message");
      field->is_bytes = true;
      field->bytes = bytes->substr(0, size);
      bytes->remove_prefix(size);
      return absl::OkStatus();
    }
    default:
      return Malformed(absl::StrCat("a field of type ", tag & 7));
  }
}

}  // namespace

absl::Status ReadMessage(absl::string_view bytes,
                         absl::FunctionRef<absl::Status(const WireField&)> field) {
  while (!bytes.empty()) {
    WireField next;
    TW_RETURN_IF_ERROR(TakeField(&bytes, &next));
    TW_RETURN_IF_ERROR(field(next));
  }
  return absl::OkStatus();
}

absl::Status ReadIntegers(const WireField& field,
                          absl::FunctionRef<absl::Status(uint64_t)> integer) {
  if (!field.is_bytes) return integer(field.integer);
  absl::string_view bytes = field.bytes;
  while (!bytes.empty()) {
    uint64_t value = 0;
    TW_RETURN_IF_ERROR(TakeVarint(&bytes, &value));
    TW_RETURN_IF_ERROR(integer(value));
  }
  return absl::OkStatus();
}

void AppendVarint(std::string* message, uint64_t value) {
  while (value >= 0x80) {
    message->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  message->push_back(static_cast<char>(value));
}

void AppendInteger(std::string* message, uint32_t number, uint64_t value) {
  AppendVarint(message, number << 3 | kVarint);
  AppendVarint(message, value);
}

void AppendBytes(std::string* message, uint32_t number, absl::string_view bytes) {
  AppendVarint(message, number << 3 | kBytes);
  AppendVarint(message, bytes.size());
  message->append(bytes.data(), bytes.size());
}

}  // namespace tilewright::pjrt
