#include "frontend/bytecode/container/container.h"

#include <array>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::bytecode {
namespace {

enum SectionId {
  kStrings,
  kDialects,
  kAttributesAndTypes,
  kAttributeAndTypeOffsets,
  kIr,
  kResources,
  kResourceOffsets,
  kDialectVersionsSection,
  kPropertiesSection,
  kSectionCount,
};

constexpr const char* kSectionNames[] = {
    "string",   "dialect",  "attribute and type", "attribute and type offset",
    "IR",       "resource", "resource offset",    "dialect version",
    "property",
};

// The kinds of values that the resource section has.
enum ResourceKind { kBlob, kBool, kText };

class Reader {
 public:
  Reader(absl::string_view bytes, const std::string& file_name)
      : bytes_(bytes), file_name_(file_name) {}

  absl::StatusOr<Container> Read() {
    TW_RETURN_IF_ERROR(ReadSections());
    for (SectionId id :
         {kStrings, kDialects, kAttributesAndTypes, kAttributeAndTypeOffsets, kIr}) {
      if (present_[id]) continue;
      return Error(bytes_.size(),
                   absl::StrCat("there is no ", kSectionNames[id], " section"));
    }
    TW_RETURN_IF_ERROR(ReadStrings());
    TW_RETURN_IF_ERROR(ReadDialects());
    TW_RETURN_IF_ERROR(ReadOffsets());
    TW_RETURN_IF_ERROR(ReadProperties());
    TW_RETURN_IF_ERROR(ReadResources());
    found_.ir = pieces_[kIr];
    return std::move(found_);
  }

 private:
  absl::Status Error(size_t place, absl::string_view what) const {
    const stablehlo::Source source(bytes_, file_name_, found_.sections);
    return source.Invalid(static_cast<stablehlo::Offset>(place), what);
  }

  absl::Status Check(const Cursor& cursor) const {
    if (cursor.ok()) return absl::OkStatus();
    return Error(cursor.place(), cursor.problem());
  }

  absl::Status CheckWhole(const Cursor& cursor) const {
    TW_RETURN_IF_ERROR(Check(cursor));
    if (cursor.at_end()) return absl::OkStatus();
    return Error(cursor.place(), "nothing is expected after the section's content");
  }

  absl::Status ReadSections() {
    Cursor cursor(bytes_, 0);
    cursor.Bytes(kMagic.size());
    found_.version = cursor.VarInt();
    const size_t version_at = cursor.place();
    found_.producer = cursor.String();
    TW_RETURN_IF_ERROR(Check(cursor));
    if (found_.version > kNewestVersion) {
      return absl::UnimplementedError(
          Error(version_at, absl::StrCat("version ", found_.version,
                                         " of MLIR bytecode is not supported, only 0 to ",
                                         kNewestVersion))
              .message());
    }
    while (!cursor.at_end()) {
      const size_t at = cursor.place();
      const uint8_t tag = cursor.Byte();
      const int id = tag & 0x7f;
      const uint64_t size = cursor.VarInt();
      if ((tag & 0x80) != 0) cursor.Align(cursor.VarInt());
      const size_t begin = cursor.place();
      const absl::string_view content = cursor.Bytes(size);
      TW_RETURN_IF_ERROR(Check(cursor));
      if (id >= kSectionCount || id == kDialectVersionsSection) {
        return Error(at, absl::StrCat("there is no section of kind ", id));
      }
      if (present_[id]) {
        return Error(at, absl::StrCat("the ", kSectionNames[id], " section comes twice"));
      }
      present_[id] = true;
      pieces_[id] = {content, begin};
      found_.sections.push_back({kSectionNames[id], begin, begin + content.size()});
    }
    return absl::OkStatus();
  }

  // Sizes, the last string's first, and then all characters; each string ends in a zero.
  absl::Status ReadStrings() {
    Cursor cursor = pieces_[kStrings].cursor();
    const size_t count = cursor.Count();
    std::vector<uint64_t> sizes(count);
    for (size_t i = count; i-- > 0;) sizes[i] = cursor.VarInt();
    found_.strings.reserve(count);
    for (uint64_t size : sizes) {
      const absl::string_view text = cursor.Bytes(size);
      if (cursor.ok() && (text.empty() || text.back() != '\0')) {
        cursor.Fail("a string has no end");
      }
      if (!cursor.ok()) break;
      found_.strings.push_back(text.substr(0, text.size() - 1));
    }
    return CheckWhole(cursor);
  }

  absl::Status ReadDialects() {
    Cursor cursor = pieces_[kDialects].cursor();
    const size_t count = cursor.Count();
    for (size_t i = 0; i < count && cursor.ok(); ++i) {
      Dialect dialect;
      bool versioned = false;
      if (found_.version >= kDialectVersions) {
        const uint64_t name = cursor.VarInt();
        versioned = (name & 1) != 0;
        dialect.name = StringAt(name >> 1, &cursor);
      } else {
        dialect.name = StringAt(cursor.VarInt(), &cursor);
      }
      if (versioned) {
        const uint8_t tag = cursor.Byte();
        const uint64_t size = cursor.VarInt();
        if (cursor.ok() && tag != kDialectVersionsSection) {
          cursor.Fail("a dialect's version is expected");
        }
        const size_t begin = cursor.place();
        dialect.version = {cursor.Bytes(size), begin};
      }
      found_.dialects.push_back(dialect);
    }
    if (found_.version >= kElidedLocations) cursor.VarInt();  // of all operations' names
    while (cursor.ok() && !cursor.at_end()) {
      const uint32_t dialect = static_cast<uint32_t>(cursor.Index(count));
      const size_t names = cursor.Count();
      for (size_t i = 0; i < names && cursor.ok(); ++i) {
        OpName name;
        name.dialect = dialect;
        uint64_t string = cursor.VarInt();
        if (found_.version >= kProperties) {
          name.registered = (string & 1) != 0;
          string >>= 1;
        }
        name.name = StringAt(string, &cursor);
        found_.op_names.push_back(name);
      }
    }
    return Check(cursor);
  }

  absl::Status ReadOffsets() {
    Cursor cursor = pieces_[kAttributeAndTypeOffsets].cursor();
    Cursor content = pieces_[kAttributesAndTypes].cursor();
    const size_t attributes = cursor.Count();
    const size_t types = cursor.Count();
    ReadEncodings(attributes, &cursor, &content, &found_.attributes);
    ReadEncodings(types, &cursor, &content, &found_.types);
    TW_RETURN_IF_ERROR(CheckWhole(cursor));
    return Check(content);
  }

  // Groups of one dialect each, until there are `count`.
  void ReadEncodings(size_t count, Cursor* cursor, Cursor* content,
                     std::vector<Encoding>* encodings) {
    encodings->reserve(count);
    while (encodings->size() < count && cursor->ok() && content->ok()) {
      Encoding encoding;
      encoding.dialect = static_cast<uint32_t>(cursor->Index(found_.dialects.size()));
      const size_t group = cursor->Count();
      if (group > count - encodings->size() || group == 0) {
        return cursor->Fail("a group has more elements than there are, or none");
      }
      for (size_t i = 0; i < group && cursor->ok() && content->ok(); ++i) {
        const uint64_t size = cursor->VarInt();
        encoding.custom = (size & 1) != 0;
        const size_t begin = content->place();
        encoding.piece = {content->Bytes(size >> 1), begin};
        encodings->push_back(encoding);
      }
    }
  }

  absl::Status ReadProperties() {
    if (!present_[kPropertiesSection]) return absl::OkStatus();
    Cursor cursor = pieces_[kPropertiesSection].cursor();
    const size_t count = cursor.Count();
    found_.properties.reserve(count);
    for (size_t i = 0; i < count && cursor.ok(); ++i) {
      const uint64_t size = cursor.VarInt();
      const size_t begin = cursor.place();
      found_.properties.push_back({cursor.Bytes(size), begin});
    }
    return CheckWhole(cursor);
  }

  absl::Status ReadResources() {
    if (!present_[kResourceOffsets]) return absl::OkStatus();
    Cursor cursor = pieces_[kResourceOffsets].cursor();
    Cursor content = pieces_[kResources].cursor();
    const uint64_t external = cursor.VarInt();
    for (uint64_t group = 0; cursor.ok() && !cursor.at_end(); ++group) {
      const bool of_dialect = group >= external;
      if (of_dialect) {
        cursor.Index(found_.dialects.size());
      } else {
        StringAt(cursor.VarInt(), &cursor);
      }
      const size_t count = cursor.Count();
      for (size_t i = 0; i < count && cursor.ok() && content.ok(); ++i) {
        const absl::string_view key = StringAt(cursor.VarInt(), &cursor);
        const uint64_t size = cursor.VarInt();
        const uint8_t kind = cursor.Byte();
        const size_t begin = content.place();
        Cursor value(content.Bytes(size), begin);
        if (!of_dialect) continue;
        found_.resource_keys.push_back(key);
        if (kind != kBlob || !cursor.ok() || !content.ok()) continue;
        const uint64_t alignment = value.VarInt();
        const uint64_t bytes = value.VarInt();
        value.Align(alignment);
        const size_t blob = value.place();
        found_.resources[std::string(key)] = {value.Bytes(bytes), blob};
        TW_RETURN_IF_ERROR(CheckWhole(value));
      }
    }
    TW_RETURN_IF_ERROR(Check(content));
    return Check(cursor);
  }

  absl::string_view StringAt(uint64_t index, Cursor* cursor) const {
    if (index < found_.strings.size()) return found_.strings[index];
    cursor->Fail("an index is beyond the strings");
    return {};
  }

  const absl::string_view bytes_;
  const std::string& file_name_;
  std::array<bool, kSectionCount> present_ = {};
  std::array<Piece, kSectionCount> pieces_;
  Container found_;
};

}  // namespace

absl::StatusOr<Container> OpenContainer(absl::string_view bytes,
                                        const std::string& file_name) {
  return Reader(bytes, file_name).Read();
}

}  // namespace tilewright::bytecode
