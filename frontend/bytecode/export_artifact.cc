#include "frontend/bytecode/export_artifact.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "frontend/bytecode/container/container.h"

namespace tilewright::bytecode {
namespace {

// The fields of jax.export's table, by their place in its list of fields.
constexpr int kSerializationVersionField = 0;
constexpr int kModuleField = 13;
// Newer versions may have moved the fields.
constexpr uint64_t kMostVersions = 1000;

// A number of `size` bytes, least significant first; nothing beyond the end.
std::optional<uint64_t> NumberAt(absl::string_view bytes, uint64_t at, int size) {
  if (at > bytes.size() || bytes.size() - at < static_cast<uint64_t>(size)) return {};
  uint64_t number = 0;
  for (int i = size - 1; i >= 0; --i) {
    number = number << 8 | static_cast<uint8_t>(bytes[at + i]);
  }
  return number;
}

// Where a field of the buffer's root table lies: the buffer begins with the offset of the
// table, the table with the distance back to the list of its fields' offsets, and that
// with its own size and the table's.
std::optional<uint64_t> FieldAt(absl::string_view bytes, int field) {
  const std::optional<uint64_t> table = NumberAt(bytes, 0, 4);
  if (!table) return {};
  const std::optional<uint64_t> back = NumberAt(bytes, *table, 4);
  if (!back) return {};
  const int64_t list =
      static_cast<int64_t>(*table) - static_cast<int32_t>(static_cast<uint32_t>(*back));
  if (list < 0) return {};
  const std::optional<uint64_t> size = NumberAt(bytes, list, 2);
  const uint64_t entry = 4 + 2 * static_cast<uint64_t>(field);
  if (!size || entry + 2 > *size) return {};
  const std::optional<uint64_t> offset = NumberAt(bytes, list + entry, 2);
  if (!offset || *offset == 0) return {};
  return *table + *offset;
}

std::optional<absl::string_view> FindModule(absl::string_view bytes) {
  const std::optional<uint64_t> field = FieldAt(bytes, kModuleField);
  if (!field) return {};
  const std::optional<uint64_t> offset = NumberAt(bytes, *field, 4);
  if (!offset) return {};
  const std::optional<uint64_t> size = NumberAt(bytes, *field + *offset, 4);
  if (!size) return {};
  const uint64_t begin = *field + *offset + 4;
  if (bytes.size() - begin < *size) return {};
  const absl::string_view module = bytes.substr(begin, *size);
  return IsBytecode(module) ? std::optional(module) : std::nullopt;
}

}  // namespace

bool IsExport(absl::string_view bytes) {
  // Text has no zeros; the table's offset has some.
  if (bytes.size() < 4 || bytes.substr(0, 4).find('\0') == absl::string_view::npos) {
    return false;
  }
  const std::optional<uint64_t> field = FieldAt(bytes, kSerializationVersionField);
  const std::optional<uint64_t> version =
      field ? NumberAt(bytes, *field, 2) : std::nullopt;
  return version && *version > 0 && *version < kMostVersions;
}

absl::StatusOr<absl::string_view> ModuleOfExport(absl::string_view bytes,
                                                 const std::string& file_name) {
  const std::optional<absl::string_view> module = FindModule(bytes);
  if (module) return *module;
  return absl::InvalidArgumentError(absl::StrCat(
      file_name, ": error: there is no MLIR bytecode where jax.export keeps it"));
}

}  // namespace tilewright::bytecode
