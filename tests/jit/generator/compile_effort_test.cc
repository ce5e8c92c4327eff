#include "jit/generator/compile_effort.h"

#include "gtest/gtest.h"

namespace tilewright::jit {
namespace {

using tile::Statement;

tile::Program With(Statement statement) {
  tile::Program program;
  program.statements.push_back(std::move(statement));
  return program;
}

TEST(CompileEffort, AMatmulTakesMoreThanANestWithManyExpressions) {
  tile::Program nest = With({tile::LoopNest()});
  nest.exprs.resize(20);
  EXPECT_GT(CompileEffort(With({tile::Matmul()})), CompileEffort(nest));
}

TEST(CompileEffort, WhatStandsInsideALoopCounts) {
  tile::For loop;
  const int64_t empty = CompileEffort(With({loop}));
  loop.body.push_back({tile::Matmul()});
  EXPECT_GE(CompileEffort(With({loop})), empty + CompileEffort(With({tile::Matmul()})));
}

}  // namespace
}  // namespace tilewright::jit
