#include "tile/author/kernel.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/round.h"
#include "support/status_macros.h"
#include "tile/arrange.h"
#include "tile/report.h"
#include "tile/visit.h"

namespace tilewright::tile {
namespace {

void SetNumerics(Numerics numerics, std::vector<Statement>* statements) {
  for (Statement& s : *statements) {
    Matmul* const m = s.As<Matmul>();
    if (m != nullptr && m->default_precision) {
      m->multiplicand =
          numerics == Numerics::kTpu ? ir::ElementType::kBF16 : ir::ElementType::kF32;
    }
    ForEachBody(s, [&](std::vector<Statement>& body) { SetNumerics(numerics, &body); });
  }
}

struct Use {
  std::string what;
  int64_t bytes = 0;
};

absl::Status CheckSpace(const std::string& kernel, const chip::Chip& chip,
                        absl::string_view space, int64_t limit, std::vector<Use> uses) {
  int64_t total = 0;
  for (const Use& use : uses) total += use.bytes;
  if (total <= limit) return absl::OkStatus();
  std::sort(uses.begin(), uses.end(), [](const Use& x, const Use& y) {
    return x.bytes != y.bytes ? x.bytes > y.bytes : x.what < y.what;
  });
  std::string largest;
  constexpr size_t kShown = 5;
  for (size_t i = 0; i < std::min(kShown, uses.size()); ++i) {
    absl::StrAppend(&largest, "\n  ", uses[i].bytes, " bytes: ", uses[i].what);
  }
  if (uses.size() > kShown) {
    absl::StrAppend(&largest, "\n  and ", uses.size() - kShown, " smaller");
  }
  return absl::ResourceExhaustedError(
      absl::StrCat("kernel '", kernel, "': needs ", total, " bytes of ", space, "; chip ",
                   chip.name, " has ", limit, " a core. Largest:", largest));
}

// What a loop nest goes over several times has to stay in VMEM.
absl::Status CheckRows(const Program& program, const Statement& s,
                       const chip::Chip& chip) {
  const LoopNest* const nest = s.As<LoopNest>();
  if (nest == nullptr || nest->lanes_outer) return absl::OkStatus();
  int passes = 0, bytes = 0;
  int64_t row = 1;
  for (const Pass& pass : nest->passes) {
    if (pass.inner.rank() == 0) continue;
    ++passes;
    row = Elements(pass.inner.numbers());
    for (const Reduce& reduce : pass.reduces) {
      const ir::ElementType element = program.exprs[reduce.inputs[0]].type.element;
      bytes = std::max(bytes, ir::StorageBytes(element));
    }
  }
  if (passes < 2 || RowFits(row, bytes, chip)) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("kernel '", program.name, "': goes ", passes, " times over rows of ",
                   row, " elements; ", chip.sublanes, " rows of each of ", kRowArrays,
                   " arrays, twice, do not fit chip ", chip.name, "'s VMEM of ",
                   chip.vmem_bytes, " bytes"));
}

}  // namespace

Program Kernel::For(Numerics numerics, bool debug) const {
  Program out = program;
  out.numerics = numerics;
  SetNumerics(numerics, &out.statements);
  if (!debug || over_arrays || program.sizes >= 0) return out;
  out.debug = true;
  // What an output's block holds before it is written is nothing to rely on: a TPU
  // does not fetch it. And who wrote what is seen when blocks go back.
  for (Ref& ref : out.refs) {
    if (!ref.window.has_value() || !ref.is_output) continue;
    ref.window->copied = true;
    ref.window->inside = false;
  }
  out.parallel = false;
  out.AddRef({Memory::kHbm, {ir::ElementType::kI64, {ReportWords(out)}}, true});
  return out;
}

int64_t VmemBytes(const ir::TensorType& type, const chip::Chip& chip) {
  const int bytes = ir::StorageBytes(type.element);
  int64_t elements = 1;
  const int rank = type.rank();
  for (int d = 0; d < rank; ++d) {
    int64_t size = type.dims()[d];
    if (d == rank - 1) size = RoundUp(size, chip.lanes);
    if (d == rank - 2) size = RoundUp(size, chip.TileRows(8 * bytes));
    elements *= size;
  }
  return std::max<int64_t>(elements, chip.lanes) * bytes;
}

bool RowFits(int64_t row, int element_bytes, const chip::Chip& chip) {
  constexpr int64_t kBuffers = 2;
  return row <= chip.vmem_bytes /
                    (kBuffers * kRowArrays * chip.sublanes * std::max(element_bytes, 4));
}

absl::Status CheckMemory(const Kernel& kernel, const chip::Chip& chip) {
  std::vector<Use> vmem, smem;
  for (const Statement& s : kernel.program.statements) {
    TW_RETURN_IF_ERROR(CheckRows(kernel.program, s, chip));
  }
  for (size_t r = 0; r < kernel.program.refs.size(); ++r) {
    const Ref& ref = kernel.program.refs[r];
    if (ref.memory == Memory::kHbm) continue;
    const std::string type = ir::ToString(ref.type);
    const std::string& name = kernel.ref_names[r];
    if (ref.memory == Memory::kSmem) {
      smem.push_back({absl::StrCat("'", name, "', ", type), ref.type.byte_size()});
    } else if (ref.window.has_value()) {
      const int copies = kernel.buffers[r];
      vmem.push_back({absl::StrCat("'", name, "', blocks ", type, ", ", copies,
                                   copies == 1 ? " buffer" : " buffers"),
                      VmemBytes(ref.type, chip) * copies});
    } else {
      vmem.push_back({absl::StrCat("'", name, "', ", type), VmemBytes(ref.type, chip)});
    }
  }
  TW_RETURN_IF_ERROR(
      CheckSpace(kernel.program.name, chip, "VMEM", chip.vmem_bytes, std::move(vmem)));
  return CheckSpace(kernel.program.name, chip, "SMEM", chip.smem_bytes, std::move(smem));
}

}  // namespace tilewright::tile
