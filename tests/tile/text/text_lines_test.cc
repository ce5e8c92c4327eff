#include "tile/text/text_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace tilewright::tile {
namespace {

// A loop around a loop nest that reduces and stores, and a branch after it.
Program Nested() {
  const ir::TensorType row{ir::ElementType::kF32, {8}};
  const ir::TensorType one{ir::ElementType::kF32, {}};
  Program program;
  const RefId in = program.AddRef({.type = row});
  const RefId out = program.AddRef({.type = one, .is_output = true});
  const ExprId x = program.Add({.node = Load{in}, .type = row});
  const ExprId sum = program.Add({.node = ResultOf{7, 0}, .type = one});
  LoopNest own;
  own.passes = {{.inner = {8}, .reduces = {{.inputs = {x}, .inits = {x}, .id = 7}}},
                {.stores = {{.ref = out, .values = {sum}}}}};
  const Statement nest{own};
  program.statements = {
      {While{.condition = {nest}, .predicate = out, .body = {nest, nest}}},
      {If{.predicate = sum, .then = {nest}, .otherwise = {nest}}}};
  return program;
}

TEST(TextLines, AreWhereTheTextHasThePart) {
  const Program program = Nested();
  const TextLines lines(program);
  const std::vector<std::string> text = absl::StrSplit(Print(program), '\n');
  const auto begins = [&](int line, absl::string_view with) {
    absl::string_view found = text.at(static_cast<size_t>(line) - 1);
    found.remove_prefix(found.find_first_not_of(' '));
    EXPECT_EQ(found.substr(0, with.size()), with) << "line " << line;
  };
  begins(lines.Of(ExprId{0}), "0 = load");
  begins(lines.Of(ExprId{1}), "1 = result");
  const While& loop = std::get<While>(program.statements[0].node);
  const If& branch = std::get<If>(program.statements[1].node);
  begins(lines.Of(program.statements[0]), "while");
  begins(lines.Of(program.statements[1]), "if");
  for (const Statement* nest : {loop.condition.data(), loop.body.data(), &loop.body[1],
                                branch.then.data(), branch.otherwise.data()}) {
    begins(lines.Of(*nest), "nest");
    begins(lines.Of(nest->As<LoopNest>()->passes[0].reduces[0]), "reduce#7");
    begins(lines.Of(nest->As<LoopNest>()->passes[1].stores[0]), "store r1");
  }
  EXPECT_GT(lines.Of(branch.otherwise[0]), lines.Of(branch.then[0]));
}

TEST(TextLines, ThereAreNoneOfWhatIsElsewhere) {
  const Program program = Nested();
  EXPECT_EQ(TextLines(program).Of(Statement()), 0);
}

}  // namespace
}  // namespace tilewright::tile
