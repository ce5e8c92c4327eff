#include "frontend/bytecode/ir_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::bytecode {
namespace {

using stablehlo::Attribute;
using stablehlo::Op;
using stablehlo::SyntaxRegion;

// What an operation says that it has, one bit each.
enum OpParts : uint8_t {
  kHasAttributes = 1,
  kHasResults = 2,
  kHasOperands = 4,
  kHasSuccessors = 8,
  kHasRegions = 16,
  kHasUseListOrders = 32,
  kHasProperties = 64,
};

constexpr uint8_t kIrSection = 4;

bool HasPrefix(absl::string_view text, absl::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

}  // namespace

IrReader::IrReader(Values* values, std::deque<std::string>* names)
    : values_(values),
      container_(values->container()),
      names_(names),
      known_(container_.op_names.size()) {}

absl::StatusOr<std::vector<Op>> IrReader::Read() {
  Cursor cursor = container_.ir.cursor();
  Scope scope;
  SyntaxRegion top;
  const uint64_t head = cursor.VarInt();
  if ((head & 1) != 0) cursor.Fail("the block at the top has no arguments");
  for (uint64_t i = 0; i < head >> 1 && good(cursor); ++i) {
    size_t next_value = 0;
    ReadOp(&cursor, &scope, &next_value, 0, &top.ops.emplace_back());
  }
  if (good(cursor) && !cursor.at_end()) {
    cursor.Fail("nothing is expected after the operations");
  }
  values_->Check(cursor);
  TW_RETURN_IF_ERROR(values_->status());
  return std::move(top.ops);
}

void IrReader::Refuse(size_t place, absl::string_view what) {
  values_->Fail(
      values_->source().Unsupported(static_cast<stablehlo::Offset>(place), what));
}

const IrReader::Known& IrReader::Find(size_t name) {
  Known& known = known_[name];
  if (!known.name.empty()) return known;
  const OpName& written = container_.op_names[name];
  const DialectTable* const table = values_->table(written.dialect);
  if (table != nullptr) known.row = table->find_op(written.name);
  if (known.row != nullptr) {
    known.name = known.row->tree_name;
  } else {
    names_->push_back(
        absl::StrCat(container_.dialects[written.dialect].name, ".", written.name));
    known.name = names_->back();
  }
  return known;
}

absl::string_view IrReader::NameOf(size_t value) {
  while (value_names_.size() <= value) {
    names_->push_back(absl::StrCat(value_names_.size()));
    value_names_.push_back(names_->back());
  }
  return value_names_[value];
}

absl::string_view IrReader::Define(Cursor* cursor, Scope* scope, size_t* next_value,
                                   size_t end_value) {
  if (*next_value == end_value) {
    cursor->Fail("a region has more values than it says");
    return {};
  }
  const size_t value = (*next_value)++;
  scope->defined[value] = true;
  return NameOf(scope->outside + value);
}

void IrReader::ReadOp(Cursor* cursor, Scope* scope, size_t* next_value, size_t end_value,
                      Op* op) {
  op->at = static_cast<stablehlo::Offset>(cursor->place());
  if (++ops_ > values_->limits().max_operations) {
    return values_->Fail(values_->source().Invalid(
        op->at, absl::StrCat("more than ", values_->limits().max_operations,
                             " operations (max_operations)")));
  }
  const size_t name = cursor->Index(container_.op_names.size());
  const uint8_t mask = cursor->Byte();
  op->location = values_->LocationAt(cursor);
  if (!good(*cursor)) return;
  const Known& known = Find(name);
  op->name = known.name;
  if (HasPrefix(op->name, "check.") || HasPrefix(op->name, "interpreter.")) {
    has_expectations_ = true;
  }
  ReadAttributes(cursor, name, mask, op);
  std::vector<stablehlo::ValueDef>& results = op->results;
  if ((mask & kHasResults) != 0) {
    ReadResultTypes(cursor, op);
    const size_t count = op->result_types.size();
    results.reserve(count);
    for (size_t i = 0; i < count && good(*cursor); ++i) {
      results.push_back({Define(cursor, scope, next_value, end_value), 1, op->at});
    }
  }
  if ((mask & kHasOperands) != 0) ReadOperands(cursor, *scope, op);
  if ((mask & kHasSuccessors) != 0 && good(*cursor)) {
    return Refuse(cursor->place(), "successor blocks are not supported");
  }
  if ((mask & kHasUseListOrders) != 0) {
    SkipUseLists(cursor, op->result_types.size());
  }
  if ((mask & kHasRegions) != 0) ReadRegions(cursor, scope, op);
}

void IrReader::ReadResultTypes(Cursor* cursor, Op* op) {
  const size_t count = cursor->Count();
  if (count == 1) {
    op->result_types = values_->TypeListAt(cursor);
    return;
  }
  std::vector<stablehlo::Type>* const types = op->result_types.Own();
  for (size_t i = 0; i < count && good(*cursor); ++i) {
    types->push_back(values_->TypeAt(cursor));
  }
}

// What operations have in common is read once: their lists of attributes are one.
void IrReader::ReadAttributes(Cursor* cursor, size_t name, uint8_t mask, Op* op) {
  constexpr size_t kNone = std::numeric_limits<size_t>::max();
  const bool has_dictionary = (mask & kHasAttributes) != 0;
  const bool has_properties = (mask & kHasProperties) != 0;
  const size_t dictionary =
      has_dictionary ? cursor->Index(container_.attributes.size()) : kNone;
  const size_t properties =
      has_properties ? cursor->Index(container_.properties.size()) : kNone;
  if (!good(*cursor) || (!has_dictionary && !has_properties)) return;
  const auto [it, first] = attributes_.try_emplace({name, dictionary, properties});
  if (!first) {
    op->attributes = it->second;
    return;
  }
  std::vector<stablehlo::NamedAttribute> attributes;
  if (has_dictionary) {
    const Attribute& all = values_->attribute(dictionary);
    if (!good(*cursor)) return;
    if (all.kind != Attribute::Kind::kDict) {
      return cursor->Fail("the attributes of an operation are no dictionary");
    }
    attributes = all.fields;
  }
  const OpRow* const row = known_[name].row;
  if (row != nullptr) attributes.reserve(attributes.size() + row->properties.size() + 1);
  if (has_properties) ReadProperties(container_.properties[properties], row, &attributes);
  if (!good(*cursor)) return;
  if (row != nullptr && row->adapt != nullptr) row->adapt(values_, &attributes);
  it->second = std::move(attributes);
  op->attributes = it->second;
  if (op->name == "stablehlo.custom_call") NoteCall(*op);
}

void IrReader::NoteCall(const Op& op) {
  const Attribute* const target = op.Find("call_target_name");
  if (target == nullptr) return;
  if (HasPrefix(target->text, "check.")) has_expectations_ = true;
  // Its condition has to be evaluated, as sizes are.
  if (target->text == "shape_assertion") has_dynamic_calls_ = true;
}

void IrReader::ReadProperties(const Piece& piece, const OpRow* row,
                              std::vector<stablehlo::NamedAttribute>* attributes) {
  // What is not known here is refused by name where it is lowered.
  if (row == nullptr || row->skip_properties) return;
  Cursor properties = piece.cursor();
  for (const Property& property : row->properties) {
    const Attribute* const value = property.optional
                                       ? values_->OptionalAttributeAt(&properties)
                                       : &values_->AttributeAt(&properties);
    if (value != nullptr) attributes->emplace_back(std::string(property.name), *value);
    if (!good(properties)) break;
  }
  if (good(properties) && !properties.at_end()) {
    properties.Fail("an operation has more properties than are known of it");
  }
  values_->Check(properties);
}

void IrReader::ReadOperands(Cursor* cursor, const Scope& scope, Op* op) {
  const size_t count = cursor->Count();
  op->operands.reserve(count);
  for (size_t i = 0; i < count && cursor->ok(); ++i) {
    const stablehlo::Offset at = static_cast<stablehlo::Offset>(cursor->place());
    const size_t value = cursor->VarInt();
    if (value >= scope.defined.size() || !scope.defined[value]) {
      return cursor->Fail("a value is used that is not defined before");
    }
    op->operands.push_back({NameOf(scope.outside + value), 0, at});
  }
}

void IrReader::ReadRegions(Cursor* cursor, Scope* scope, Op* op) {
  const uint64_t head = cursor->VarInt();
  const uint64_t count = head >> 1;
  const bool isolated = (head & 1) != 0;
  if (cursor->ok() && count > cursor->left()) {
    return cursor->Fail("a count is larger than the bytes that follow");
  }
  Scope own;
  own.outside = scope->outside + scope->next;
  Scope* const inner = isolated ? &own : scope;
  Cursor section;
  Cursor* from = cursor;
  if (isolated && container_.version >= kLazyRegions) {
    const uint8_t tag = cursor->Byte();
    const uint64_t size = cursor->VarInt();
    if ((tag & 0x80) != 0) cursor->Align(cursor->VarInt());
    if (cursor->ok() && (tag & 0x7f) != kIrSection) {
      return cursor->Fail("the section of a region is expected");
    }
    const size_t begin = cursor->place();
    section = Cursor(cursor->Bytes(size), begin);
    from = &section;
  }
  if (++depth_ > values_->limits().max_nesting) {
    return values_->Fail(values_->source().Invalid(
        op->at, absl::StrCat("regions are nested deeper than the limit of ",
                             values_->limits().max_nesting, " (max_nesting)")));
  }
  for (uint64_t i = 0; i < count && good(*from); ++i) {
    ReadRegion(from, inner, &op->regions.emplace_back());
  }
  --depth_;
  if (from == cursor) return;
  if (good(*from) && !from->at_end()) from->Fail("nothing is expected after the region");
  values_->Check(*from);
}

// Its own values have numbers in a row, those of the regions inside come after them.
void IrReader::ReadRegion(Cursor* cursor, Scope* scope, SyntaxRegion* region) {
  const uint64_t blocks = cursor->VarInt();
  if (blocks == 0 || !good(*cursor)) return;
  if (blocks > 1) {
    return Refuse(cursor->place(), "a region of several blocks is not supported");
  }
  const size_t first = scope->next;
  // Every value takes a byte at least.
  const size_t own = cursor->Count();
  if (scope->outside + first + own > container_.ir.bytes.size()) {
    return cursor->Fail("there are more values than bytes");
  }
  scope->next = first + own;
  scope->defined.resize(first + own);
  size_t next_value = first;
  const uint64_t head = cursor->VarInt();
  if ((head & 1) != 0) {
    ReadArguments(cursor, scope, &next_value, scope->next, region);
  }
  // An operation takes three bytes at least.
  region->ops.reserve(std::min<uint64_t>(head >> 1, cursor->left() / 3));
  for (uint64_t i = 0; i < head >> 1 && good(*cursor); ++i) {
    ReadOp(cursor, scope, &next_value, first + own, &region->ops.emplace_back());
  }
  region->end = static_cast<stablehlo::Offset>(cursor->place());
  scope->defined.resize(first);
  scope->next = first;
}

void IrReader::ReadArguments(Cursor* cursor, Scope* scope, size_t* next_value,
                             size_t end_value, SyntaxRegion* region) {
  const size_t count = cursor->Count();
  for (size_t i = 0; i < count && good(*cursor); ++i) {
    stablehlo::Argument& argument = region->arguments.emplace_back();
    argument.at = static_cast<stablehlo::Offset>(cursor->place());
    bool has_location = true;
    if (container_.version >= kElidedLocations) {
      const uint64_t type = cursor->VarInt();
      has_location = (type & 1) != 0;
      if (type >> 1 >= container_.types.size()) {
        return cursor->Fail("an index is beyond the types");
      }
      argument.type = values_->type(type >> 1);
    } else {
      argument.type = values_->TypeAt(cursor);
    }
    if (has_location) cursor->VarInt();
    argument.name = Define(cursor, scope, next_value, end_value);
  }
  const bool orders = container_.version >= kUseListOrders && cursor->Byte() != 0;
  if (orders) SkipUseLists(cursor, count);
}

// In which order the users of `values` values are kept means nothing here.
void IrReader::SkipUseLists(Cursor* cursor, size_t values) {
  // Where there is but one value, it needs no number.
  const size_t count = values > 1 ? cursor->Count() : 1;
  for (size_t i = 0; i < count && cursor->ok(); ++i) {
    if (values > 1) cursor->VarInt();
    const uint64_t head = cursor->VarInt();
    for (uint64_t k = 0; k < head >> 1 && cursor->ok(); ++k) cursor->VarInt();
  }
}

}  // namespace tilewright::bytecode
