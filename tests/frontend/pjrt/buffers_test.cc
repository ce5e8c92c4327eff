// Arrays through the table of the PJRT C API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Buffers : public ClientTest {
 protected:
  // Of `arrays` arrays of two f32 each, which are there when they have been filled. Null
  // after a failure of the test.
  PJRT_AsyncHostToDeviceTransferManager* Arriving(size_t arrays) {
    const int64_t dims[] = {2};
    PJRT_ShapeSpec spec = {};
    spec.struct_size = sizeof(spec);
    spec.dims = dims;
    spec.num_dims = 1;
    spec.element_type = PJRT_Buffer_Type_F32;
    std::vector<PJRT_ShapeSpec> specs(arrays, spec);
    auto args = Fresh<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
    args.client = client_;
    args.shape_specs = specs.data();
    args.num_shape_specs = arrays;
    args.memory = Memories()[0];
    EXPECT_TRUE(TW_CALL(Client_CreateBuffersForAsyncHostToDevice, args).ok());
    return args.transfer_manager;
  }
};

TEST_F(Buffers, WhatIsSentIsWhatIsRead) {
  PJRT_Buffer* const buffer = FromHost({1, 2, 3});
  EXPECT_THAT(*ToHost(buffer), ElementsAre(1, 2, 3));
  DestroyBuffer(buffer);
}

TEST_F(Buffers, NegativeAndTransposedStridesAreRead) {
  const float values[] = {0, 1, 2, 3, 4, 5};
  const std::vector<int64_t> dims = {3, 2};
  // Of the rows of a 2x3 array, from the last to the first, the columns.
  const int64_t strides[] = {4, -12};
  auto args = HostArgs(values + 3, dims, PJRT_Buffer_Type_F32);
  args.byte_strides = strides;
  args.num_byte_strides = 2;
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, args).ok());
  EXPECT_THAT(*ToHost(args.buffer), ElementsAre(3, 0, 4, 1, 5, 2));
  DestroyEvent(args.done_with_host_buffer);
  DestroyBuffer(args.buffer);
}

TEST_F(Buffers, AHostLayoutOrdersWhatIsRead) {
  const float values[] = {0, 1, 2, 3, 4, 5};
  const std::vector<int64_t> dims = {2, 3};
  auto args = HostArgs(values, dims, PJRT_Buffer_Type_F32);
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, args).ok());
  const int64_t columns_first[] = {0, 1};
  PJRT_Buffer_MemoryLayout layout = {};
  layout.struct_size = sizeof(layout);
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.minor_to_major = columns_first;
  layout.tiled.minor_to_major_size = 2;
  std::vector<float> read(6);
  auto to_host = Fresh<PJRT_Buffer_ToHostBuffer_Args>();
  to_host.src = args.buffer;
  to_host.host_layout = &layout;
  to_host.dst = read.data();
  to_host.dst_size = sizeof(float) * read.size();
  ASSERT_TRUE(TW_CALL(Buffer_ToHostBuffer, to_host).ok());
  ASSERT_TRUE(Await(to_host.event).ok());
  EXPECT_THAT(read, ElementsAre(0, 3, 1, 4, 2, 5));
  DestroyEvent(to_host.event);
  DestroyEvent(args.done_with_host_buffer);
  DestroyBuffer(args.buffer);
}

TEST_F(Buffers, MemoryThatMayBeUsedInPlaceIsTheCallersUntilTheBufferGoes) {
  alignas(64) float values[16] = {7};
  const std::vector<int64_t> dims = {16};
  auto args = HostArgs(values, dims, PJRT_Buffer_Type_F32);
  args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableZeroCopy;
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, args).ok());
  auto address = Fresh<PJRT_Buffer_UnsafePointer_Args>();
  address.buffer = args.buffer;
  ASSERT_TRUE(TW_CALL(Buffer_UnsafePointer, address).ok());
  EXPECT_EQ(address.buffer_pointer, reinterpret_cast<uintptr_t>(values));
  EXPECT_FALSE(IsReady(args.done_with_host_buffer));
  DestroyBuffer(args.buffer);
  EXPECT_TRUE(IsReady(args.done_with_host_buffer));
  DestroyEvent(args.done_with_host_buffer);
}

TEST_F(Buffers, MemoryThatIsTheCallersAfterTheCallIsCopiedInIt) {
  alignas(64) float values[16] = {7};
  const std::vector<int64_t> dims = {16};
  auto args = HostArgs(values, dims, PJRT_Buffer_Type_F32);
  args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, args).ok());
  values[0] = 8;
  EXPECT_EQ((*ToHost(args.buffer))[0], 7);
  DestroyEvent(args.done_with_host_buffer);
  DestroyBuffer(args.buffer);
}

TEST_F(Buffers, TruthValuesOtherThanZeroAndOneAreRefused) {
  const uint8_t values[] = {1, 2};
  const std::vector<int64_t> dims = {2};
  auto args = HostArgs(values, dims, PJRT_Buffer_Type_PRED);
  EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(Client_BufferFromHostBuffer, args)));
}

TEST_F(Buffers, ADeletedArraySaysSoToWhoeverReadsIt) {
  PJRT_Buffer* const buffer = FromHost({1});
  Delete(buffer);
  Delete(buffer);
  EXPECT_TRUE(IsDeleted(buffer));
  EXPECT_THAT(std::string(ToHost(buffer).status().message()),
              HasSubstr("deleted or donated"));
  auto ready = Fresh<PJRT_Buffer_ReadyEvent_Args>();
  ready.buffer = buffer;
  ASSERT_TRUE(TW_CALL(Buffer_ReadyEvent, ready).ok());
  EXPECT_FALSE(Await(ready.event).ok());
  DestroyEvent(ready.event);
  DestroyBuffer(buffer);
}

TEST_F(Buffers, MemoryStaysWhileThereAreExternalReferences) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto more = Fresh<PJRT_Buffer_IncreaseExternalReferenceCount_Args>();
  more.buffer = buffer;
  ASSERT_TRUE(TW_CALL(Buffer_IncreaseExternalReferenceCount, more).ok());
  auto address = Fresh<PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args>();
  address.buffer = buffer;
  ASSERT_TRUE(TW_CALL(Buffer_OpaqueDeviceMemoryDataPointer, address).ok());
  Delete(buffer);
  EXPECT_TRUE(IsDeleted(buffer));
  EXPECT_EQ(static_cast<const float*>(address.device_memory_ptr)[1], 2);
  auto less = Fresh<PJRT_Buffer_DecreaseExternalReferenceCount_Args>();
  less.buffer = buffer;
  EXPECT_TRUE(TW_CALL(Buffer_DecreaseExternalReferenceCount, less).ok());
  EXPECT_TRUE(
      absl::IsFailedPrecondition(TW_CALL(Buffer_DecreaseExternalReferenceCount, less)));
  DestroyBuffer(buffer);
}

TEST_F(Buffers, CopiesGoToOtherDevicesAndToHostMemory) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  auto device = Fresh<PJRT_Buffer_CopyToDevice_Args>();
  device.buffer = buffer;
  device.dst_device = Device(1);
  ASSERT_TRUE(TW_CALL(Buffer_CopyToDevice, device).ok());
  EXPECT_THAT(*ToHost(device.dst_buffer), ElementsAre(1, 2));
  auto memory = Fresh<PJRT_Buffer_CopyToMemory_Args>();
  memory.buffer = device.dst_buffer;
  memory.dst_memory = Memories()[1];
  ASSERT_TRUE(TW_CALL(Buffer_CopyToMemory, memory).ok());
  EXPECT_THAT(*ToHost(memory.dst_buffer), ElementsAre(1, 2));
  auto where = Fresh<PJRT_Buffer_Memory_Args>();
  where.buffer = memory.dst_buffer;
  ASSERT_TRUE(TW_CALL(Buffer_Memory, where).ok());
  EXPECT_EQ(where.memory, Memories()[1]);
  for (PJRT_Buffer* const one : {buffer, device.dst_buffer, memory.dst_buffer}) {
    DestroyBuffer(one);
  }
}

TEST_F(Buffers, OnlyTheDevicesOwnMemoryCountsAsItsHbm) {
  auto before = Fresh<PJRT_Device_MemoryStats_Args>();
  before.device = Device();
  ASSERT_TRUE(TW_CALL(Device_MemoryStats, before).ok());
  const std::vector<float> values(1000);
  const std::vector<int64_t> dims = {1000};
  auto host = HostArgs(values.data(), dims, PJRT_Buffer_Type_F32);
  host.memory = Memories()[2];
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, host).ok());
  auto after = before;
  ASSERT_TRUE(TW_CALL(Device_MemoryStats, after).ok());
  EXPECT_EQ(after.bytes_in_use, before.bytes_in_use);
  PJRT_Buffer* const buffer = FromHost(values);
  ASSERT_TRUE(TW_CALL(Device_MemoryStats, after).ok());
  EXPECT_EQ(after.bytes_in_use, before.bytes_in_use + 4000);
  DestroyEvent(host.done_with_host_buffer);
  DestroyBuffer(host.buffer);
  DestroyBuffer(buffer);
}

TEST_F(Buffers, MoreThanTheChipHasIsResourceExhausted) {
  auto args = Fresh<PJRT_Client_CreateUninitializedBuffer_Args>();
  args.client = client_;
  const int64_t dims[] = {int64_t{1} << 34};
  args.shape_dims = dims;
  args.shape_num_dims = 1;
  args.shape_element_type = PJRT_Buffer_Type_F32;
  args.device = Device();
  EXPECT_TRUE(absl::IsResourceExhausted(TW_CALL(Client_CreateUninitializedBuffer, args)));
}

TEST_F(Buffers, AnErrorsBufferGivesItToWhoeverReadsIt) {
  auto args = Fresh<PJRT_Client_CreateErrorBuffer_Args>();
  args.client = client_;
  args.error_code = PJRT_Error_Code_DATA_LOSS;
  args.error_message = "the tape broke";
  args.error_message_size = 14;
  args.shape_element_type = PJRT_Buffer_Type_F32;
  args.memory = Memories()[0];
  ASSERT_TRUE(TW_CALL(Client_CreateErrorBuffer, args).ok());
  EXPECT_EQ(ToHost(args.buffer).status(), absl::DataLossError("the tape broke"));
  EXPECT_EQ(ToHost(args.buffer).status(), absl::DataLossError("the tape broke"));
  DestroyBuffer(args.buffer);
}

TEST_F(Buffers, ViewsAreReleasedWithTheirLastUser) {
  alignas(64) static float values[16] = {3};
  static std::atomic<int> released{0};
  released = 0;
  const int64_t dims[] = {16};
  auto args = Fresh<PJRT_Client_CreateViewOfDeviceBuffer_Args>();
  args.client = client_;
  args.device_buffer_ptr = values;
  args.dims = dims;
  args.num_dims = 1;
  args.element_type = PJRT_Buffer_Type_F32;
  args.device = Device();
  args.on_delete_callback = [](void* data, void* count) {
    EXPECT_EQ(data, values);
    ++*static_cast<std::atomic<int>*>(count);
  };
  args.on_delete_callback_arg = &released;
  ASSERT_TRUE(TW_CALL(Client_CreateViewOfDeviceBuffer, args).ok());
  EXPECT_EQ((*ToHost(args.buffer))[0], 3);
  EXPECT_EQ(released, 0);
  DestroyBuffer(args.buffer);
  EXPECT_EQ(released, 1);
}

TEST_F(Buffers, ArraysThatAreFilledInPiecesAreThereWhenTheLastIs) {
  auto* const manager = Arriving(2);
  ASSERT_NE(manager, nullptr);
  PJRT_Buffer* buffers[2];
  PJRT_Event* ready[2];
  for (int i = 0; i < 2; ++i) {
    auto retrieve = Fresh<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>();
    retrieve.transfer_manager = manager;
    retrieve.buffer_index = i;
    ASSERT_TRUE(TW_CALL(AsyncHostToDeviceTransferManager_RetrieveBuffer, retrieve).ok());
    buffers[i] = retrieve.buffer_out;
    auto event = Fresh<PJRT_Buffer_ReadyEvent_Args>();
    event.buffer = buffers[i];
    ASSERT_TRUE(TW_CALL(Buffer_ReadyEvent, event).ok());
    ready[i] = event.event;
    EXPECT_FALSE(IsReady(ready[i]));
  }
  // The second before the first, its end before its beginning.
  const float values[] = {3, 4};
  for (const int at : {1, 0}) {
    auto data = Fresh<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>();
    data.transfer_manager = manager;
    data.buffer_index = 1;
    data.data = &values[at];
    data.offset = at * 4;
    data.transfer_size = 4;
    data.is_last_transfer = at == 0;
    ASSERT_TRUE(TW_CALL(AsyncHostToDeviceTransferManager_TransferData, data).ok());
    DestroyEvent(data.done_with_h2d_transfer);
  }
  EXPECT_TRUE(Await(ready[1]).ok());
  EXPECT_THAT(*ToHost(buffers[1]), ElementsAre(3, 4));
  EXPECT_FALSE(IsReady(ready[0]));
  // A transfer that is given up fails who reads the array.
  auto destroy = Fresh<PJRT_AsyncHostToDeviceTransferManager_Destroy_Args>();
  destroy.transfer_manager = manager;
  ASSERT_TRUE(TW_CALL(AsyncHostToDeviceTransferManager_Destroy, destroy).ok());
  EXPECT_TRUE(absl::IsCancelled(ToHost(buffers[0]).status()));
  for (int i = 0; i < 2; ++i) {
    DestroyEvent(ready[i]);
    DestroyBuffer(buffers[i]);
  }
}

TEST_F(Buffers, HandlesOutliveTheirClient) {
  PJRT_Client* const client = Create(1);
  auto args = Fresh<PJRT_Client_BufferFromHostBuffer_Args>();
  const float value = 5;
  args.client = client;
  args.data = &value;
  args.type = PJRT_Buffer_Type_F32;
  args.device = DevicesOf(client)[0];
  ASSERT_TRUE(TW_CALL(Client_BufferFromHostBuffer, args).ok());
  Destroy(client);
  EXPECT_THAT(*ToHost(args.buffer), ElementsAre(5));
  DestroyEvent(args.done_with_host_buffer);
  DestroyBuffer(args.buffer);
}

// However little the run does: who hands it over may be who sends the data.
TEST_F(Buffers, ARunOfAnArrayThatIsStillArrivingIsQueued) {
  auto* const manager = Arriving(1);
  ASSERT_NE(manager, nullptr);
  auto retrieve = Fresh<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>();
  retrieve.transfer_manager = manager;
  ASSERT_TRUE(TW_CALL(AsyncHostToDeviceTransferManager_RetrieveBuffer, retrieve).ok());
  const auto executable = Compile(R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
})");
  ASSERT_TRUE(executable.ok()) << executable.status();
  const auto output = Run(*executable, {retrieve.buffer_out});
  ASSERT_TRUE(output.ok()) << output.status();
  const float values[] = {3, 4};
  auto data = Fresh<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>();
  data.transfer_manager = manager;
  data.data = values;
  data.transfer_size = sizeof(values);
  data.is_last_transfer = true;
  ASSERT_TRUE(TW_CALL(AsyncHostToDeviceTransferManager_TransferData, data).ok());
  EXPECT_THAT(*ToHost(*output), ElementsAre(6, 8));
  DestroyEvent(data.done_with_h2d_transfer);
  auto destroy = Fresh<PJRT_AsyncHostToDeviceTransferManager_Destroy_Args>();
  destroy.transfer_manager = manager;
  ASSERT_TRUE(TW_CALL(AsyncHostToDeviceTransferManager_Destroy, destroy).ok());
  DestroyBuffer(*output);
  DestroyBuffer(retrieve.buffer_out);
  DestroyExecutable(*executable);
}

}  // namespace
}  // namespace tilewright::pjrt
