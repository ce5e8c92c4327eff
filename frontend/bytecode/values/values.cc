#include "frontend/bytecode/values/values.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/bytecode/values/builtin_codes.h"
#include "frontend/bytecode/values/dialect_table.h"

namespace tilewright::bytecode {
namespace {

using stablehlo::Attribute;
using stablehlo::Type;

// Stacks of calls are nested in each other, one level a frame.
constexpr int kMaxLocationDepth = 200;
constexpr int32_t kNotRead = -2;
// How many types and attributes bytes may stand for: serializers write each of them once,
// but refer to it in one byte.
constexpr uint64_t kFreeNodes = uint64_t{1} << 16;
constexpr uint64_t kNodesPerByte = 16;

const Attribute& NoAttribute() {
  static const auto* const kNone = new Attribute();
  return *kNone;
}

const Type& NoType() {
  static const auto* const kNone = new Type();
  return *kNone;
}

uint64_t NodesOf(const Type& type) {
  uint64_t count = 1;
  for (const Type& element : type.elements) count += NodesOf(element);
  for (const Type& result : type.results) count += NodesOf(result);
  return count;
}

uint64_t NodesOf(const Attribute& attribute) {
  uint64_t count = 1 + attribute.integers.size() / 8;
  for (const Attribute& element : attribute.elements) count += NodesOf(element);
  for (const stablehlo::NamedAttribute& field : attribute.fields) {
    count += NodesOf(field.value);
  }
  if (attribute.kind == Attribute::Kind::kType) count += NodesOf(attribute.type);
  return count;
}

}  // namespace

Values::Values(const Container& container, std::vector<const DialectTable*> tables,
               const stablehlo::Source& source, const stablehlo::ParseLimits& limits)
    : container_(container),
      tables_(std::move(tables)),
      source_(source),
      limits_(limits),
      attributes_(container.attributes.size()),
      types_(container.types.size()),
      type_lists_(container.types.size()),
      location_numbers_(container.attributes.size(), kNotRead),
      file_ids_(container.attributes.size(), -1) {}

void Values::Fail(absl::Status status) {
  if (status_.ok()) status_ = std::move(status);
}

void Values::Check(const Cursor& cursor) {
  if (cursor.ok()) return;
  Fail(source_.Invalid(static_cast<stablehlo::Offset>(cursor.place()), cursor.problem()));
}

// Sharing lets few bytes stand for a large tree: what is copied is counted.
void Values::Spend(uint64_t nodes, size_t place) {
  nodes_ += nodes;
  const uint64_t limit = std::min(2 * static_cast<uint64_t>(limits_.max_operations),
                                  kFreeNodes + kNodesPerByte * source_.text().size());
  if (nodes_ <= limit) return;
  Fail(source_.Invalid(
      static_cast<stablehlo::Offset>(place),
      absl::StrCat("the bytes stand for more than ", limit, " types and attributes")));
}

template <typename T>
bool Values::Enter(Kept<T>* kept, size_t place, absl::string_view what) {
  if (kept->state == State::kRead) {
    Spend(kept->nodes, place);
    return false;
  }
  if (!status_.ok()) return false;
  const auto at = static_cast<stablehlo::Offset>(place);
  if (depth_ >= limits_.max_nesting) {
    Fail(source_.Invalid(at, absl::StrCat("nested deeper than the limit of ",
                                          limits_.max_nesting, " (max_nesting)")));
    return false;
  }
  if (kept->state == State::kReading) {
    Fail(source_.Invalid(at, absl::StrCat(what, " is a part of itself")));
    return false;
  }
  kept->state = State::kReading;
  ++depth_;
  return true;
}

template <typename T>
void Values::Leave(Kept<T>* kept, size_t place) {
  --depth_;
  kept->state = State::kRead;
  kept->nodes = NodesOf(kept->value);
  Spend(kept->nodes, place);
}

const Attribute& Values::AttributeAt(Cursor* cursor) {
  const size_t index = cursor->Index(attributes_.size());
  return cursor->ok() ? attribute(index) : NoAttribute();
}

const Attribute* Values::OptionalAttributeAt(Cursor* cursor) {
  const uint64_t number = cursor->VarInt();
  if ((number & 1) == 0) return nullptr;
  if (number >> 1 < attributes_.size()) return &attribute(number >> 1);
  cursor->Fail("an index is beyond what it points into");
  return nullptr;
}

const Type& Values::TypeAt(Cursor* cursor) {
  const size_t index = cursor->Index(types_.size());
  return cursor->ok() ? type(index) : NoType();
}

const Attribute& Values::attribute(size_t index) {
  if (attributes_[index] == nullptr) {
    attributes_[index] = &kept_attributes_.emplace_back();
  }
  Kept<Attribute>& kept = *attributes_[index];
  const Encoding& encoding = container_.attributes[index];
  const size_t place = encoding.piece.begin;
  if (!Enter(&kept, place, "an attribute")) {
    return status_.ok() ? kept.value : NoAttribute();
  }
  Attribute& value = kept.value;
  value.at = static_cast<stablehlo::Offset>(place);
  const DialectTable* const table = tables_[encoding.dialect];
  if (encoding.custom && table != nullptr && table->read_attribute != nullptr) {
    Cursor cursor = encoding.piece.cursor();
    table->read_attribute(&cursor, this, &value);
    Check(cursor);
  } else {
    value.kind = Attribute::Kind::kOpaque;
    value.text = encoding.custom
                     ? absl::StrCat("#", container_.dialects[encoding.dialect].name)
                     : std::string(encoding.piece.cursor().String());
  }
  Leave(&kept, place);
  return value;
}

const Type& Values::type(size_t index) {
  Kept<Type>& kept = types_[index];
  const Encoding& encoding = container_.types[index];
  const size_t place = encoding.piece.begin;
  if (!Enter(&kept, place, "a type")) return status_.ok() ? kept.value : NoType();
  Type value;
  const DialectTable* const table = tables_[encoding.dialect];
  if (encoding.custom && table != nullptr && table->read_type != nullptr) {
    Cursor cursor = encoding.piece.cursor();
    table->read_type(&cursor, this, &value);
    Check(cursor);
  } else {
    value.text = encoding.custom
                     ? absl::StrCat("!", container_.dialects[encoding.dialect].name)
                     : std::string(encoding.piece.cursor().String());
  }
  kept.value = std::move(value);
  Leave(&kept, place);
  return kept.value;
}

stablehlo::SharedList<Type> Values::TypeListAt(Cursor* cursor) {
  const size_t index = cursor->Index(types_.size());
  if (!cursor->ok()) return {};
  if (type_lists_[index].empty()) type_lists_[index] = {type(index)};
  return type_lists_[index];
}

int32_t Values::LocationAt(Cursor* cursor) {
  const size_t index = cursor->Index(attributes_.size());
  return cursor->ok() ? LocationNumber(index, 0) : -1;
}

// Of the innermost place that is known, as the text's reader takes it. What makes no
// sense is not known: nobody should fail to run a program because of where it says that
// it comes from.
int32_t Values::LocationNumber(size_t index, int depth) {
  int32_t& number = location_numbers_[index];
  if (number != kNotRead) return number;
  number = -1;  // also of one that is a part of itself
  const Encoding& encoding = container_.attributes[index];
  const bool builtin = container_.dialects[encoding.dialect].name == "builtin";
  if (!builtin || !encoding.custom || depth > kMaxLocationDepth) return number;
  Cursor cursor = encoding.piece.cursor();
  const auto inner = [&]() -> int32_t {
    const size_t next = cursor.Index(attributes_.size());
    return cursor.ok() ? LocationNumber(next, depth + 1) : -1;
  };
  const uint64_t code = cursor.VarInt();
  switch (code) {
    case kCallSiteLoc:
      number = inner();
      if (number < 0) number = inner();
      break;
    case kNameLoc:
      cursor.VarInt();
      number = inner();
      break;
    case kFusedLoc:
    case kFusedLocWithMetadata: {
      const size_t count = cursor.Count();
      for (size_t i = 0; i < count && cursor.ok() && number < 0; ++i) number = inner();
      break;
    }
    case kFileLineColLoc:
    case kFileLineColRange: {
      const ir::Location place = ReadPlace(&cursor, code == kFileLineColRange);
      if (!cursor.ok() || !place.known()) break;
      number = static_cast<int32_t>(locations_.size());
      locations_.push_back(place);
      break;
    }
    default:
      break;
  }
  return number;
}

// A line of a file, or a range of it, of which the begin is taken.
ir::Location Values::ReadPlace(Cursor* cursor, bool range) {
  ir::Location place;
  const size_t name = cursor->Index(attributes_.size());
  // A range has up to four numbers: lines and columns of its begin and its end.
  const uint64_t numbers = range ? cursor->VarInt() : 2;
  const uint64_t line = numbers > 0 ? cursor->VarInt() : 0;
  const uint64_t column = numbers > 1 ? cursor->VarInt() : 0;
  constexpr uint64_t kMost = std::numeric_limits<int32_t>::max();
  if (!cursor->ok() || line > kMost || column > kMost) return {};
  place.line = static_cast<int32_t>(line);
  place.column = static_cast<int32_t>(column);
  int32_t& file = file_ids_[name];
  if (file < 0) file = files_.Intern(attribute(name).text);
  place.file = file;
  return place;
}

}  // namespace tilewright::bytecode
