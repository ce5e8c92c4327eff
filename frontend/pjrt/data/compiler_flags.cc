#include "frontend/pjrt/data/compiler_flags.h"

#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "frontend/pjrt/data/wire.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

struct FlagRow {
  absl::string_view name;
  FlagKind kind;
};

// Of executables rather than debugging: the only names without XLA's prefix.
constexpr FlagRow kPlainFlags[] = {
    {"exec_time_optimization_effort", FlagKind::kNumber},
    {"memory_fitting_effort", FlagKind::kNumber},
    {"optimization_level", FlagKind::kInteger},
    {"memory_fitting_level", FlagKind::kInteger},
};

// Those of XLA's whose type people rely on; any other value of any other flag is taken.
constexpr FlagRow kTypedFlags[] = {
    {"xla_embed_ir_in_executable", FlagKind::kBool},
    {"xla_dump_hlo_as_text", FlagKind::kBool},
    {"xla_dump_hlo_as_proto", FlagKind::kBool},
    {"xla_dump_max_hlo_modules", FlagKind::kInteger},
    {"xla_backend_optimization_level", FlagKind::kInteger},
    {"xla_allow_excess_precision", FlagKind::kBool},
    {"xla_cpu_enable_fast_math", FlagKind::kBool},
    {"xla_gpu_auto_spmd_partitioning_memory_budget_ratio", FlagKind::kNumber},
};

absl::string_view NameOf(FlagKind kind) {
  switch (kind) {
    case FlagKind::kText:
      return "string";
    case FlagKind::kBool:
      return "bool";
    case FlagKind::kInteger:
      return "int32";
    default:
      return "float";
  }
}

// Text stands for a value of any kind.
bool Fits(const CompilerFlag& flag, FlagKind wanted) {
  int64_t integer = 0;
  double number = 0;
  switch (wanted) {
    case FlagKind::kBool:
      return flag.kind == FlagKind::kBool ||
             (flag.kind == FlagKind::kText &&
              (absl::EqualsIgnoreCase(flag.text, "true") ||
               absl::EqualsIgnoreCase(flag.text, "false")));
    case FlagKind::kInteger:
      return flag.kind == FlagKind::kInteger ||
             (flag.kind == FlagKind::kText && absl::SimpleAtoi(flag.text, &integer));
    case FlagKind::kNumber:
      return flag.kind == FlagKind::kInteger || flag.kind == FlagKind::kNumber ||
             (flag.kind == FlagKind::kText && absl::SimpleAtod(flag.text, &number));
    default:
      return true;
  }
}

absl::Status ReadValue(absl::string_view bytes, CompilerFlag* flag) {
  return ReadMessage(bytes, [flag](const WireField& field) -> absl::Status {
    if (field.number == 1 && field.is_bytes) {
      flag->kind = FlagKind::kText;
      flag->text = std::string(field.bytes);
    } else if (field.number == 2 && !field.is_bytes) {
      flag->kind = FlagKind::kBool;
      flag->text = field.integer != 0 ? "True" : "False";
    } else if (field.number == 3 && !field.is_bytes) {
      flag->kind = FlagKind::kInteger;
      flag->text = absl::StrCat(static_cast<int64_t>(field.integer));
    } else if (field.number == 4 && !field.is_bytes) {
      double number = 0;
      std::memcpy(&number, &field.integer, sizeof(number));
      flag->kind = FlagKind::kNumber;
      flag->text = absl::StrCat(number);
    }
    return absl::OkStatus();
  });
}

}  // namespace

absl::Status CheckCompilerFlag(const CompilerFlag& flag) {
  bool known = absl::StartsWith(flag.name, "xla_");
  FlagKind wanted = FlagKind::kText;
  for (const FlagRow& row : kTypedFlags) {
    if (row.name == flag.name) wanted = row.kind;
  }
  for (const FlagRow& row : kPlainFlags) {
    if (row.name != flag.name) continue;
    known = true;
    wanted = row.kind;
  }
  if (!known) {
    return absl::InvalidArgumentError(
        absl::StrCat("No such compile option: '", flag.name, "'"));
  }
  if (Fits(flag, wanted)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("While setting option ", flag.name,
                                                 ", '", flag.text, "' is not a valid ",
                                                 NameOf(wanted), " value."));
}

absl::Status CheckFlagEntry(absl::string_view bytes) {
  CompilerFlag flag;
  TW_RETURN_IF_ERROR(ReadMessage(bytes, [&flag](const WireField& field) -> absl::Status {
    if (!field.is_bytes) return absl::OkStatus();
    if (field.number == 1) flag.name = std::string(field.bytes);
    if (field.number == 2) return ReadValue(field.bytes, &flag);
    return absl::OkStatus();
  }));
  return CheckCompilerFlag(flag);
}

}  // namespace tilewright::pjrt
