// Compilation and runs through the table of the PJRT C API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kPlusOne[] = R"(
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %y = stablehlo.add %x, %one : tensor<2xf32>
  return %y : tensor<2xf32>
})";
constexpr char kInPlace[] = R"(
func.func public @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32},
                       %y: tensor<2xf32>) -> tensor<2xf32> {
  %z = stablehlo.add %x, %y : tensor<2xf32>
  return %z : tensor<2xf32>
})";

class Executions : public ClientTest {
 protected:
  PJRT_LoadedExecutable* Compiled(const std::string& text) const {
    const absl::StatusOr<PJRT_LoadedExecutable*> executable = Compile(text);
    EXPECT_TRUE(executable.ok()) << executable.status();
    return executable.ok() ? *executable : nullptr;
  }
  static PJRT_Executable* Inside(PJRT_LoadedExecutable* loaded) {
    auto args = Fresh<PJRT_LoadedExecutable_GetExecutable_Args>();
    args.loaded_executable = loaded;
    EXPECT_TRUE(TW_CALL(LoadedExecutable_GetExecutable, args).ok());
    return args.executable;
  }
  static void DestroyInside(PJRT_Executable* executable) {
    auto args = Fresh<PJRT_Executable_Destroy_Args>();
    args.executable = executable;
    EXPECT_TRUE(TW_CALL(Executable_Destroy, args).ok());
  }
};

TEST_F(Executions, AProgramsOutputsAreMadeOfItsInputs) {
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  PJRT_Buffer* x = FromHost({1, 2});
  for (int run = 0; run < 3; ++run) {
    const absl::StatusOr<PJRT_Buffer*> y = Run(executable, {x});
    ASSERT_TRUE(y.ok()) << y.status();
    DestroyBuffer(x);
    x = *y;
  }
  EXPECT_THAT(*ToHost(x), ElementsAre(4, 5));
  DestroyBuffer(x);
  DestroyExecutable(executable);
}

TEST_F(Executions, ADonatedInputIsGoneAndItsMemoryIsTheOutputs) {
  PJRT_LoadedExecutable* const executable = Compiled(kInPlace);
  PJRT_Buffer* const x = FromHost({1, 2});
  PJRT_Buffer* const y = FromHost({10, 20});
  auto address = Fresh<PJRT_Buffer_UnsafePointer_Args>();
  address.buffer = x;
  ASSERT_TRUE(TW_CALL(Buffer_UnsafePointer, address).ok());
  const uintptr_t before = address.buffer_pointer;
  const absl::StatusOr<PJRT_Buffer*> z = Run(executable, {x, y});
  ASSERT_TRUE(z.ok()) << z.status();
  address.buffer = *z;
  ASSERT_TRUE(TW_CALL(Buffer_UnsafePointer, address).ok());
  EXPECT_EQ(address.buffer_pointer, before);
  EXPECT_TRUE(IsDeleted(x));
  EXPECT_FALSE(IsDeleted(y));
  EXPECT_THAT(std::string(Run(executable, {x, y}).status().message()),
              HasSubstr("deleted or donated"));
  EXPECT_THAT(*ToHost(*z), ElementsAre(11, 22));
  for (PJRT_Buffer* const one : {x, y, *z}) DestroyBuffer(one);
  DestroyExecutable(executable);
}

TEST_F(Executions, AnInputThatMayNotBeDonatedIsThereAfterwards) {
  PJRT_LoadedExecutable* const executable = Compiled(kInPlace);
  PJRT_Buffer* const x = FromHost({1, 2});
  const absl::StatusOr<PJRT_Buffer*> z = Run(executable, {x, x}, {0});
  ASSERT_TRUE(z.ok()) << z.status();
  EXPECT_THAT(*ToHost(x), ElementsAre(1, 2));
  EXPECT_THAT(*ToHost(*z), ElementsAre(2, 4));
  EXPECT_THAT(std::string(Run(executable, {x, x}).status().message()),
              HasSubstr("Attempt to use a buffer that was previously donated"));
  for (PJRT_Buffer* const one : {x, *z}) DestroyBuffer(one);
  DestroyExecutable(executable);
}

TEST_F(Executions, AMemoryThatOthersReadIsNotWrittenThoughItWasDonated) {
  PJRT_LoadedExecutable* const executable = Compiled(kInPlace);
  PJRT_Buffer* const x = FromHost({1, 2});
  PJRT_Buffer* const y = FromHost({10, 20});
  auto reference = Fresh<PJRT_Buffer_IncreaseExternalReferenceCount_Args>();
  reference.buffer = x;
  ASSERT_TRUE(TW_CALL(Buffer_IncreaseExternalReferenceCount, reference).ok());
  auto address = Fresh<PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args>();
  address.buffer = x;
  ASSERT_TRUE(TW_CALL(Buffer_OpaqueDeviceMemoryDataPointer, address).ok());
  const absl::StatusOr<PJRT_Buffer*> z = Run(executable, {x, y});
  ASSERT_TRUE(z.ok()) << z.status();
  EXPECT_THAT(*ToHost(*z), ElementsAre(11, 22));
  EXPECT_TRUE(IsDeleted(x));
  EXPECT_EQ(static_cast<const float*>(address.device_memory_ptr)[0], 1);
  auto release = Fresh<PJRT_Buffer_DecreaseExternalReferenceCount_Args>();
  release.buffer = x;
  EXPECT_TRUE(TW_CALL(Buffer_DecreaseExternalReferenceCount, release).ok());
  for (PJRT_Buffer* const one : {x, y, *z}) DestroyBuffer(one);
  DestroyExecutable(executable);
}

TEST_F(Executions, AnErrorsBufferFailsWhatReadsItAndNothingElse) {
  auto error = Fresh<PJRT_Client_CreateErrorBuffer_Args>();
  const int64_t dims[] = {2};
  error.client = client_;
  error.error_code = PJRT_Error_Code_ABORTED;
  error.error_message = "lost";
  error.error_message_size = 4;
  error.shape_dims = dims;
  error.shape_num_dims = 1;
  error.shape_element_type = PJRT_Buffer_Type_F32;
  error.memory = Memories()[0];
  ASSERT_TRUE(TW_CALL(Client_CreateErrorBuffer, error).ok());
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  const absl::StatusOr<PJRT_Buffer*> y = Run(executable, {error.buffer});
  ASSERT_TRUE(y.ok()) << y.status();
  EXPECT_EQ(ToHost(*y).status(), absl::AbortedError("lost"));
  PJRT_Buffer* const x = FromHost({1, 2});
  const absl::StatusOr<PJRT_Buffer*> z = Run(executable, {x});
  ASSERT_TRUE(z.ok());
  EXPECT_THAT(*ToHost(*z), ElementsAre(2, 3));
  for (PJRT_Buffer* const one : {error.buffer, x, *y, *z}) DestroyBuffer(one);
  DestroyExecutable(executable);
}

TEST_F(Executions, WrongArgumentsAreRefusedByNumber) {
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  PJRT_Buffer* const x = FromHost({1, 2});
  PJRT_Buffer* const longer = FromHost({1, 2, 3});
  EXPECT_THAT(std::string(Run(executable, {x, x}).status().message()),
              HasSubstr("supplied 2 buffers but compiled program expected 1"));
  EXPECT_THAT(std::string(Run(executable, {longer}).status().message()),
              HasSubstr("tensor<3xf32>"));
  EXPECT_TRUE(absl::IsInvalidArgument(Run(executable, {nullptr}).status()));
  for (PJRT_Buffer* const one : {x, longer}) DestroyBuffer(one);
  DestroyExecutable(executable);
}

TEST_F(Executions, ADeletedExecutableSaysSo) {
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  auto args = Fresh<PJRT_LoadedExecutable_Delete_Args>();
  args.executable = executable;
  ASSERT_TRUE(TW_CALL(LoadedExecutable_Delete, args).ok());
  PJRT_Buffer* const x = FromHost({1, 2});
  EXPECT_THAT(std::string(Run(executable, {x}).status().message()),
              HasSubstr("the executable was deleted"));
  DestroyBuffer(x);
  DestroyExecutable(executable);
}

TEST_F(Executions, WhatWasSerializedIsLoadedAgainAndDamageIsFound) {
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  PJRT_Executable* const inside = Inside(executable);
  auto serialize = Fresh<PJRT_Executable_Serialize_Args>();
  serialize.executable = inside;
  ASSERT_TRUE(TW_CALL(Executable_Serialize, serialize).ok());
  std::string bytes(serialize.serialized_bytes, serialize.serialized_bytes_size);
  serialize.serialized_executable_deleter(serialize.serialized_executable);
  auto load = Fresh<PJRT_Executable_DeserializeAndLoad_Args>();
  load.client = client_;
  load.serialized_executable = bytes.data();
  load.serialized_executable_size = bytes.size();
  ASSERT_TRUE(TW_CALL(Executable_DeserializeAndLoad, load).ok());
  PJRT_Buffer* const x = FromHost({1, 2});
  const absl::StatusOr<PJRT_Buffer*> y = Run(load.loaded_executable, {x});
  ASSERT_TRUE(y.ok()) << y.status();
  EXPECT_THAT(*ToHost(*y), ElementsAre(2, 3));
  bytes[bytes.size() - 20] ^= 1;
  EXPECT_FALSE(TW_CALL(Executable_DeserializeAndLoad, load).ok());
  for (PJRT_Buffer* const one : {x, *y}) DestroyBuffer(one);
  DestroyInside(inside);
  DestroyExecutable(load.loaded_executable);
  DestroyExecutable(executable);
}

TEST_F(Executions, OutputsAreDescribed) {
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  PJRT_Executable* const inside = Inside(executable);
  auto dims = Fresh<PJRT_Executable_OutputDimensions_Args>();
  dims.executable = inside;
  ASSERT_TRUE(TW_CALL(Executable_OutputDimensions, dims).ok());
  ASSERT_EQ(dims.num_outputs, 1u);
  EXPECT_EQ(dims.dim_sizes[0], 1u);
  EXPECT_EQ(dims.dims[0], 2);
  auto types = Fresh<PJRT_Executable_OutputElementTypes_Args>();
  types.executable = inside;
  ASSERT_TRUE(TW_CALL(Executable_OutputElementTypes, types).ok());
  EXPECT_EQ(types.output_types[0], PJRT_Buffer_Type_F32);
  auto stats = Fresh<PJRT_Executable_GetCompiledMemoryStats_Args>();
  stats.executable = inside;
  ASSERT_TRUE(TW_CALL(Executable_GetCompiledMemoryStats, stats).ok());
  EXPECT_EQ(stats.argument_size_in_bytes, 8);
  EXPECT_EQ(stats.output_size_in_bytes, 8);
  DestroyInside(inside);
  DestroyExecutable(executable);
}

TEST_F(Executions, ThreadsRunOneExecutableSideBySide) {
  PJRT_LoadedExecutable* const executable = Compiled(kPlusOne);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      PJRT_Buffer* x = FromHost({static_cast<float>(t), 0});
      for (int run = 0; run < 200; ++run) {
        const absl::StatusOr<PJRT_Buffer*> y = Run(executable, {x});
        ASSERT_TRUE(y.ok()) << y.status();
        DestroyBuffer(x);
        x = *y;
      }
      EXPECT_THAT(*ToHost(x), ElementsAre(200 + t, 200));
      DestroyBuffer(x);
    });
  }
  for (std::thread& thread : threads) thread.join();
  DestroyExecutable(executable);
}

TEST_F(Executions, ATopologyIsThatOfItsName) {
  const auto devices_of = [](const std::string& name) -> absl::StatusOr<size_t> {
    auto create = Fresh<PJRT_TopologyDescription_Create_Args>();
    create.topology_name = name.data();
    create.topology_name_size = name.size();
    const absl::Status status = TW_CALL(TopologyDescription_Create, create);
    if (!status.ok()) return status;
    auto devices = Fresh<PJRT_TopologyDescription_GetDeviceDescriptions_Args>();
    devices.topology = create.topology;
    EXPECT_TRUE(TW_CALL(TopologyDescription_GetDeviceDescriptions, devices).ok());
    auto destroy = Fresh<PJRT_TopologyDescription_Destroy_Args>();
    destroy.topology = create.topology;
    EXPECT_TRUE(TW_CALL(TopologyDescription_Destroy, destroy).ok());
    return devices.num_descriptions;
  };
  EXPECT_EQ(*devices_of("v6e:2x4"), 8u);
  EXPECT_EQ(*devices_of("v4"), 1u);
  EXPECT_FALSE(devices_of("v6e:2xmany").ok());
  EXPECT_FALSE(devices_of("v6e:64x64").ok());
  EXPECT_FALSE(devices_of("v99:2x2").ok());
}

TEST_F(Executions, AProgramIsCompiledForATopologyWithoutADevice) {
  auto topology = Fresh<PJRT_TopologyDescription_Create_Args>();
  ASSERT_TRUE(TW_CALL(TopologyDescription_Create, topology).ok());
  const std::string text = kPlusOne;
  PJRT_Program program = {};
  program.struct_size = sizeof(program);
  program.code = const_cast<char*>(text.data());
  program.code_size = text.size();
  program.format = "mlir";
  program.format_size = 4;
  auto compile = Fresh<PJRT_Compile_Args>();
  compile.topology = topology.topology;
  compile.program = &program;
  ASSERT_TRUE(TW_CALL(Compile, compile).ok());
  auto name = Fresh<PJRT_Executable_Name_Args>();
  name.executable = compile.executable;
  ASSERT_TRUE(TW_CALL(Executable_Name, name).ok());
  EXPECT_EQ(std::string(name.executable_name, name.executable_name_size), "main");
  DestroyInside(compile.executable);
  auto destroy = Fresh<PJRT_TopologyDescription_Destroy_Args>();
  destroy.topology = topology.topology;
  EXPECT_TRUE(TW_CALL(TopologyDescription_Destroy, destroy).ok());
}

}  // namespace
}  // namespace tilewright::pjrt
