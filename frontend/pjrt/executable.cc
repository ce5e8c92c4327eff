#include "frontend/pjrt/executable.h"

#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "frontend/pjrt/data/types.h"
#include "frontend/pjrt/entry/tokens.h"
#include "frontend/read_program.h"
#include "ir/print.h"
#include "plan/visit.h"
#include "runtime/run/compile_options.h"
#include "support/hash.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

// What is serialized begins with this, then the compiler's description and a checksum.
constexpr absl::string_view kMagic = "tilewright executable 1\n";

absl::Status CheckDevices(const CompileRequest& request, const ir::Program& program) {
  const int64_t devices = request.num_replicas * request.num_partitions;
  if (devices > 1 || program.num_partitions * program.num_replicas > 1) {
    return absl::UnimplementedError(absl::StrCat(
        "a program for several devices (", request.num_replicas, " replicas of ",
        request.num_partitions, " partitions) is not supported yet"));
  }
  if (!request.device_ids.empty() && request.device_ids.size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat("a device assignment of ",
                                                   request.device_ids.size(),
                                                   " devices for a program of one"));
  }
  return absl::OkStatus();
}

// Whether a run takes some microseconds at most, whatever its inputs.
bool IsSmall(const plan::Plan& plan) {
  constexpr int64_t kMostWork = 64 << 10;  // operations and bytes
  int64_t work = 0;
  bool bounded = true;
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) {
    switch (step.kind) {
      case plan::StepKind::kKernel: {
        const plan::KernelCost& cost = step.kernel.cost;
        work += cost.flops + cost.bytes_read + cost.bytes_written + 64;
        break;
      }
      case plan::StepKind::kCopy:
        work += step.copy.to.bytes;
        break;
      case plan::StepKind::kCase:
        break;
      default:
        bounded = false;
    }
    bounded = bounded && work >= 0 && work <= kMostWork;
  });
  return bounded;
}

// Places in kMemoryKinds.
absl::StatusOr<std::vector<int>> OutputKinds(const stablehlo::ParsedProgram& parsed) {
  for (const ir::TensorType& type : parsed.program.OutputTypes()) {
    if (type.rank() <= kMaxRank) continue;
    return absl::UnimplementedError(
        absl::StrCat("a result of more than ", kMaxRank, " dimensions"));
  }
  std::vector<int> kinds;
  for (const std::string& name : parsed.memory_kinds) {
    int kind = 0;
    while (kind < kMemoryKindCount && kMemoryKinds[kind] != name) ++kind;
    if (kind == kMemoryKindCount && !name.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", name, "\" is no kind of memory of this device"));
    }
    kinds.push_back(name.empty() ? 0 : kind);
  }
  return kinds;
}

void DescribeOutputs(Compiled* compiled) {
  for (const ir::TensorType& type : compiled->orders.output_types) {
    const Order& order = compiled->orders.outputs[compiled->types.size()];
    compiled->types.push_back(ToPjrt(type.element));
    compiled->dims.insert(compiled->dims.end(), type.dims().begin(), type.dims().end());
    compiled->dim_counts.push_back(type.dims().size());
    const absl::string_view kind =
        kMemoryKinds[compiled->output_kinds[compiled->types.size() - 1]];
    compiled->memory_kinds.push_back(kind.data());
    compiled->memory_kind_sizes.push_back(kind.size());
    compiled->layouts.push_back(std::make_unique<PJRT_Layouts_MemoryLayout>(
        PJRT_Layouts_MemoryLayout{type.rank(), order}));
    compiled->layout_pointers.push_back(compiled->layouts.back().get());
  }
}

// Figures under XLA's names, which jax.stages.Compiled.cost_analysis() gives.
void DescribeCost(Compiled* compiled) {
  const plan::Plan& plan = compiled->plan();
  double flops = 0, transcendentals = 0, bytes = 0;
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) {
    if (step.kind != plan::StepKind::kKernel) return;
    const plan::KernelCost& cost = step.kernel.cost;
    flops += static_cast<double>(cost.flops);
    bytes += static_cast<double>(cost.bytes_read + cost.bytes_written);
    transcendentals += static_cast<double>(cost.eup);
  });
  compiled->cost.AddFloat("flops", static_cast<float>(flops));
  compiled->cost.AddFloat("transcendentals", static_cast<float>(transcendentals));
  compiled->cost.AddFloat("bytes accessed", static_cast<float>(bytes));
}

// "[dense<[1, 0]> : tensor<2xindex>]", as XLA has the layouts of an entry.
std::string AttributeOf(const std::vector<Order>& orders,
                        const std::vector<ir::TensorType>& types) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < types.size(); ++i) {
    const int rank = types[i].rank();
    const std::string dims = absl::StrJoin(MinorToMajor(orders[i], rank), ", ");
    texts.push_back(absl::StrCat("dense<", rank == 0 ? "" : absl::StrCat("[", dims, "]"),
                                 "> : tensor<", rank, "xindex>"));
  }
  return absl::StrCat("[", absl::StrJoin(texts, ", "), "]");
}

// As it runs: tokens are arrays there.
absl::StatusOr<stablehlo::ParsedProgram> ReadCode(
    absl::string_view code, const stablehlo::ParseOptions& options = {}) {
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed,
                      frontend::ReadProgram(code, options));
  MakeTokensArrays(&parsed.program);
  return parsed;
}

}  // namespace

absl::StatusOr<CompiledPtr> CompileFor(const PJRT_TopologyDescription& topology,
                                       absl::string_view format, absl::string_view code,
                                       absl::string_view options) {
  if (format != "mlir") {
    return absl::UnimplementedError(
        absl::StrCat("programs in the format \"", format, "\": mlir is what is read"));
  }
  auto compiled = std::make_shared<Compiled>();
  TW_ASSIGN_OR_RETURN(compiled->request, ReadCompileOptions(options));
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed, ReadCode(code));
  TW_RETURN_IF_ERROR(CheckDevices(compiled->request, parsed.program));
  TW_ASSIGN_OR_RETURN(compiled->orders, PlaceEntry(&parsed));
  compiled->name = parsed.module_name.empty() ? parsed.program.name : parsed.module_name;
  TW_ASSIGN_OR_RETURN(
      runtime::CompileOptions compile,
      runtime::CompileOptionsFor(topology.setting.chip, topology.setting.numerics));
  compile.name = compiled->name;
  TW_ASSIGN_OR_RETURN(compiled->executable,
                      runtime::Executable::Compile(parsed.program, compile));
  TW_RETURN_IF_ERROR(compiled->executable->refused());
  compiled->code = std::string(code);
  compiled->options = std::string(options);
  // Bytes of equal options may differ.
  compiled->fingerprint = Sha256Hex(absl::StrCat(
      topology.platform_version, "\n", DeviceAssignmentBytes(compiled->request), "\n",
      ir::CanonicalText(parsed.program)));
  compiled->donated.assign(compiled->plan().inputs.size(), false);
  for (const int input : parsed.given_up) compiled->donated[input] = true;
  compiled->any_donated = !parsed.given_up.empty();
  TW_ASSIGN_OR_RETURN(compiled->output_kinds, OutputKinds(parsed));
  compiled->channels = std::move(parsed.host_channels);
  compiled->small = IsSmall(compiled->plan());
  DescribeOutputs(compiled.get());
  DescribeCost(compiled.get());
  return CompiledPtr(std::move(compiled));
}

// Functions stay written out, and what is about several devices is gone: XLA, which reads
// this, knows neither here.
absl::StatusOr<std::string> TextOf(const Compiled& compiled) {
  stablehlo::ParseOptions options;
  options.recognise_functions = false;
  TW_ASSIGN_OR_RETURN(const stablehlo::ParsedProgram parsed,
                      ReadCode(compiled.code, options));
  std::string text = ir::Print(parsed.program);
  const EntryOrders& orders = compiled.orders;
  if (!AnyPlaced(orders)) return text;
  // An attribute of the module, which is the text's first.
  const std::string first = "attributes {";
  const size_t begin = text.find(first);
  if (begin == std::string::npos) return absl::InternalError("a module without one");
  text.insert(begin + first.size(),
              absl::StrCat("mhlo.xla_entry_computation_parameter_layouts = ",
                           AttributeOf(orders.inputs, parsed.program.InputTypes()),
                           ", mhlo.xla_entry_computation_result_layouts = ",
                           AttributeOf(orders.outputs, orders.output_types), ", "));
  return text;
}

// The program itself is what is kept: compiling it again finds its plan and kernels in
// the cache, and where they are gone, makes them anew. Code is never taken from
// elsewhere.
std::string SerializeCompiled(absl::string_view platform_version,
                              const Compiled& compiled) {
  const std::string body =
      absl::StrCat(compiled.code.size(), "\n", compiled.code, compiled.options);
  return absl::StrCat(kMagic, platform_version, "\n", Sha256Hex(body), "\n", body);
}

absl::StatusOr<CompiledPtr> DeserializeCompiled(const PJRT_TopologyDescription& topology,
                                                absl::string_view bytes,
                                                absl::string_view options) {
  const auto take_line = [&bytes](absl::string_view* line) {
    const size_t end = bytes.find('\n');
    if (end == absl::string_view::npos) return false;
    *line = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    return true;
  };
  absl::string_view version, checksum, size_text;
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return absl::InvalidArgumentError("these bytes are no serialized executable of ours");
  }
  bytes.remove_prefix(kMagic.size());
  if (!take_line(&version) || !take_line(&checksum)) {
    return absl::InvalidArgumentError("a serialized executable is cut off");
  }
  if (version != topology.platform_version) {
    return absl::FailedPreconditionError(absl::StrCat("an executable of \"", version,
                                                      "\" cannot be loaded by \"",
                                                      topology.platform_version, "\""));
  }
  if (Sha256Hex(bytes) != checksum) {
    return absl::InvalidArgumentError("a serialized executable is damaged");
  }
  size_t size = 0;
  if (!take_line(&size_text) || !absl::SimpleAtoi(size_text, &size) ||
      size > bytes.size()) {
    return absl::InvalidArgumentError("a serialized executable is damaged");
  }
  return CompileFor(topology, "mlir", bytes.substr(0, size),
                    options.empty() ? bytes.substr(size) : options);
}

absl::StatusOr<PJRT_LoadedExecutable*> Load(std::shared_ptr<PJRT_Client> client,
                                            CompiledPtr compiled) {
  int64_t id = 0;
  if (!compiled->request.device_ids.empty()) id = compiled->request.device_ids[0];
  if (id < 0 || id >= static_cast<int64_t>(client->pointers.size())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the program is for device ", id, ", there are ", client->pointers.size()));
  }
  auto loaded = std::make_unique<PJRT_LoadedExecutable>();
  loaded->device = client->pointers[id];
  loaded->client = std::move(client);
  loaded->fingerprint = compiled->fingerprint;
  loaded->compiled = std::move(compiled);
  return loaded.release();
}

}  // namespace tilewright::pjrt
