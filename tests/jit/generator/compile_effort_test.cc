#include "jit/generator/compile_effort.h"

#include "gtest/gtest.h"

namespace tilewright::jit {
namespace {

using tile::Statement;
using tile::StatementKind;

tile::Program With(Statement statement) {
  tile::Program program;
  program.statements.push_back(std::move(statement));
  return program;
}

Statement Of(StatementKind kind) {
  Statement statement;
  statement.kind = kind;
  return statement;
}

TEST(CompileEffort, AMatmulTakesMoreThanANestWithManyExpressions) {
  tile::Program nest = With(Of(StatementKind::kLoopNest));
  nest.exprs.resize(20);
  EXPECT_GT(CompileEffort(With(Of(StatementKind::kMatmul))), CompileEffort(nest));
}

TEST(CompileEffort, WhatStandsInsideALoopCounts) {
  Statement loop = Of(StatementKind::kFor);
  const int64_t empty = CompileEffort(With(loop));
  loop.counted.body.push_back(Of(StatementKind::kMatmul));
  EXPECT_GE(CompileEffort(With(loop)),
            empty + CompileEffort(With(Of(StatementKind::kMatmul))));
}

}  // namespace
}  // namespace tilewright::jit
