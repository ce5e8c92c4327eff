// The extension of layouts.
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/data/types.h"
#include "frontend/pjrt/error.h"
#include "frontend/pjrt/executable.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

struct PJRT_Layouts_SerializedLayout {
  std::string bytes;
};

namespace calls {
namespace {

absl::StatusOr<PJRT_Layouts_MemoryLayout*> DefaultLayout(PJRT_Buffer_Type type,
                                                         const int64_t* dims,
                                                         size_t num_dims) {
  TW_ASSIGN_OR_RETURN(const ir::TensorType array, TensorOf(type, dims, num_dims));
  return new PJRT_Layouts_MemoryLayout{array.rank()};
}

}  // namespace

absl::Status Layouts_MemoryLayout_Destroy(PJRT_Layouts_MemoryLayout_Destroy_Args& args) {
  delete args.layout;
  return absl::OkStatus();
}

absl::Status Layouts_MemoryLayout_Serialize(
    PJRT_Layouts_MemoryLayout_Serialize_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"layout", args.layout}}));
  args.serialized_layout =
      new PJRT_Layouts_SerializedLayout{TextOf(args.layout->order, args.layout->rank)};
  args.serialized_bytes = args.serialized_layout->bytes.data();
  args.serialized_bytes_size = args.serialized_layout->bytes.size();
  args.serialized_layout_deleter = [](PJRT_Layouts_SerializedLayout* bytes) {
    delete bytes;
  };
  return absl::OkStatus();
}

absl::Status Layouts_PJRT_Buffer_MemoryLayout(
    PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.layout =
      new PJRT_Layouts_MemoryLayout{args.buffer->type().rank(), args.buffer->order()};
  return absl::OkStatus();
}

absl::Status Layouts_PJRT_Client_GetDefaultLayout(
    PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(args.layout, DefaultLayout(args.type, args.dims, args.num_dims));
  return absl::OkStatus();
}

absl::Status Layouts_PJRT_Topology_GetDefaultLayout(
    PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args& args) {
  TW_RETURN_IF_ERROR(
      CheckPointers({{"topology_description", args.topology_description}}));
  TW_ASSIGN_OR_RETURN(args.layout, DefaultLayout(args.type, args.dims, args.num_dims));
  return absl::OkStatus();
}

absl::Status Layouts_PJRT_Executable_GetOutputLayouts(
    PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", args.executable}}));
  args.num_outputs = args.executable->compiled->layout_pointers.size();
  args.layouts = const_cast<PJRT_Layouts_MemoryLayout**>(
      args.executable->compiled->layout_pointers.data());
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
