// Transfers between a program and its host: send and recv. They become calls that have a
// side effect, and so stay in the order in which they are written; tokens, by which
// StableHLO orders them, are then nothing.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;

// Names that plan/host_transfers.h has, too.
constexpr char kSend[] = "tilewright.send_to_host";
constexpr char kReceive[] = "tilewright.receive_from_host";

bool IsTrue(const Attribute* attribute) {
  return attribute != nullptr &&
         (attribute->kind == Attribute::Kind::kUnit || attribute->flag);
}

}  // namespace

// The channel's number among the program's own: callers number theirs anew each time, and
// equal programs have equal text.
absl::StatusOr<int64_t> Lowering::HostChannel(const Op& op) {
  if (!IsTrue(op.Find("is_host_transfer"))) {
    return source_.Unsupported(
        op.at, absl::StrCat("'", op.name, "' between devices is not supported"));
  }
  const Attribute* channel = op.Find("channel_id");
  if (const Attribute* const handle = op.Find("channel_handle")) {
    channel = handle->Find("handle");
  }
  if (channel == nullptr || channel->kind != Attribute::Kind::kInteger) {
    return source_.Invalid(op.at, absl::StrCat("'", op.name, "' names no channel"));
  }
  std::vector<int64_t>& channels = parsed_.host_channels;
  const auto known = std::find(channels.begin(), channels.end(), channel->integer);
  if (known != channels.end()) return known - channels.begin();
  channels.push_back(channel->integer);
  return static_cast<int64_t>(channels.size()) - 1;
}

absl::Status Lowering::LowerHostTransfer(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const int64_t channel, HostChannel(op));
  const auto is_token = [this](ir::ValueId value) {
    return program_.type(value).element == ir::ElementType::kToken;
  };
  ir::Operation call;
  call.kind = ir::OpKind::kCustomCall;
  TW_ASSIGN_OR_RETURN(call.operands, Operands(op, context));
  call.operands.erase(
      std::remove_if(call.operands.begin(), call.operands.end(), is_token),
      call.operands.end());
  TW_ASSIGN_OR_RETURN(const std::vector<ir::TensorType> types,
                      FlattenAll(op.result_types, op.at));
  std::vector<ir::TensorType> made;
  for (const ir::TensorType& type : types) {
    if (type.element != ir::ElementType::kToken) made.push_back(type);
  }
  const bool sends = op.name == "stablehlo.send";
  if (call.operands.size() != (sends ? 1 : 0) || made.size() != (sends ? 0 : 1)) {
    return source_.Unsupported(
        op.at,
        absl::StrCat("'", op.name, "' of ", sends ? call.operands.size() : made.size(),
                     " arrays: one is supported"));
  }
  call.attributes.Set(kCallTargetName, sends ? kSend : kReceive);
  call.attributes.Set(kHasSideEffect, true);
  call.attributes.Set(kApiVersion, int64_t{1});
  call.attributes.Set(kBackendConfig, ir::Config{{"channel", channel}});
  TW_ASSIGN_OR_RETURN(const Values received,
                      Append(std::move(call), std::move(made), op.at, context));
  Values results;
  size_t next = 0;
  for (const ir::TensorType& type : types) {
    if (type.element != ir::ElementType::kToken) {
      results.push_back(received[next++]);
      continue;
    }
    TW_ASSIGN_OR_RETURN(
        const ir::ValueId token,
        Emit(ir::OpKind::kAfterAll, {}, ir::Attributes(), type, op.at, context));
    results.push_back(token);
  }
  return DefineValues(op, results, context);
}

}  // namespace tilewright::stablehlo
