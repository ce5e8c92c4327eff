#include "jit/library/program_source.h"

#include "absl/strings/match.h"
#include "ir/attributes.h"
#include "ir/op_kind.h"
#include "ir/print.h"

namespace tilewright::jit {
namespace {

size_t ConstantBytes(const ir::Region& region) {
  size_t bytes = 0;
  for (const ir::Operation& operation : region.operations) {
    if (operation.kind == ir::OpKind::kConstant) {
      bytes += operation.attributes.Constant(ir::AttributeName::kValue).bytes().size();
    }
    for (const ir::Region& inner : operation.regions) bytes += ConstantBytes(inner);
  }
  return bytes;
}

}  // namespace

std::string SourceOf(const ir::Program& program, absl::string_view canonical_text) {
  if (!absl::StrContains(canonical_text, "sha256:") ||
      ConstantBytes(program.body) > kMaxSourceConstantBytes) {
    return "";
  }
  return ir::Print(program);
}

}  // namespace tilewright::jit
