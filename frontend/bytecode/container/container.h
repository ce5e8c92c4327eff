// The container of MLIR bytecode, versions 0 to 6: its sections and tables, whatever the
// dialects. What the tables hold refers to the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/bytecode/container/cursor.h"
#include "frontend/stablehlo/syntax/source.h"

namespace tilewright::bytecode {

// The bytes that MLIR bytecode begins with.
inline constexpr absl::string_view kMagic = "ML\xefR";
inline constexpr uint64_t kNewestVersion = 6;

// Versions that brought something, by what they brought.
enum FormatVersion : uint64_t {
  kDialectVersions = 1,
  kLazyRegions = 2,
  kUseListOrders = 3,
  kElidedLocations = 4,
  kProperties = 5,
};

// Some bytes, and where they stand in the file.
struct Piece {
  absl::string_view bytes;
  size_t begin = 0;

  Cursor cursor() const { return Cursor(bytes, begin); }
};

// The encoding of an attribute or a type: what its dialect writes, or, where that is not
// custom, text.
struct Encoding {
  uint32_t dialect = 0;
  bool custom = false;
  Piece piece;
};

struct Dialect {
  absl::string_view name;
  Piece version;  // as the dialect writes it; empty where it writes none
};

struct OpName {
  uint32_t dialect = 0;
  absl::string_view name;  // without the dialect's
  bool registered = true;  // its properties are as its dialect writes them
};

struct Container {
  uint64_t version = 0;
  absl::string_view producer;
  std::vector<absl::string_view> strings;
  std::vector<Dialect> dialects;
  std::vector<OpName> op_names;
  std::vector<Encoding> attributes;
  std::vector<Encoding> types;
  std::vector<Piece> properties;
  absl::flat_hash_map<std::string, Piece> resources;  // blobs, by key
  // In the order in which handles name them: by dialect, then as listed.
  std::vector<absl::string_view> resource_keys;
  Piece ir;
  // What messages call the parts of the file.
  std::vector<stablehlo::SourceSection> sections;
};

// Whether `bytes` are meant to be MLIR bytecode.
inline bool IsBytecode(absl::string_view bytes) {
  return bytes.substr(0, kMagic.size()) == kMagic;
}

// InvalidArgument says the section and the byte, Unimplemented is another version.
absl::StatusOr<Container> OpenContainer(absl::string_view bytes,
                                        const std::string& file_name);

}  // namespace tilewright::bytecode
