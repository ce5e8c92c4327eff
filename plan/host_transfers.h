// Steps of a plan in which a run hands an array to its host, or waits for one of it:
// routine steps of these names, whose only operand or result is the array.
#pragma once

#include <cstdint>
#include <variant>

#include "absl/strings/string_view.h"
#include "ir/attributes.h"

namespace tilewright::plan {

inline constexpr absl::string_view kSendToHost = "tilewright.send_to_host";
inline constexpr absl::string_view kReceiveFromHost = "tilewright.receive_from_host";

inline bool IsHostTransfer(absl::string_view routine) {
  return routine == kSendToHost || routine == kReceiveFromHost;
}

// The program's first channel is 0, the next 1: what a caller numbers them is no part of
// the program. -1 where none is named.
inline int64_t ChannelOf(const ir::Attributes& attributes) {
  const ir::Config& config = attributes.Configuration(ir::AttributeName::kBackendConfig);
  const auto channel = config.find("channel");
  if (channel == config.end()) return -1;
  const int64_t* const number = std::get_if<int64_t>(&channel->second);
  return number == nullptr ? -1 : *number;
}

}  // namespace tilewright::plan
