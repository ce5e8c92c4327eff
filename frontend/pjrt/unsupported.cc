// Calls that say by name that they are not there.
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"

namespace tilewright::pjrt::calls {

#define TW_PJRT_UNSUPPORTED(name)                                       \
  absl::Status name(PJRT_##name##_Args& args) {                         \
    return absl::UnimplementedError("PJRT_" #name " is not supported"); \
  }
TW_PJRT_UNSUPPORTED(Client_CreateAliasBuffer)
TW_PJRT_UNSUPPORTED(Client_FulfillAliasBuffer)
TW_PJRT_UNSUPPORTED(Buffer_CopyRawToHostFuture)
TW_PJRT_UNSUPPORTED(Buffer_DonateWithControlDependency)
#undef TW_PJRT_UNSUPPORTED

}  // namespace tilewright::pjrt::calls
