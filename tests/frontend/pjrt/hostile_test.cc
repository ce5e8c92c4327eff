// Whatever a caller hands over, the process goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "frontend/pjrt/data/options.h"
#include "frontend/pjrt/data/wire.h"
#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Hostile : public ClientTest {};

TEST_F(Hostile, NoArgumentsAreInvalidInEveryCall){
#define TW_NULL(name) \
  EXPECT_TRUE(absl::IsInvalidArgument(Took(Api()->PJRT_##name(nullptr)))) << #name;
    TW_PJRT_FUNCTIONS(TW_NULL)
#undef TW_NULL
}

TEST_F(Hostile, ASmallerStructThanItsVersionIsInvalidInEveryCall) {
#define TW_SMALL(name)                                                  \
  {                                                                     \
    auto args = Fresh<PJRT_##name##_Args>();                            \
    args.struct_size = sizeof(size_t);                                  \
    EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(name, args))) << #name; \
  }
  TW_PJRT_FUNCTIONS(TW_SMALL)
#undef TW_SMALL
}

// Calls that need nothing, or take null for something that is not there.
bool NeedsNothing(const std::string& name) {
  for (const char* const one :
       {"Plugin_Initialize", "Plugin_Attributes", "Client_Create", "Event_Create",
        "ExecuteContext_Create", "TopologyDescription_Create"}) {
    if (name == one) return true;
  }
  return name.find("Destroy") != std::string::npos;
}

TEST_F(Hostile, NullHandlesAreErrorsInEveryCall){
#define TW_EMPTY(name)                                                            \
  if (!NeedsNothing(#name)) {                                                     \
    auto args = Fresh<PJRT_##name##_Args>();                                      \
    const absl::Status status = TW_CALL(name, args);                              \
    EXPECT_TRUE(absl::IsInvalidArgument(status) || absl::IsUnimplemented(status)) \
        << #name << ": " << status;                                               \
  }
    TW_PJRT_FUNCTIONS(TW_EMPTY)
#undef TW_EMPTY
}

TEST_F(Hostile, AnOlderCallersStructIsNotWrittenBeyondItsEnd) {
  // An argument struct of the first version, and what lies behind it.
  auto args = Fresh<PJRT_Client_Create_Args>();
  std::memset(&args.kv_try_get_callback, 0x5A, 2 * sizeof(void*));
  args.struct_size = reinterpret_cast<const char*>(&args.kv_try_get_callback) -
                     reinterpret_cast<const char*>(&args);
  ASSERT_TRUE(TW_CALL(Client_Create, args).ok());
  EXPECT_EQ(*reinterpret_cast<const unsigned char*>(&args.kv_try_get_user_arg), 0x5A);
  Destroy(args.client);
}

TEST_F(Hostile, DevicesOfAnotherClientAreRefused) {
  PJRT_Client* const other = Create(1);
  const float value = 1;
  auto args = HostArgs(&value, {}, PJRT_Buffer_Type_F32);
  args.device = DevicesOf(other)[0];
  EXPECT_THAT(std::string(TW_CALL(Client_BufferFromHostBuffer, args).message()),
              HasSubstr("another client"));
  Destroy(other);
}

TEST_F(Hostile, SizesThatAreNegativeOrOverflowAreInvalid) {
  const float value = 1;
  for (const std::vector<int64_t>& dims :
       {std::vector<int64_t>{-1}, {int64_t{1} << 40, int64_t{1} << 40}, {0, -5}}) {
    auto args = HostArgs(&value, dims, PJRT_Buffer_Type_F32);
    EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(Client_BufferFromHostBuffer, args)));
  }
}

TEST_F(Hostile, ElementTypesThatAreNoneAreInvalid) {
  const float value = 1;
  for (const int type : {0, -1, 999}) {
    auto args = HostArgs(&value, {}, static_cast<PJRT_Buffer_Type>(type));
    EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(Client_BufferFromHostBuffer, args)));
  }
}

TEST_F(Hostile, ReadingIntoTooLittleRoomIsInvalid) {
  PJRT_Buffer* const buffer = FromHost({1, 2});
  float one = 0;
  auto args = Fresh<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer;
  args.dst = &one;
  args.dst_size = sizeof(one);
  EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(Buffer_ToHostBuffer, args)));
  auto raw = Fresh<PJRT_Buffer_CopyRawToHost_Args>();
  raw.buffer = buffer;
  raw.dst = &one;
  raw.offset = 6;
  raw.transfer_size = 4;
  EXPECT_TRUE(absl::IsInvalidArgument(TW_CALL(Buffer_CopyRawToHost, raw)));
  DestroyBuffer(buffer);
}

TEST_F(Hostile, CodeAndFormatsThatAreNotReadAreErrors) {
  EXPECT_FALSE(Compile("").ok());
  EXPECT_FALSE(Compile("ML\xefR garbage").ok());
  EXPECT_FALSE(Compile(std::string(100, '\0')).ok());
  EXPECT_TRUE(absl::IsUnimplemented(Compile("x", "hlo").status()));
}

TEST_F(Hostile, SerializedExecutablesThatAreNotOursAreRefused) {
  for (const std::string& bytes :
       {std::string(), std::string("garbage"), std::string("tilewright executable 1\n"),
        std::string("tilewright executable 1\nother build\n00\n5\nhello")}) {
    auto args = Fresh<PJRT_Executable_DeserializeAndLoad_Args>();
    args.client = client_;
    args.serialized_executable = bytes.data();
    args.serialized_executable_size = bytes.size();
    EXPECT_FALSE(TW_CALL(Executable_DeserializeAndLoad, args).ok()) << bytes;
  }
}

TEST(CompileOptions, AnyPrefixAndAnyChangedByteIsReadOrRefused) {
  CompileRequest request;
  request.device_ids = {3};
  std::string build;
  AppendInteger(&build, 4, 1);
  AppendInteger(&build, 5, 1);
  AppendBytes(&build, 9, DeviceAssignmentBytes(request));
  std::string options;
  AppendBytes(&options, 3, build);
  const absl::StatusOr<CompileRequest> read = ReadCompileOptions(options);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_THAT(read->device_ids, ElementsAre(3));
  for (size_t size = 0; size < options.size(); ++size) {
    ReadCompileOptions(options.substr(0, size)).IgnoreError();
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = options;
      changed[size] = static_cast<char>(byte);
      ReadCompileOptions(changed).IgnoreError();
    }
  }
  EXPECT_FALSE(ReadCompileOptions("\x1a\x7f").ok());
  EXPECT_FALSE(ReadCompileOptions(std::string(20, '\xff')).ok());
}

}  // namespace
}  // namespace tilewright::pjrt
