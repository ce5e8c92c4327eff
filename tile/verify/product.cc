// Products: sides, result, blocks and the layouts that they are said to have.
#include "support/round.h"
#include "tile/statements.h"
#include "tile/verify/checker.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;

// What data movement is of, all that lies below it passed over.
const Expr& UnderDataMovement(const Checker& c, ExprId id) {
  const Expr* e = &c.expr(id);
  while (e->Is<Broadcast>() || e->Is<Reshape>() || e->Is<Transpose>() || e->Is<Slice>()) {
    e = &c.expr(e->operands[0]);
  }
  return *e;
}

// Whether the right side is an array of panels, which may be read as if it had another
// shape: a single panel of single elements is a matrix.
bool HasPanels(const Checker& c, const Matmul& m) {
  const auto* const load = UnderDataMovement(c, m.rhs).As<Load>();
  if (load == nullptr || c.ref(load->ref).window.has_value()) return false;
  const ir::TensorType& panels = c.ref(load->ref).type;
  if (panels.rank() != 5) return false;
  const int64_t step = panels.dims()[4];
  const bool are_bytes = m.multiplicand == ElementType::kI16 &&
                         ir::IsWhole(panels.element) &&
                         ir::Info(panels.element).bits == 8;
  const bool is_element = step == 4 ? are_bytes
                                    : panels.element == m.multiplicand ||
                                          (step == 1 && panels.element == m.accumulator);
  return (step == 1 || step == 2 || step == 4) && is_element && m.batch.is_number() &&
         m.n.is_number() && m.k.is_number() &&
         panels.dims() == Dims{m.batch.number(),
                               DivideUp(m.n.number(), m.prepacked_panel),
                               DivideUp(m.k.number(), step), m.prepacked_panel, step} &&
         (m.n == m.block_n || m.block_n % m.prepacked_panel == 0);
}

bool HasProductTypes(const Checker& c, const Matmul& m) {
  const auto is_real = [&](ExprId e) { return !ir::IsComplex(c.type(e).element); };
  if (!is_real(m.lhs) || !is_real(m.rhs)) return false;
  switch (m.accumulator) {
    case ElementType::kF32:
      return m.multiplicand == ElementType::kF32 || m.multiplicand == ElementType::kBF16;
    case ElementType::kI32:
      return m.multiplicand == ElementType::kI32 || m.multiplicand == ElementType::kI16;
    case ElementType::kF64:
    case ElementType::kI64:
      return m.multiplicand == m.accumulator;
    default:
      return false;
  }
}

}  // namespace

void CheckMatmul(Checker& c, const Matmul& m) {
  const auto is = [&](ExprId e, const ir::Shape& shape, absl::string_view what) {
    if (c.type(e).shape == shape) return;
    c.Fail("a matmul's ", what, " is ", ir::ToString(c.type(e)), ", not [",
           ir::Join(shape, &c.program().symbols), "]");
  };
  const auto sizes = [](const ir::Size& a, const ir::Size& b, const ir::Size& d) {
    return ir::Shape(std::vector<ir::Size>{a, b, d});
  };
  is(m.lhs, sizes(m.batch, m.m, m.k), "left side");
  is(m.rhs, sizes(m.batch, m.k, m.n), "right side");
  if (m.stores.empty()) c.Fail("a matmul's result goes nowhere");
  for (const Store& store : m.stores) {
    if (store.values.size() != 1) {
      return c.Fail("a matmul stores ", store.values.size(), " values in one ref");
    }
    is(store.value(), m.domain(), "result");
    CheckStore(c, store, {});
  }
  if (!c.ok()) return;
  if (!c.IsAtLeast(m.batch, 1) || !c.IsAtLeast(m.m, 1) || !c.IsAtLeast(m.n, 1)) {
    c.Fail("a matmul of nothing, [", ir::Join(m.domain(), &c.program().symbols), "]");
  }
  const auto is_block = [](int64_t block, const ir::Size& of) {
    return block >= 1 && (!of.is_number() || block <= of.number());
  };
  if (!is_block(m.block_m, m.m) || !is_block(m.block_n, m.n)) {
    c.Fail("a matmul's block is [", m.block_m, ", ", m.block_n, "]");
  }
  if (!HasProductTypes(c, m)) {
    c.Fail("a matmul of ", ir::Name(m.multiplicand), " in ", ir::Name(m.accumulator));
  }
  if (m.rounds_products && m.multiplicand != m.accumulator) {
    c.Fail("a matmul rounds products of ", ir::Name(m.multiplicand), " in ",
           ir::Name(m.accumulator));
  }
  const auto has_segments = [&] {
    return m.k.is_number() && m.k.number() >= m.lhs_segment &&
           m.k.number() % m.lhs_segment == 0;
  };
  if (m.lhs_segment < 0 || (m.lhs_segment > 0 && !has_segments())) {
    c.Fail("a matmul's left side lies in segments of ", m.lhs_segment, " of ",
           ir::Join(ir::Shape(std::vector<ir::Size>{m.k}), &c.program().symbols));
  }
  const Expr& lhs = UnderDataMovement(c, m.lhs);
  if (m.lhs_segment > 0 && lhs.Is<WindowOf>() && lhs.type.rank() == 0) {
    c.Fail("a matmul's left side lies in segments of one element");
  }
  if (m.prepacked_panel < 0 || (c.ok() && m.prepacked_panel > 0 && !HasPanels(c, m))) {
    c.Fail("a matmul's right side does not lie in panels of ", m.prepacked_panel);
  }
}

}  // namespace tilewright::tile
