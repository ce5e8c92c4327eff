#include "tests/reference/plan_run.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "support/abi.h"
#include "support/status_macros.h"
#include "tests/reference/evaluate.h"

namespace tilewright::reference {

using plan::BufferRef;
using plan::Space;
using plan::Step;
using plan::StepKind;

namespace {

constexpr int64_t kMostRounds = int64_t{1} << 20;
constexpr int64_t kMostElementBytes = 16;

int64_t ElementBytes(ElementType type) { return ir::StorageBytes(type); }

// The element's bytes in memory.
void CopyOut(ElementType type, const Element& x, uint8_t* to) {
  const size_t part = ir::StorageBytes(ir::RealPart(type));
  std::memcpy(to, &x.re, part);
  if (ir::IsComplex(type)) std::memcpy(to + part, &x.im, part);
}

Element CopyIn(ElementType type, const uint8_t* from) {
  const size_t part = ir::StorageBytes(ir::RealPart(type));
  Element x;
  std::memcpy(&x.re, from, part);
  if (ir::IsComplex(type)) std::memcpy(&x.im, from + part, part);
  return x;
}

}  // namespace

// --- Memory ------------------------------------------------------------------------

void Memory::Free::operator()(uint8_t* p) const { std::free(p); }

Memory::Memory(int64_t bytes) {
  // Vectors may be read to their ends.
  const int64_t whole =
      (bytes + 2 * TW_BUFFER_ALIGNMENT) / TW_BUFFER_ALIGNMENT * TW_BUFFER_ALIGNMENT;
  bytes_.reset(static_cast<uint8_t*>(std::aligned_alloc(TW_BUFFER_ALIGNMENT, whole)));
  std::memset(bytes_.get(), 0, whole);
}

Array Memory::Load(int64_t offset, const ir::TensorType& type) const {
  Array array = {type, std::vector<Element>(type.num_elements())};
  const int64_t size = ElementBytes(type.element);
  for (size_t i = 0; i < array.elements.size(); ++i) {
    array.elements[i] =
        CopyIn(type.element, bytes_.get() + offset + static_cast<int64_t>(i) * size);
  }
  const int64_t end = offset + type.byte_size();
  for (auto note = notes_.lower_bound(offset - kMostElementBytes);
       note != notes_.end() && note->first < end; ++note) {
    const auto& [at, what] = *note;
    const int64_t noted_end = at + ElementBytes(what.type);
    if (noted_end <= offset) continue;
    const bool same =
        what.type == type.element && at >= offset && (at - offset) % size == 0;
    const int64_t first = (std::max(at, offset) - offset) / size;
    const int64_t last = (std::min(noted_end, end) - 1 - offset) / size;
    for (int64_t i = first; i <= last; ++i) {
      array.elements[i].radius = same ? what.radius : kUnknownRadius;
    }
  }
  return array;
}

void Memory::ForgetRadii(int64_t offset, int64_t bytes) {
  notes_.erase(notes_.lower_bound(offset), notes_.lower_bound(offset + bytes));
}

bool Memory::HasRadii(int64_t offset, int64_t bytes) const {
  const auto first = notes_.lower_bound(offset);
  return first != notes_.end() && first->first < offset + bytes;
}

void Memory::Store(int64_t offset, const Array& array) {
  ForgetRadii(offset, array.type.byte_size());
  const int64_t size = ElementBytes(array.type.element);
  for (size_t i = 0; i < array.elements.size(); ++i) {
    const Element& x = array.elements[i];
    const int64_t at = offset + static_cast<int64_t>(i) * size;
    CopyOut(array.type.element, x, bytes_.get() + at);
    if (!IsExact(x)) notes_[at] = {array.type.element, x.radius};
  }
}

void Memory::Copy(const Memory& from, int64_t from_offset, Memory& to, int64_t to_offset,
                  int64_t bytes) {
  if (&from == &to && from_offset == to_offset) return;
  std::memmove(to.bytes_.get() + to_offset, from.bytes_.get() + from_offset, bytes);
  std::vector<std::pair<int64_t, Note>> notes(
      from.notes_.lower_bound(from_offset), from.notes_.lower_bound(from_offset + bytes));
  to.ForgetRadii(to_offset, bytes);
  for (const auto& [at, note] : notes) to.notes_[at - from_offset + to_offset] = note;
}

// --- Steps -------------------------------------------------------------------------

PlanRun::PlanRun(const plan::Plan& plan, RunKernel kernel, RunRoutine routine)
    : plan_(plan), kernel_(std::move(kernel)), routine_(std::move(routine)) {
  const auto add = [&](Space space, int64_t bytes) -> Memory& {
    auto& memories = spaces_[static_cast<int>(space)];
    memories.push_back(std::make_unique<Memory>(bytes));
    return *memories.back();
  };
  add(Space::kArena, plan.arena_bytes);
  for (const ir::TensorType& type : plan.inputs) add(Space::kInput, type.byte_size());
  for (const ir::TensorType& type : plan.outputs) add(Space::kOutput, type.byte_size());
  for (const ir::Literal& literal : plan.constants) {
    const std::vector<uint8_t> bytes = literal.Expand();
    Memory& memory = add(Space::kConstant, static_cast<int64_t>(bytes.size()));
    if (!bytes.empty()) std::memcpy(memory.data(), bytes.data(), bytes.size());
  }
  for (int64_t bytes : plan.prepared) add(Space::kPrepared, bytes);
}

Memory& PlanRun::At(const BufferRef& ref) const {
  return *spaces_[static_cast<int>(ref.space)][ref.index];
}

absl::StatusOr<std::vector<Array>> PlanRun::Run(absl::Span<const Array> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    spaces_[static_cast<int>(Space::kInput)][i]->Store(0, inputs[i]);
  }
  TW_RETURN_IF_ERROR(RunAll(plan_.preparation));
  TW_RETURN_IF_ERROR(RunAll(plan_.steps));
  std::vector<Array> outputs;
  for (size_t o = 0; o < plan_.outputs.size(); ++o) {
    outputs.push_back(
        spaces_[static_cast<int>(Space::kOutput)][o]->Load(0, plan_.outputs[o]));
  }
  return outputs;
}

absl::Status PlanRun::RunAll(const std::vector<Step>& steps) {
  for (const Step& step : steps) TW_RETURN_IF_ERROR(RunOne(step));
  return absl::OkStatus();
}

absl::StatusOr<bool> PlanRun::Proceeds(const BufferRef& predicate) {
  const Array x = Load(predicate, ir::Scalar(ElementType::kI1));
  if (IsExact(x.elements[0])) return x.elements[0].re != 0;
  return absl::AbortedError("a loop's predicate is not known");
}

absl::StatusOr<int64_t> PlanRun::Taken(const plan::CaseStep& step) {
  if (step.index_is_predicate) {
    TW_ASSIGN_OR_RETURN(const bool first, Proceeds(step.index));
    return first ? 0 : 1;
  }
  const Array x = Load(step.index, ir::Scalar(ElementType::kI32));
  if (!IsExact(x.elements[0])) return absl::AbortedError("a branch is not known");
  const int64_t value = IntegerOf(ElementType::kI32, x.elements[0]);
  const auto count = static_cast<int64_t>(step.branches.size());
  return value < 0 || value >= count ? count - 1 : value;
}

absl::Status PlanRun::RunOne(const Step& step) {
  switch (step.kind) {
    case StepKind::kKernel:
      return kernel_(step.kernel, *this);
    case StepKind::kCopy:
      Memory::Copy(At(step.copy.from), step.copy.from.offset, At(step.copy.to),
                   step.copy.to.offset, step.copy.to.bytes);
      return absl::OkStatus();
    case StepKind::kRoutine:
      return routine_(step.routine, *this);
    case StepKind::kWhile:
      for (int64_t round = 0; round < kMostRounds; ++round) {
        TW_RETURN_IF_ERROR(RunAll(step.loop.condition));
        TW_ASSIGN_OR_RETURN(const bool proceeds, Proceeds(step.loop.predicate));
        if (!proceeds) return absl::OkStatus();
        TW_RETURN_IF_ERROR(RunAll(step.loop.body));
      }
      return absl::AbortedError("a loop goes on and on");
    case StepKind::kCase: {
      TW_ASSIGN_OR_RETURN(const int64_t taken, Taken(step.branch));
      return RunAll(step.branch.branches[taken]);
    }
  }
  return absl::InternalError("a step of no kind");
}

// --- Kernels -----------------------------------------------------------------------

std::vector<Array> LoadArrays(const tile::Program& program, const plan::KernelStep& step,
                              const PlanRun& run) {
  std::vector<Array> arrays;
  for (const tile::Ref& ref : program.refs) {
    if (ref.memory != tile::Memory::kHbm) continue;
    arrays.push_back(run.Load(step.buffers[arrays.size()], ref.type));
  }
  return arrays;
}

void StoreArrays(const tile::Program& program, const plan::KernelStep& step,
                 absl::Span<const Array> arrays, PlanRun& run) {
  size_t next = 0;
  for (const tile::Ref& ref : program.refs) {
    if (ref.memory != tile::Memory::kHbm) continue;
    if (ref.is_output) run.Store(step.buffers[next], arrays[next]);
    ++next;
  }
}

PlanRun::RunKernel ByReference(absl::Span<const tile::Program> programs) {
  return [programs](const plan::KernelStep& step, PlanRun& run) {
    const tile::Program& program = programs[step.kernel];
    std::vector<Array> arrays = LoadArrays(program, step, run);
    TW_RETURN_IF_ERROR(Evaluate(program, absl::MakeSpan(arrays)));
    StoreArrays(program, step, arrays, run);
    return absl::OkStatus();
  };
}

// --- Comparison --------------------------------------------------------------------

namespace {

std::string Text(ElementType type, const Element& x) {
  const ElementType part = ir::RealPart(type);
  const auto real = [&](uint64_t bits) {
    return absl::StrFormat("%.17g", RealOf(part, bits));
  };
  std::string text;
  if (!ir::IsFloat(part)) {
    text = absl::StrCat(IntegerOf(type, x));
  } else {
    text = real(x.re);
    if (ir::IsComplex(type)) absl::StrAppend(&text, " + ", real(x.im), "i");
  }
  return absl::StrCat(text, absl::StrFormat(" (bits %x", x.re),
                      ir::IsComplex(type) ? absl::StrFormat(", %x)", x.im) : ")");
}

bool IsWithin(ElementType part, uint64_t expected, uint64_t actual, double radius) {
  const double x = RealOf(part, expected), y = RealOf(part, actual);
  if (std::isnan(x)) return std::isnan(y);
  // The bound itself is rounded.
  const double least = std::numeric_limits<double>::denorm_min();
  return expected == actual || std::fabs(x - y) <= radius * (1 + 0x1p-40) + least;
}

bool Agrees(ElementType type, const Element& expected, const Element& actual) {
  if (IsExact(expected)) return expected.re == actual.re && expected.im == actual.im;
  const ElementType part = ir::RealPart(type);
  if (!ir::IsFloat(part)) return false;
  return IsWithin(part, expected.re, actual.re, expected.radius) &&
         (!ir::IsComplex(type) ||
          IsWithin(part, expected.im, actual.im, expected.radius));
}

}  // namespace

Agreement Compare(const Array& expected, const uint8_t* actual) {
  Agreement agreement;
  const ElementType type = expected.type.element;
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    const Element& x = expected.elements[i];
    if (IsUnknown(x)) {
      ++agreement.unknown;
      continue;
    }
    ++agreement.known;
    const Element y = CopyIn(type, actual + static_cast<int64_t>(i) * ElementBytes(type));
    if (Agrees(type, x, y) || !agreement.difference.empty()) continue;
    agreement.difference =
        absl::StrCat("element ", i, " of ", ir::ToString(expected.type), " is ",
                     Text(type, y), ", expected ", Text(type, x));
    if (!IsExact(x)) absl::StrAppend(&agreement.difference, " +- ", x.radius);
  }
  return agreement;
}

}  // namespace tilewright::reference
