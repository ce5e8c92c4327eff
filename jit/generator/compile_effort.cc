#include "jit/generator/compile_effort.h"

#include <vector>

#include "tile/visit.h"

namespace tilewright::jit {
namespace {

using tile::Statement;

// In expressions of a nest, which are some ten instructions each.
constexpr int64_t kMatmulEffort = 60;  // packing and micro-kernel, unrolled
constexpr int64_t kStatementEffort = 3;

int64_t EffortOf(const std::vector<Statement>& statements) {
  int64_t effort = 0;
  for (const Statement& s : statements) {
    effort += s.Is<tile::Matmul>() ? kMatmulEffort : kStatementEffort;
    ForEachBody(s, [&](const std::vector<Statement>& body) { effort += EffortOf(body); });
  }
  return effort;
}

}  // namespace

int64_t CompileEffort(const tile::Program& program) {
  return static_cast<int64_t>(program.exprs.size()) + EffortOf(program.statements);
}

}  // namespace tilewright::jit
