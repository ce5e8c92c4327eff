// The least of |A x - b|: by QR where the user says that A has full rank, else by
// singular values, of which small ones are none.
#include <ATen/ExpandUtils.h>
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/library.h>

#include <limits>

#include "frontend/torch/kernels/routines/matrices.h"

namespace tilewright::torch_device {
namespace {

Tensor SolvedByFactors(const Tensor& a, const Tensor& b) {
  if (a.size(-2) >= a.size(-1)) {
    const auto [q, r] = at::linalg_qr(a, "reduced");
    return SolveTriangular(r, at::matmul(q.mH(), b), true, true, 0, false);
  }
  const auto [q, r] = at::linalg_qr(a.mH(), "reduced");
  return at::matmul(q, SolveTriangular(r.mH(), b, true, false, 0, false));
}

struct Solved {
  Tensor x, rank, values;
};
Solved SolvedByValues(const Tensor& a, const Tensor& b, std::optional<double> least) {
  const auto [u, values, v] = at::linalg_svd(a, /*full_matrices=*/false);
  const double epsilon = values.scalar_type() == at::kDouble
                             ? std::numeric_limits<double>::epsilon()
                             : std::numeric_limits<float>::epsilon();
  const auto side = static_cast<double>(std::max(a.size(-2), a.size(-1)));
  const Tensor kept =
      values.gt(at::mul(at::amax(values, {-1}, true), least.value_or(epsilon * side)));
  const Tensor scale = at::where(kept, values.reciprocal(), 0).unsqueeze(-1);
  return {at::matmul(v.mH(), at::matmul(u.mH(), b).mul(scale)), at::sum(kept, {-1}),
          values};
}

using Four = std::tuple<Tensor&, Tensor&, Tensor&, Tensor&>;

void Into(const Tensor& made, IntArrayRef sizes, const Tensor& out,
          bool columns = false) {
  columns = columns && out.sizes() != sizes;
  FitOut(out, sizes);
  if (columns) {
    out.as_strided_(sizes, at::native::batched_matrix_contiguous_strides(sizes, true));
  }
  if (out.numel() > 0) out.copy_(made.view(sizes));
}

Four LeastSquaresOut(const Tensor& a, const Tensor& right, std::optional<double> least,
                     std::optional<std::string_view> asked, Tensor& solution,
                     Tensor& residuals, Tensor& rank, Tensor& values) {
  TORCH_CHECK(a.dim() >= 2, "torch.linalg.lstsq: input must have at least 2 dimensions.");
  TORCH_CHECK(right.dim() >= 1,
              "torch.linalg.lstsq: other must have at least 1 dimension.");
  TORCH_CHECK(a.scalar_type() == right.scalar_type(),
              "torch.linalg.lstsq: Expected input and other to have the same dtype, but "
              "got input's dtype ",
              a.scalar_type(), " and other's dtype ", right.scalar_type());
  at::native::checkFloatingOrComplex(a, "torch.linalg.lstsq", false);
  const bool vector = at::native::linalg_solve_is_vector_rhs(a, right);
  const Tensor b = vector ? right.unsqueeze(-1) : right;
  TORCH_CHECK(a.size(-2) == b.size(-2),
              "torch.linalg.lstsq: input.size(-2) should match ",
              vector ? "other.size(-1)" : "other.size(-2)");
  const std::string_view driver = asked.value_or("gelsy");
  TORCH_CHECK(
      driver == "gels" || driver == "gelsy" || driver == "gelsd" || driver == "gelss",
      "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, "
      "gelsd, gelss)");
  const bool full = driver == "gels";
  const ScalarType real = c10::toRealValueType(a.scalar_type());
  for (const auto& [out, type] :
       {std::pair(&solution, a.scalar_type()), std::pair(&residuals, real),
        std::pair(&rank, at::kLong), std::pair(&values, real)}) {
    TORCH_CHECK(c10::canCast(type, out->scalar_type()),
                "torch.linalg.lstsq: Expected a result of ", type, ", but got ",
                out->scalar_type());
  }

  const int64_t rows = a.size(-2), columns = a.size(-1), sides = b.size(-1);
  const auto batch = at::infer_size_dimvector(a.sizes().slice(0, a.dim() - 2),
                                              b.sizes().slice(0, b.dim() - 2));
  const auto with = [&batch](std::initializer_list<int64_t> last) {
    at::DimVector sizes(batch);
    sizes.append(last.begin(), last.end());
    return sizes;
  };
  const Tensor whole_a = a.expand(with({rows, columns}));
  const Tensor whole_b = b.expand(with({rows, sides}));
  const ExactProducts exact;
  Solved solved;
  if (whole_a.numel() == 0 || whole_b.numel() == 0) {
    solved = {at::zeros(with({columns, sides}), a.options()),
              at::zeros(batch, a.options().dtype(at::kLong)),
              at::zeros(with({LeastSide(a)}), a.options().dtype(real))};
  } else if (full) {
    solved.x = SolvedByFactors(whole_a, whole_b);
  } else {
    solved = SolvedByValues(whole_a, whole_b, least);
  }

  // What is left over is told where there are more rows than unknowns, all of which
  // the rows determine.
  bool told = rows > columns && driver != "gelsy";
  if (told && !full) told = at::eq(solved.rank, columns).all().item<bool>();
  Tensor left;
  if (told) {
    const Tensor off = at::sub(at::matmul(whole_a, solved.x), whole_b).abs();
    left = at::sum(off.square(), {-2});
  }
  Into(solved.x.contiguous(), vector ? with({columns}) : with({columns, sides}), solution,
       /*columns=*/!vector);
  Into(left, told ? with({sides}) : at::DimVector{0}, residuals);
  Into(solved.rank, full ? at::DimVector{0} : batch, rank);
  const bool has_values = driver == "gelsd" || driver == "gelss";
  Into(solved.values, has_values ? with({LeastSide(a)}) : at::DimVector{0}, values);
  return {solution, residuals, rank, values};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) { m.impl("linalg_lstsq.out", &LeastSquaresOut); }

}  // namespace tilewright::torch_device
