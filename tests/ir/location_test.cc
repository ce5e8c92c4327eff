#include "ir/location.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/builder.h"
#include "ir/operation_index.h"
#include "ir/print.h"
#include "ir/program.h"

namespace tilewright::ir {
namespace {

TEST(FileTable, AFileIsKeptOnceAndFoundByItsNumber) {
  FileTable files;
  const FileId a = files.Intern("a.py"), b = files.Intern("b.py");
  EXPECT_NE(a, b);
  EXPECT_EQ(files.Intern("a.py"), a);
  EXPECT_EQ(files.Name(a), "a.py");
  EXPECT_EQ(files.Name(b), "b.py");
  EXPECT_EQ(files.Intern(""), 0);
  for (FileId none : {0, -1, 3, 1 << 30}) EXPECT_EQ(files.Name(none), "");
}

TEST(LocationText, SaysWhatIsKnown) {
  FileTable files;
  const FileId file = files.Intern("dir/model.py");
  EXPECT_EQ(LocationText(files, {12, 3, file}), "dir/model.py:12:3");
  EXPECT_EQ(LocationText(files, {12, 0, file}), "dir/model.py:12");
  EXPECT_EQ(LocationText(files, {12, 3}), "12:3");
  EXPECT_EQ(LocationText(files, {0, 0, file}), "");
  EXPECT_EQ(
      std::string(
          ErrorAt(files, {12, 3, file}, absl::NotFoundError("no such value")).message()),
      "dir/model.py:12:3: error: no such value");
  EXPECT_EQ(ErrorAt(files, {}, absl::NotFoundError("x")), absl::NotFoundError("x"));
  EXPECT_EQ(ErrorAt(files, {12, 3, file}, absl::OkStatus()), absl::OkStatus());
}

// if (p) { ~p } else { ~(~p) }, then not: ordinals 0 to 4.
Program Branches() {
  Program program;
  const ValueId p = program.AddValue(Scalar(ElementType::kI1));
  program.body.arguments = {p};
  Operation branch;
  branch.kind = OpKind::kIf;
  branch.operands = {p};
  branch.location = {10, 1};
  branch.regions.resize(2);
  Builder first(&program, &branch.regions[0], {11, 1});
  branch.regions[0].results = {first.Unary(OpKind::kNot, p)};
  Builder second(&program, &branch.regions[1], {13, 1});
  branch.regions[1].results = {second.Unary(OpKind::kNot, second.Unary(OpKind::kNot, p))};
  Builder b(&program, &program.body, {15, 1});
  const ValueId chosen =
      b.AppendOperation(std::move(branch), {Scalar(ElementType::kI1)})[0];
  program.body.results = {b.Unary(OpKind::kNot, chosen)};
  NumberOperations(&program);
  return program;
}

TEST(NumberOperations, AnOperationComesBeforeThoseInItsRegions) {
  const Program program = Branches();
  std::vector<int32_t> ordinals, lines;
  ForEachOperation(program, [&](const Operation& operation) {
    ordinals.push_back(operation.location.ordinal);
    lines.push_back(operation.location.line);
  });
  EXPECT_EQ(ordinals, (std::vector<int32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(lines, (std::vector<int32_t>{10, 11, 13, 13, 15}));
}

TEST(OperationIndex, NamesOperationsWithTheirPlacesInOrder) {
  Program program = Branches();
  program.body.operations[1].location.file = program.files.Intern("m.py");
  const OperationIndex index(program);
  EXPECT_EQ(index.Describe({4, 0, 4}), "stablehlo.if (10:1), stablehlo.not (m.py:15:1)");
  EXPECT_EQ(index.Describe({4, -1, 77}), "stablehlo.not (m.py:15:1)");
  EXPECT_EQ(index.Describe({}), "");
  EXPECT_EQ(index.Find(4), &program.body.operations[1]);
  EXPECT_EQ(index.Find(5), nullptr);
  EXPECT_EQ(index.Find(-1), nullptr);
}

TEST(Location, IsNoPartOfAProgramsIdentity) {
  Program program = Branches();
  const std::string text = CanonicalText(program);
  program.body.operations[1].location = {99, 9, program.files.Intern("other.py"), 7};
  EXPECT_EQ(CanonicalText(program), text);
}

}  // namespace
}  // namespace tilewright::ir
