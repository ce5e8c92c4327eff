#include "plan/serialize.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "ir/size/text.h"
#include "plan/launch.h"
#include "plan/wire.h"
#include "support/hash.h"
#include "support/status_macros.h"

namespace tilewright::plan {
namespace {

// What a plan's bytes begin with; the number at its end is the version.
constexpr absl::string_view kMagic = "TWPLAN\r\n8";
constexpr absl::string_view kLaunchMagic = "TWLAUNCH\r\n3";
// Deepest nesting of loops and branches, and most steps, that are read.
constexpr int kMaxDepth = 200;
constexpr int kMaxSteps = 1 << 20;
// Numbers of alternatives of ir::AttributeValue and ir::ConfigValue.
constexpr uint8_t kAttributeKinds = 7;
constexpr uint8_t kConfigKinds = 4;
static_assert(std::variant_size_v<ir::AttributeValue> == kAttributeKinds);
static_assert(std::variant_size_v<ir::ConfigValue> == kConfigKinds);
constexpr uint8_t kAttributeNames = [] {
  uint8_t count = 0;
#define TW_COUNT(name, text) ++count;
  TW_FOR_EACH_ATTRIBUTE(TW_COUNT)
#undef TW_COUNT
  return count;
}();

// ---- Types and constants.

void Write(Writer& w, const ir::Dims& dims) {
  w.Count(dims.size());
  for (int64_t d : dims) w.I64(d);
}

ir::Dims ReadDims(Reader& r) {
  ir::Dims dims(r.Count(8));
  for (int64_t& d : dims) d = r.I64();
  return dims;
}

void Write(Writer& w, const ir::TensorType& type) {
  w.U8(static_cast<uint8_t>(type.element));
  Write(w, type.dims());
}

ir::TensorType ReadType(Reader& r) {
  ir::TensorType type;
  type.element =
      static_cast<ir::ElementType>(r.Below(ir::kElementTypeCount, "an element type"));
  type.shape = ReadDims(r);
  // Whoever multiplies these sizes must not overflow.
  int64_t product = 0;
  const int bytes = std::max(1, ir::StorageBytes(type.element));
  if (!ir::BoundedProduct(type.dims(), ir::kMaxTensorBytes / bytes, &product)) {
    r.Fail("the sizes of a type");
    return ir::TensorType();
  }
  return type;
}

void Write(Writer& w, const ir::Literal& literal) {
  Write(w, literal.type());
  w.U8(literal.is_splat());
  const absl::Span<const uint8_t> bytes = literal.bytes();
  w.Text(absl::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

ir::Literal ReadLiteral(Reader& r) {
  ir::TensorType type = ReadType(r);
  const bool is_splat = r.Flag();
  const absl::string_view text = r.Text();
  if (!r.ok()) return ir::Literal();
  absl::StatusOr<ir::Literal> literal = ir::Literal::Create(
      std::move(type), std::vector<uint8_t>(text.begin(), text.end()), is_splat);
  if (!literal.ok()) {
    r.Fail(std::string(literal.status().message()));
    return ir::Literal();
  }
  return *std::move(literal);
}

// ---- Attributes.

void Write(Writer& w, bool value) { w.U8(value); }
void Write(Writer& w, int64_t value) { w.I64(value); }
void Write(Writer& w, double value) { w.F64(value); }
void Write(Writer& w, const std::string& value) { w.Text(value); }

void Write(Writer& w, const ir::Config& config) {
  w.Count(config.size());
  for (const auto& [key, value] : config) {
    w.Text(key);
    w.U8(static_cast<uint8_t>(value.index()));
    std::visit([&w](const auto& v) { Write(w, v); }, value);
  }
}

ir::Config ReadConfig(Reader& r) {
  ir::Config config;
  const size_t count = r.Count(10);
  for (size_t i = 0; i < count && r.ok(); ++i) {
    std::string key(r.Text());
    if (!config.empty() && key <= config.rbegin()->first) {
      r.Fail("a configuration's keys are not in order");
    }
    ir::ConfigValue value;
    switch (r.Below(kConfigKinds, "the kind of a configuration's value")) {
      case 0:
        value = r.Flag();
        break;
      case 1:
        value = r.I64();
        break;
      case 2:
        value = r.F64();
        break;
      default:
        value = std::string(r.Text());
        break;
    }
    config[std::move(key)] = std::move(value);
  }
  return config;
}

void Write(Writer& w, const ir::Attributes& attributes) {
  w.Count(attributes.values().size());
  for (const auto& [name, value] : attributes.values()) {
    w.U8(static_cast<uint8_t>(name));
    w.U8(static_cast<uint8_t>(value.index()));
    std::visit([&w](const auto& v) { Write(w, v); }, value);
  }
}

ir::Attributes ReadAttributes(Reader& r) {
  ir::Attributes attributes;
  const size_t count = r.Count(3);
  for (size_t i = 0; i < count && r.ok(); ++i) {
    const ir::AttributeName name =
        static_cast<ir::AttributeName>(r.Below(kAttributeNames, "an attribute's name"));
    if (!attributes.values().empty() && name <= attributes.values().rbegin()->first) {
      r.Fail("attributes are not in order");
    }
    ir::AttributeValue value;
    switch (r.Below(kAttributeKinds, "the kind of an attribute's value")) {
      case 0:
        value = r.Flag();
        break;
      case 1:
        value = r.I64();
        break;
      case 2:
        value = r.F64();
        break;
      case 3:
        value = std::string(r.Text());
        break;
      case 4:
        value = ReadDims(r);
        break;
      case 5:
        value = ReadLiteral(r);
        break;
      default:
        value = ReadConfig(r);
        break;
    }
    attributes.Set(name, std::move(value));
  }
  return attributes;
}

// ---- Steps.

void Write(Writer& w, const BufferRef& buffer) {
  w.U8(static_cast<uint8_t>(buffer.space));
  w.U32(static_cast<uint32_t>(buffer.index));
  w.I64(buffer.offset);
  w.I64(buffer.bytes);
}
constexpr size_t kBufferBytes = 21;

BufferRef ReadBuffer(Reader& r) {
  BufferRef buffer;
  buffer.space = static_cast<Space>(r.Below(5, "a buffer's space"));
  buffer.index = static_cast<int32_t>(r.U32());
  buffer.offset = r.I64();
  buffer.bytes = r.I64();
  return buffer;
}

void Write(Writer& w, const Kernel& kernel);
void Write(Writer& w, const DonatedBuffer& donation);
void Write(Writer& w, const Step& step);

template <typename T>
void WriteAll(Writer& w, const std::vector<T>& items) {
  w.Count(items.size());
  for (const T& item : items) Write(w, item);
}

// `item_bytes` is the least that an item takes.
template <typename T>
std::vector<T> ReadAll(Reader& r, size_t item_bytes, T (*read)(Reader&)) {
  const size_t count = r.Count(item_bytes);
  std::vector<T> items;
  for (size_t i = 0; i < count && r.ok(); ++i) items.push_back(read(r));
  return items;
}

std::vector<BufferRef> ReadBuffers(Reader& r) {
  return ReadAll(r, kBufferBytes, &ReadBuffer);
}
constexpr size_t kTypeBytes = 9;
std::vector<ir::TensorType> ReadTypes(Reader& r) {
  return ReadAll(r, kTypeBytes, &ReadType);
}

constexpr int64_t KernelCost::* kFigures[] = {
    &KernelCost::flops, &KernelCost::bytes_read, &KernelCost::bytes_written,
    &KernelCost::vpu,   &KernelCost::eup,        &KernelCost::xlu,
    &KernelCost::dmas,  &KernelCost::dma_bytes};
constexpr size_t kMxuBytes = 8 + 3 * 8;

void Write(Writer& w, const KernelCost& cost) {
  for (int64_t KernelCost::* figure : kFigures) w.I64(cost.*figure);
  w.Count(cost.mxu.size());
  for (const MxuCost& unit : cost.mxu) {
    w.Text(unit.type);
    w.I64(unit.passes);
    w.I64(unit.multiplies);
    w.I64(unit.slots);
  }
}

KernelCost ReadCost(Reader& r) {
  KernelCost cost;
  for (int64_t KernelCost::* figure : kFigures) cost.*figure = r.I64();
  cost.mxu.resize(r.Count(kMxuBytes));
  for (MxuCost& unit : cost.mxu) {
    unit.type = std::string(r.Text());
    unit.passes = r.I64();
    unit.multiplies = r.I64();
    unit.slots = r.I64();
  }
  return cost;
}

void Write(Writer& w, const Step& step) {
  w.U8(static_cast<uint8_t>(step.kind));
  w.Text(step.name);
  w.U32(static_cast<uint32_t>(step.ordinal));
  switch (step.kind) {
    case StepKind::kKernel:
      w.U32(static_cast<uint32_t>(step.kernel.kernel));
      WriteAll(w, step.kernel.buffers);
      w.I64(step.kernel.grid_steps);
      w.I64(step.kernel.scratch_bytes);
      Write(w, step.kernel.cost);
      w.Count(step.kernel.symbols.size());
      for (const ir::SymbolId symbol : step.kernel.symbols) {
        w.U32(static_cast<uint32_t>(symbol));
      }
      return;
    case StepKind::kCopy:
      Write(w, step.copy.from);
      Write(w, step.copy.to);
      return;
    case StepKind::kRoutine:
      w.Text(step.routine.routine);
      Write(w, step.routine.attributes);
      WriteAll(w, step.routine.operand_types);
      WriteAll(w, step.routine.result_types);
      WriteAll(w, step.routine.operands);
      WriteAll(w, step.routine.results);
      return;
    case StepKind::kWhile:
      WriteAll(w, step.loop.condition);
      Write(w, step.loop.predicate);
      WriteAll(w, step.loop.body);
      return;
    case StepKind::kCase:
      Write(w, step.branch.index);
      w.U8(step.branch.index_is_predicate);
      w.Count(step.branch.branches.size());
      for (const std::vector<Step>& steps : step.branch.branches) WriteAll(w, steps);
      return;
  }
}
// A step's kind, its name's length, its ordinal, and the least of its contents.
constexpr size_t kStepBytes = 1 + 8 + 4 + 12;

class StepReader {
 public:
  explicit StepReader(Reader& reader) : r_(reader) {}

  std::vector<Step> ReadSteps() {
    std::vector<Step> steps;
    const size_t count = r_.Count(kStepBytes);
    if (++depth_ > kMaxDepth) r_.Fail("loops and branches are nested too deeply");
    for (size_t i = 0; i < count && r_.ok(); ++i) {
      if (++steps_ > kMaxSteps) r_.Fail("too many steps");
      steps.emplace_back();
      ReadStep(steps.back());
    }
    --depth_;
    return steps;
  }

 private:
  void ReadStep(Step& step) {
    step.kind = static_cast<StepKind>(r_.Below(5, "a step's kind"));
    step.name = std::string(r_.Text());
    step.ordinal = static_cast<int32_t>(r_.U32());
    if (step.ordinal < -1) r_.Fail("a step's ordinal");
    switch (step.kind) {
      case StepKind::kKernel:
        step.kernel.kernel = static_cast<int32_t>(r_.U32());
        step.kernel.buffers = ReadBuffers(r_);
        step.kernel.grid_steps = r_.I64();
        step.kernel.scratch_bytes = r_.I64();
        step.kernel.cost = ReadCost(r_);
        step.kernel.symbols.resize(r_.Count(4));
        for (ir::SymbolId& symbol : step.kernel.symbols) {
          symbol = static_cast<ir::SymbolId>(r_.U32());
        }
        return;
      case StepKind::kCopy:
        step.copy.from = ReadBuffer(r_);
        step.copy.to = ReadBuffer(r_);
        return;
      case StepKind::kRoutine:
        step.routine.routine = std::string(r_.Text());
        step.routine.attributes = ReadAttributes(r_);
        step.routine.operand_types = ReadTypes(r_);
        step.routine.result_types = ReadTypes(r_);
        step.routine.operands = ReadBuffers(r_);
        step.routine.results = ReadBuffers(r_);
        return;
      case StepKind::kWhile:
        step.loop.condition = ReadSteps();
        step.loop.predicate = ReadBuffer(r_);
        step.loop.body = ReadSteps();
        return;
      case StepKind::kCase:
        step.branch.index = ReadBuffer(r_);
        step.branch.index_is_predicate = r_.Flag();
        const size_t branches = r_.Count(8);
        for (size_t i = 0; i < branches && r_.ok(); ++i) {
          step.branch.branches.push_back(ReadSteps());
        }
        return;
    }
  }

  Reader& r_;
  int depth_ = 0;
  int steps_ = 0;
};

// A number, or behind a flag the text of an expression, whose symbols are s0, s1, ...
void WriteSize(Writer& w, const ir::Size& size) {
  w.U8(!size.is_number());
  if (size.is_number()) {
    w.I64(size.number());
  } else {
    w.Text(ir::NamedText(size, {}));
  }
}

ir::Size ReadSize(Reader& r) {
  if (!r.Flag()) return r.I64();
  const auto symbol = [](absl::string_view name) -> absl::StatusOr<ir::SymbolId> {
    ir::SymbolId id = 0;
    const bool numbered = absl::ConsumePrefix(&name, "s") && absl::SimpleAtoi(name, &id);
    if (!numbered || id < 0) return absl::InvalidArgumentError("no such symbol");
    return id;
  };
  const absl::StatusOr<ir::Size> size = ir::ParseSize(r.Text(), symbol);
  if (size.ok()) return *size;
  r.Fail(absl::StrCat("a size: ", size.status().message()));
  return 0;
}

void Write(Writer& w, const Launch& launch) {
  WriteSize(w, launch.scratch_bytes);
  WriteSize(w, launch.grid_steps);
  w.Count(launch.buffers.size());
  for (const KernelBuffer& buffer : launch.buffers) {
    WriteSize(w, buffer.bytes);
    w.U8(buffer.written);
  }
  w.Count(launch.symbols.size());
  for (const ir::SymbolFacts& facts : launch.symbols) {
    w.I64(facts.at_least);
    w.I64(facts.at_most);
    w.I64(facts.multiple_of);
  }
  w.U32(static_cast<uint32_t>(launch.sizes));
}

Launch ReadLaunch(Reader& r) {
  Launch launch;
  launch.scratch_bytes = ReadSize(r);
  launch.grid_steps = ReadSize(r);
  launch.buffers.resize(r.Count(9));
  for (KernelBuffer& buffer : launch.buffers) {
    buffer.bytes = ReadSize(r);
    buffer.written = r.Flag();
  }
  launch.symbols.resize(r.Count(3 * 8));
  for (ir::SymbolFacts& facts : launch.symbols) {
    facts.at_least = r.I64();
    facts.at_most = r.I64();
    facts.multiple_of = r.I64();
  }
  launch.sizes = static_cast<int32_t>(r.U32());
  return launch;
}

void Write(Writer& w, const Kernel& kernel) {
  w.Text(kernel.name);
  w.Text(kernel.identity);
  Write(w, kernel.launch);
  for (const auto* texts : {&kernel.ref_names, &kernel.places}) {
    w.Count(texts->size());
    for (const std::string& text : *texts) w.Text(text);
  }
}
constexpr size_t kKernelBytes = 8 + 8 + 3 * 8 + 2 * 8;

Kernel ReadKernel(Reader& r) {
  Kernel kernel;
  kernel.name = std::string(r.Text());
  kernel.identity = std::string(r.Text());
  kernel.launch = ReadLaunch(r);
  for (auto* texts : {&kernel.ref_names, &kernel.places}) {
    texts->resize(r.Count(8));
    for (std::string& text : *texts) text = std::string(r.Text());
  }
  return kernel;
}

void Write(Writer& w, const DonatedBuffer& donation) {
  w.U32(static_cast<uint32_t>(donation.input));
  w.U32(static_cast<uint32_t>(donation.output));
}

DonatedBuffer ReadDonation(Reader& r) {
  DonatedBuffer donation;
  donation.input = static_cast<int32_t>(r.U32());
  donation.output = static_cast<int32_t>(r.U32());
  return donation;
}

}  // namespace

std::string Serialize(const Plan& plan) {
  Writer w;
  w.Text(kMagic);
  WriteAll(w, plan.inputs);
  WriteAll(w, plan.outputs);
  WriteAll(w, plan.constants);
  w.I64(plan.arena_bytes);
  WriteAll(w, plan.kernels);
  Write(w, plan.prepared);
  WriteAll(w, plan.preparation);
  WriteAll(w, plan.steps);
  WriteAll(w, plan.donations);
  std::string bytes = w.Take();
  bytes += Xxh3(bytes);
  return bytes;
}

absl::StatusOr<Plan> Deserialize(absl::string_view bytes) {
  // Not for those who would deceive, but for everything else that changes a plan between
  // here and there: another offset gives another result, and is sound otherwise.
  const size_t end = bytes.size() < kXxh3Bytes ? 0 : bytes.size() - kXxh3Bytes;
  if (Xxh3(bytes.substr(0, end)) != bytes.substr(end)) {
    return absl::DataLossError("plan is damaged: its checksum does not agree");
  }
  Reader r(bytes.substr(0, end));
  if (r.Text() != kMagic) r.Fail("wrong magic or version");
  Plan plan;
  plan.inputs = ReadTypes(r);
  plan.outputs = ReadTypes(r);
  plan.constants = ReadAll(r, kTypeBytes + 9, &ReadLiteral);
  plan.arena_bytes = r.I64();
  plan.kernels = ReadAll(r, kKernelBytes, &ReadKernel);
  plan.prepared = ReadDims(r);
  plan.preparation = StepReader(r).ReadSteps();
  plan.steps = StepReader(r).ReadSteps();
  plan.donations = ReadAll(r, 8, &ReadDonation);
  if (r.ok() && !r.at_end()) r.Fail("bytes are left over");
  if (!r.ok()) return absl::DataLossError(absl::StrCat("plan is damaged: ", r.why()));
  return plan;
}

std::string SerializeLaunch(const ObjectLaunch& launch) {
  Writer w;
  w.Text(kLaunchMagic);
  Write(w, launch.launch);
  w.Text(launch.object_checksum);
  return w.Take();
}

absl::StatusOr<ObjectLaunch> DeserializeLaunch(absl::string_view bytes) {
  Reader r(bytes);
  if (r.Text() != kLaunchMagic) r.Fail("wrong magic or version");
  ObjectLaunch launch;
  launch.launch = ReadLaunch(r);
  launch.object_checksum = std::string(r.Text());
  if (r.ok() && !r.at_end()) r.Fail("bytes are left over");
  if (!r.ok()) {
    return absl::DataLossError(absl::StrCat("kernel's launch is damaged: ", r.why()));
  }
  TW_RETURN_IF_ERROR(CheckLaunch(launch.launch));
  return launch;
}

}  // namespace tilewright::plan
