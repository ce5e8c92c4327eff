// How much code is made of expressions that share operands.
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "codegen/emit/emit.h"
#include "gtest/gtest.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "tile/builder.h"
#include "tile/statements.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::OpKind;
using tile::ExprId;

constexpr int kDepth = 200;

struct Arrays {
  tile::Program program;
  tile::Builder b{&program};
  ExprId x = tile::kNoExpr;      // i32, of the shape that is asked for
  ExprId start = tile::kNoExpr;  // i32

  explicit Arrays(const Dims& dims) {
    x = b.Load(b.Input({ir::ElementType::kI32, dims}));
    start = b.Load(b.Input(ir::Scalar(ir::ElementType::kI32)));
  }
  ExprId Unary(OpKind op, ExprId v) { return b.Scalar(op, {v}, b.type(v)); }
  ExprId Sum(ExprId v, ExprId w) { return b.Scalar(OpKind::kAdd, {v, w}, b.type(v)); }
};

// A value made of `v`, which it reads twice.
struct Kind {
  const char* name;
  std::function<ExprId(Arrays& a, ExprId v)> level;
  bool shrinks = false;  // by a row a level
};

// Rows [from, from + rows) of v.
ExprId Rows(Arrays& a, ExprId v, int64_t from, int64_t rows) {
  Dims dims = a.b.type(v).dims(), start(dims.size(), 0);
  dims[0] = rows;
  start[0] = from;
  return a.b.Slice(v, dims, start, Dims(dims.size(), 1));
}

std::vector<Kind> Kinds() {
  const auto both = [](Arrays& a, ExprId v, const std::function<ExprId(ExprId)>& move) {
    return a.Sum(move(a.Unary(OpKind::kNegate, v)), move(a.Unary(OpKind::kNot, v)));
  };
  return {
      {"Scalar",
       [](Arrays& a, ExprId v) {
         return a.Sum(a.Unary(OpKind::kNegate, v), a.Unary(OpKind::kAbs, v));
       }},
      {"Broadcast",
       [both](Arrays& a, ExprId v) {
         const Dims dims = a.b.type(v).dims();
         Dims map;
         for (size_t d = 0; d < dims.size(); ++d) map.push_back(static_cast<int64_t>(d));
         return both(
             a, v, [&](ExprId w) { return a.b.Broadcast(Rows(a, w, 1, 1), dims, map); });
       }},
      {"Reshape",
       [both](Arrays& a, ExprId v) {
         const Dims dims = a.b.type(v).dims();
         int64_t n = a.b.type(v).num_elements();
         return both(a, v, [&](ExprId w) {
           const ExprId seen = a.b.Reshape(w, {n / 3, 3});
           return a.b.Reshape(a.Unary(OpKind::kNot, seen), dims);
         });
       }},
      {"Transpose",
       [both](Arrays& a, ExprId v) {
         Dims order;
         for (int64_t d = a.b.type(v).rank(); d-- > 0;) order.push_back(d);
         return both(a, v, [&](ExprId w) { return a.b.Transpose(w, order); });
       }},
      {"Slice",
       [](Arrays& a, ExprId v) {
         const int64_t rows = a.b.type(v).dims()[0] - 1;
         return a.Sum(Rows(a, v, 0, rows), Rows(a, v, 1, rows));
       },
       true},
      {"Reverse",
       [both](Arrays& a, ExprId v) {
         return both(a, v, [&](ExprId w) { return a.b.Reverse(w, {0}); });
       }},
      {"DynamicSlice",
       [both](Arrays& a, ExprId v) {
         Dims dims = a.b.type(v).dims();
         --dims[0];
         const std::vector<ExprId> start(dims.size(), a.start);
         return both(a, v, [&](ExprId w) { return a.b.DynamicSlice(w, start, dims); });
       },
       true},
      {"Gather",
       [both](Arrays& a, ExprId v) {
         tile::Gather g;
         const Dims dims = a.b.type(v).dims();
         for (size_t d = 1; d < dims.size(); ++d) g.offset_dims.push_back(d);
         g.collapsed_slice_dims = g.start_index_map = {0};
         g.index_vector_dim = 1;
         const ExprId rows = a.b.Iota({ir::ElementType::kI32, {dims[0], 1}}, 0);
         return both(a, v, [&](ExprId w) { return a.b.Gather(w, rows, g, dims); });
       }},
      {"Window",
       [both](Arrays& a, ExprId v) {
         const Dims dims = a.b.type(v).dims(), ones(dims.size(), 1);
         const ExprId zero = a.b.Zero(ir::Scalar(ir::ElementType::kI32));
         return both(a, v, [&](ExprId w) {
           const tile::WindowDims point = {ones, ones, ones, Dims(dims.size(), 0), ones};
           return a.b.Reshape(a.b.Windows(w, zero, dims, point), dims);
         });
       }},
  };
}

absl::StatusOr<size_t> InstructionsOf(Arrays& a, ExprId value) {
  const tile::RefId out = a.b.Output(a.b.type(value));
  a.b.Append(tile::StoreStatement(&a.b, tile::StoreTo(out, value)));
  llvm::LLVMContext context;
  EmitOptions options;
  options.scalar.target.vector_bits = 256;
  const auto module = EmitKernel(a.program, options, context);
  if (!module.ok()) return module.status();
  return (*module)->getInstructionCount();
}

class EmissionSize : public ::testing::TestWithParam<Kind> {};

// The number of paths is 2^200. A slice of a slice reads as many places as there are
// slices, at most: the square of the depth is allowed.
TEST_P(EmissionSize, IsBoundByTheNumberOfPlacesThatAreRead) {
  for (const Dims& small : {Dims{24}, Dims{6, 6}, Dims{3, 3, 3}, Dims{3, 3, 3, 3}}) {
    Dims dims = small;
    if (GetParam().shrinks) dims[0] += kDepth;
    Arrays a(dims);
    ExprId v = a.x;
    for (int n = 0; n < kDepth; ++n) v = GetParam().level(a, v);
    const auto count = InstructionsOf(a, v);
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_LT(*count, kDepth * kDepth * 40) << ir::Join(dims);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EmissionSize, ::testing::ValuesIn(Kinds()),
                         [](const auto& info) { return std::string(info.param.name); });

// A piece of a concatenation is read under a condition of its own: what pieces of pieces
// read is evaluated once for each of them, and clusters are formed accordingly.
TEST(EmissionSize, AKernelOfTooMuchCodeIsRefused) {
  Arrays a({96});
  ExprId v = a.x;
  for (int n = 0; n < 40; ++n) {
    const ExprId joined = a.b.Concatenate({a.Unary(OpKind::kNegate, v), v}, 0);
    v = Rows(a, joined, 1, 96);
  }
  EXPECT_EQ(InstructionsOf(a, v).status().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace tilewright::codegen
