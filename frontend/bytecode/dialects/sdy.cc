// Shardings: nothing to do on one device, but that replica groups may name a mesh.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "frontend/bytecode/dialects/tables.h"
#include "frontend/bytecode/values/reading.h"

namespace tilewright::bytecode {
namespace {

using stablehlo::Attribute;

enum SdyAttributeCode : uint64_t {
  kSdyMeshAxis = 1,  // a name and a size
  kSdyMesh = 2,      // axes, and numbers of devices in an order of their own, if any
};

void ReadSdyMeshAxis(Cursor* cursor, Values* values, Attribute* attribute) {
  Attribute name;
  name.kind = Attribute::Kind::kString;
  name.text = std::string(ReadText(cursor, *values));
  Attribute size;
  size.kind = Attribute::Kind::kInteger;
  size.integer = cursor->SignedVarInt();
  name.at = size.at = attribute->at;
  attribute->kind = Attribute::Kind::kDict;
  attribute->fields.emplace_back("name", std::move(name));
  attribute->fields.emplace_back("size", std::move(size));
}

void ReadSdyMesh(Cursor* cursor, Values* values, Attribute* attribute) {
  Attribute axes;
  axes.at = attribute->at;
  ReadArray(cursor, values, &axes);
  Attribute ids;
  ids.at = attribute->at;
  ids.kind = Attribute::Kind::kIntegers;
  ids.integers = ReadIntegers(cursor);
  attribute->kind = Attribute::Kind::kDict;
  attribute->fields.emplace_back("axes", std::move(axes));
  if (!ids.integers.empty()) {
    attribute->fields.emplace_back("device_ids", std::move(ids));
  }
}

void ReadSdyAttribute(Cursor* cursor, Values* values, Attribute* attribute) {
  switch (cursor->VarInt()) {
    case kSdyMeshAxis:
      return ReadSdyMeshAxis(cursor, values, attribute);
    case kSdyMesh:
      return ReadSdyMesh(cursor, values, attribute);
    default:
      attribute->kind = Attribute::Kind::kOpaque;
      attribute->text = "#sdy";
      return;
  }
}

std::vector<OpRow> MakeSdyRows() {
  std::vector<OpRow> rows;
  rows.push_back({"mesh", "sdy.mesh", {{"mesh"}, {"sym_name"}}});
  for (absl::string_view tree_name :
       {"sdy.sharding_constraint", "sdy.reshard", "sdy.propagation_barrier",
        "sdy.sharding_group", "sdy.manual_computation", "sdy.return"}) {
    OpRow row;
    row.name = tree_name.substr(4);
    row.tree_name = std::string(tree_name);
    row.skip_properties = true;
    rows.push_back(row);
  }
  return rows;
}

const OpRow* FindSdyOp(absl::string_view name) {
  static const auto* const kRows = new std::vector<OpRow>(MakeSdyRows());
  const auto it = std::find_if(kRows->begin(), kRows->end(),
                               [name](const OpRow& row) { return row.name == name; });
  return it == kRows->end() ? nullptr : &*it;
}

}  // namespace

const DialectTable kSdyTable = {"sdy", &ReadSdyAttribute, nullptr, &FindSdyOp};

}  // namespace tilewright::bytecode
