// Kernels of symbols at numbers.
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "support/status_macros.h"
#include "tile/author/extents.h"
#include "tile/author/kernel.h"
#include "tile/sizes.h"
#include "tile/statements.h"

namespace tilewright::tile {
namespace {

// "kernel 'k' at n = 3, m = 5: 'x': ..."
absl::Status At(const Kernel& kernel, absl::Span<const int64_t> values,
                absl::string_view subject, const absl::Status& status) {
  std::vector<std::string> sizes;
  for (size_t s = 0; s < values.size(); ++s) {
    const std::string& name = kernel.program.symbols[static_cast<ir::SymbolId>(s)].name;
    sizes.push_back(absl::StrCat(name, " = ", values[s]));
  }
  return absl::Status(
      status.code(),
      absl::StrCat("kernel '", kernel.program.name, "' at ", absl::StrJoin(sizes, ", "),
                   ": ", subject, subject.empty() ? "" : ": ", status.message()));
}

}  // namespace

absl::StatusOr<Kernel> AtSizes(const Kernel& kernel, absl::Span<const int64_t> values) {
  Kernel sized = kernel;
  if (kernel.program.sizes < 0) return sized;
  const auto fail = [&](absl::string_view subject, const absl::Status& status) {
    return At(kernel, values, subject, status);
  };
  const absl::Status known = kernel.program.symbols.Check(values);
  if (!known.ok()) return fail("", known);
  sized.program = WithSizes(kernel.program, {values.begin(), values.end()}, {});
  Program& program = sized.program;
  sized.ref_names.pop_back();
  sized.buffers.pop_back();
  const std::vector<RefId> parameters = program.Parameters();
  for (size_t i = 0; i < parameters.size(); ++i) {
    sized.operands[i].type = program.refs[parameters[i]].type;
    const absl::Status fits = CheckArray(sized.operands[i].type, {});
    if (!fits.ok()) return fail(absl::StrCat("'", sized.operands[i].name, "'"), fits);
  }
  Grid* const grid = program.statements[0].As<Grid>();
  const absl::Status fits = CheckGrid(grid->sizes, {});
  if (!fits.ok()) return fail("", fits);
  program.statements[0].grid_steps = StepsOf(*grid);
  for (size_t r = 0; r < program.refs.size(); ++r) {
    std::optional<Window>& window = program.refs[r].window;
    if (!window.has_value()) continue;
    const absl::StatusOr<bool> inside = IsInside(program, grid->sizes, *window);
    if (!inside.ok()) {
      return fail(absl::StrCat("'", sized.ref_names[r], "'"), inside.status());
    }
    window->inside = *inside;
  }
  return sized;
}

}  // namespace tilewright::tile
