// A client of the PJRT C API that is not JAX: the table, and what tests need of it.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "frontend/pjrt/api.h"
#include "frontend/pjrt/error.h"

namespace tilewright::pjrt {

// Arguments of a call, as large as this version's, and null.
template <typename A>
A Fresh() {
  A args = {};
  args.struct_size = sizeof(A);
  return args;
}

inline absl::Status Took(PJRT_Error* error) {
  if (error == nullptr) return absl::OkStatus();
  auto message = Fresh<PJRT_Error_Message_Args>();
  message.error = error;
  Api()->PJRT_Error_Message(&message);
  auto code = Fresh<PJRT_Error_GetCode_Args>();
  code.error = error;
  EXPECT_EQ(Api()->PJRT_Error_GetCode(&code), nullptr);
  const absl::Status status =
      StatusOf(code.code, {message.message, message.message_size});
  auto destroy = Fresh<PJRT_Error_Destroy_Args>();
  destroy.error = error;
  Api()->PJRT_Error_Destroy(&destroy);
  return status;
}

// Calls a function of the table.
#define TW_CALL(name, args) Took(Api()->PJRT_##name(&(args)))

class ClientTest : public ::testing::Test {
 protected:
  void SetUp() override { client_ = Create(); }
  void TearDown() override { Destroy(client_); }

  static PJRT_Client* Create(int64_t devices = 2) {
    PJRT_NamedValue option = {};
    option.struct_size = sizeof(option);
    option.name = "devices";
    option.name_size = std::strlen(option.name);
    option.type = PJRT_NamedValue_kInt64;
    option.int64_value = devices;
    auto args = Fresh<PJRT_Client_Create_Args>();
    args.create_options = &option;
    args.num_options = 1;
    const absl::Status status = TW_CALL(Client_Create, args);
    EXPECT_TRUE(status.ok()) << status;
    return args.client;
  }
  static void Destroy(PJRT_Client* client) {
    auto args = Fresh<PJRT_Client_Destroy_Args>();
    args.client = client;
    EXPECT_TRUE(TW_CALL(Client_Destroy, args).ok());
  }

  static std::vector<PJRT_Device*> DevicesOf(PJRT_Client* client) {
    auto args = Fresh<PJRT_Client_Devices_Args>();
    args.client = client;
    EXPECT_TRUE(TW_CALL(Client_Devices, args).ok());
    return {args.devices, args.devices + args.num_devices};
  }
  PJRT_Device* Device(int index = 0) const { return DevicesOf(client_)[index]; }
  // Of the first device.
  std::vector<PJRT_Memory*> Memories() const {
    auto args = Fresh<PJRT_Device_AddressableMemories_Args>();
    args.device = Device();
    EXPECT_TRUE(TW_CALL(Device_AddressableMemories, args).ok());
    return {args.memories, args.memories + args.num_memories};
  }

  PJRT_Client_BufferFromHostBuffer_Args HostArgs(const void* data,
                                                 const std::vector<int64_t>& dims,
                                                 PJRT_Buffer_Type type) const {
    auto args = Fresh<PJRT_Client_BufferFromHostBuffer_Args>();
    args.client = client_;
    args.data = data;
    args.type = type;
    args.dims = dims.data();
    args.num_dims = dims.size();
    args.device = Device();
    return args;
  }
  PJRT_Buffer* FromHost(const std::vector<float>& values) const {
    const std::vector<int64_t> dims = {static_cast<int64_t>(values.size())};
    auto args = HostArgs(values.data(), dims, PJRT_Buffer_Type_F32);
    const absl::Status status = TW_CALL(Client_BufferFromHostBuffer, args);
    EXPECT_TRUE(status.ok()) << status;
    DestroyEvent(args.done_with_host_buffer);
    return args.buffer;
  }
  template <typename T = float>
  static absl::StatusOr<std::vector<T>> ToHost(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_ToHostBuffer_Args>();
    args.src = buffer;
    absl::Status status = TW_CALL(Buffer_ToHostBuffer, args);
    if (!status.ok()) return status;
    std::vector<T> values(args.dst_size / sizeof(T));
    args.dst = values.data();
    status = TW_CALL(Buffer_ToHostBuffer, args);
    if (!status.ok()) return status;
    status = Await(args.event);
    DestroyEvent(args.event);
    if (!status.ok()) return status;
    return values;
  }
  static absl::Status Await(PJRT_Event* event) {
    auto args = Fresh<PJRT_Event_Await_Args>();
    args.event = event;
    return TW_CALL(Event_Await, args);
  }
  static bool IsReady(PJRT_Event* event) {
    auto args = Fresh<PJRT_Event_IsReady_Args>();
    args.event = event;
    EXPECT_TRUE(TW_CALL(Event_IsReady, args).ok());
    return args.is_ready;
  }
  static void DestroyEvent(PJRT_Event* event) {
    auto args = Fresh<PJRT_Event_Destroy_Args>();
    args.event = event;
    EXPECT_TRUE(TW_CALL(Event_Destroy, args).ok());
  }
  static void DestroyBuffer(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_Destroy_Args>();
    args.buffer = buffer;
    EXPECT_TRUE(TW_CALL(Buffer_Destroy, args).ok());
  }
  static void Delete(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_Delete_Args>();
    args.buffer = buffer;
    EXPECT_TRUE(TW_CALL(Buffer_Delete, args).ok());
  }
  static bool IsDeleted(PJRT_Buffer* buffer) {
    auto args = Fresh<PJRT_Buffer_IsDeleted_Args>();
    args.buffer = buffer;
    EXPECT_TRUE(TW_CALL(Buffer_IsDeleted, args).ok());
    return args.is_deleted;
  }

  // Text of StableHLO; no options.
  absl::StatusOr<PJRT_LoadedExecutable*> Compile(const std::string& text,
                                                 const std::string& format = "mlir",
                                                 const std::string& options = "") const {
    PJRT_Program program = {};
    program.struct_size = sizeof(program);
    program.code = const_cast<char*>(text.data());
    program.code_size = text.size();
    program.format = format.data();
    program.format_size = format.size();
    auto args = Fresh<PJRT_Client_Compile_Args>();
    args.client = client_;
    args.program = &program;
    args.compile_options = options.data();
    args.compile_options_size = options.size();
    const absl::Status status = TW_CALL(Client_Compile, args);
    if (!status.ok()) return status;
    return args.executable;
  }
  static void DestroyExecutable(PJRT_LoadedExecutable* executable) {
    auto args = Fresh<PJRT_LoadedExecutable_Destroy_Args>();
    args.executable = executable;
    EXPECT_TRUE(TW_CALL(LoadedExecutable_Destroy, args).ok());
  }
  // Of one output.
  static absl::StatusOr<PJRT_Buffer*> Run(PJRT_LoadedExecutable* executable,
                                          std::vector<PJRT_Buffer*> arguments,
                                          std::vector<int64_t> kept = {}) {
    PJRT_Buffer* output = nullptr;
    PJRT_Buffer** outputs = &output;
    PJRT_Buffer* const* inputs = arguments.data();
    auto options = Fresh<PJRT_ExecuteOptions>();
    options.non_donatable_input_indices = kept.data();
    options.num_non_donatable_input_indices = kept.size();
    auto args = Fresh<PJRT_LoadedExecutable_Execute_Args>();
    args.executable = executable;
    args.options = &options;
    args.argument_lists = &inputs;
    args.num_devices = 1;
    args.num_args = arguments.size();
    args.output_lists = &outputs;
    const absl::Status status = TW_CALL(LoadedExecutable_Execute, args);
    if (!status.ok()) return status;
    return output;
  }

  PJRT_Client* client_ = nullptr;
};

}  // namespace tilewright::pjrt
