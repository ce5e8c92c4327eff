// Meshes of devices: sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>. They become
// dictionaries with the fields of #stablehlo.mesh<...>.
#include <utility>

#include "frontend/stablehlo/syntax/parser.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {

absl::Status Parser::ParseMesh(Module* module) {
  Advance();
  TW_ASSIGN_OR_RETURN(const Attribute name, ParseSymbol());
  TW_RETURN_IF_ERROR(Expect('='));
  TW_ASSIGN_OR_RETURN(Attribute mesh, ParseMeshBody());
  module->meshes.emplace(name.text, std::move(mesh));
  std::vector<NamedAttribute> attributes;
  TW_RETURN_IF_ERROR(ParseOptionalDict(&attributes));
  return SkipLocation();
}

absl::StatusOr<Attribute> Parser::ParseMeshBody() {
  Attribute mesh;
  mesh.kind = Attribute::Kind::kDict;
  mesh.at = token_.begin;
  TW_RETURN_IF_ERROR(Expect('<'));
  Attribute axes;
  axes.kind = Attribute::Kind::kArray;
  axes.at = token_.begin;
  TW_RETURN_IF_ERROR(Expect('['));
  while (!token_.Is(']')) {
    TW_ASSIGN_OR_RETURN(Attribute axis, ParseMeshAxis());
    axes.elements.push_back(std::move(axis));
    if (!Eat(',')) break;
  }
  TW_RETURN_IF_ERROR(Expect(']'));
  mesh.fields.emplace_back("axes", std::move(axes));
  if (Eat(',')) {
    if (!EatWord("device_ids")) return Expected("'device_ids'");
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute ids, ParseBareValue());
    mesh.fields.emplace_back("device_ids", std::move(ids));
  }
  TW_RETURN_IF_ERROR(Expect('>'));
  return mesh;
}

// "x"=2
absl::StatusOr<Attribute> Parser::ParseMeshAxis() {
  TW_RETURN_IF_ERROR(CountNodes(3));
  Attribute axis;
  axis.kind = Attribute::Kind::kDict;
  axis.at = token_.begin;
  if (token_.kind != TokenKind::kString) return Expected("the name of an axis");
  Attribute name;
  name.kind = Attribute::Kind::kString;
  name.at = token_.begin;
  name.text = Unescape(token_.text);
  Advance();
  TW_RETURN_IF_ERROR(Expect('='));
  Attribute size;
  size.kind = Attribute::Kind::kInteger;
  size.at = token_.begin;
  TW_ASSIGN_OR_RETURN(size.integer, ParseInteger());
  axis.fields.emplace_back("name", std::move(name));
  axis.fields.emplace_back("size", std::move(size));
  return axis;
}

}  // namespace tilewright::stablehlo
