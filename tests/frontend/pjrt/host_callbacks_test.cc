// Programs that exchange arrays with their host, through the table of the PJRT C API.
#include "frontend/pjrt/host_callbacks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "tests/frontend/pjrt/client.h"

namespace tilewright::pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// y = 10 * host(x), over channels that a caller numbers 7 and 8, say.
std::string Exchange(int send, int receive) {
  const auto handle = [](int channel) {
    return "#stablehlo.channel_handle<handle = " + std::to_string(channel) +
           ", type = 2>";
  };
  return R"(
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%x, %t) <{channel_handle = )" +
         handle(send) + R"(, is_host_transfer = true}>
      : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%s) <{channel_handle = )" +
         handle(receive) + R"(, is_host_transfer = true}>
      : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %ten = stablehlo.constant dense<10.0> : tensor<2xf32>
  %y = stablehlo.multiply %r#0, %ten : tensor<2xf32>
  return %y : tensor<2xf32>
})";
}

// What the host does: adds one, and answers in two chunks, on another thread.
struct Host {
  std::vector<float> values;
  std::thread thread;
  absl::Status refuses;
  bool gives_up = false;
};

PJRT_Error* OnSend(PJRT_Chunk* chunk, PJRT_CallbackError* make_error, size_t size,
                   bool done, void* user_arg) {
  Host& host = *static_cast<Host*>(user_arg);
  host.values.resize(chunk->size / sizeof(float));
  std::memcpy(host.values.data(), chunk->data, chunk->size);
  chunk->deleter(chunk->data, chunk->deleter_arg);
  EXPECT_TRUE(done);
  EXPECT_EQ(size, 8u);
  if (host.refuses.ok()) return nullptr;
  const std::string message(host.refuses.message());
  return (*make_error)(CodeOf(host.refuses), message.data(), message.size());
}

void Answer(PJRT_CopyToDeviceStream* stream, float value) {
  value += 1;
  PJRT_Chunk chunk = {&value, sizeof(value), [](void*, void*) {}, nullptr};
  auto args = Fresh<PJRT_CopyToDeviceStream_AddChunk_Args>();
  args.stream = stream;
  args.chunk = &chunk;
  EXPECT_TRUE(TW_CALL(CopyToDeviceStream_AddChunk, args).ok());
  auto destroy = Fresh<PJRT_Event_Destroy_Args>();
  destroy.event = args.transfer_complete;
  EXPECT_TRUE(TW_CALL(Event_Destroy, destroy).ok());
}

void OnReceive(PJRT_CopyToDeviceStream* stream, void* user_arg) {
  Host& host = *static_cast<Host*>(user_arg);
  host.thread = std::thread([&host, stream] {
    for (const float value : host.values) {
      Answer(stream, value);
      if (host.gives_up) break;
    }
    auto args = Fresh<PJRT_CopyToDeviceStream_Destroy_Args>();
    args.stream = stream;
    EXPECT_TRUE(TW_CALL(CopyToDeviceStream_Destroy, args).ok());
  });
}

class HostTransfers : public ClientTest {
 protected:
  absl::StatusOr<std::vector<float>> RunWith(Host* host, int send = 7, int receive = 8) {
    const absl::StatusOr<PJRT_LoadedExecutable*> executable = Compile(Exchange(7, 8));
    EXPECT_TRUE(executable.ok()) << executable.status();
    PJRT_Buffer* const x = FromHost({1, 2});
    PJRT_SendCallbackInfo on_send = {send, host, OnSend};
    PJRT_SendCallbackInfo* sends = &on_send;
    PJRT_RecvCallbackInfo on_receive = {receive, host, OnReceive};
    PJRT_RecvCallbackInfo* receives = &on_receive;
    auto options = Fresh<PJRT_ExecuteOptions>();
    options.send_callbacks = &sends;
    options.num_send_ops = 1;
    options.recv_callbacks = &receives;
    options.num_recv_ops = 1;
    PJRT_Buffer* output = nullptr;
    PJRT_Buffer** outputs = &output;
    PJRT_Buffer* const* inputs = &x;
    auto args = Fresh<PJRT_LoadedExecutable_Execute_Args>();
    args.executable = *executable;
    args.options = &options;
    args.argument_lists = &inputs;
    args.num_devices = 1;
    args.num_args = 1;
    args.output_lists = &outputs;
    const absl::Status status = TW_CALL(LoadedExecutable_Execute, args);
    EXPECT_TRUE(status.ok()) << status;
    absl::StatusOr<std::vector<float>> values = ToHost(output);
    if (host->thread.joinable()) host->thread.join();
    for (PJRT_Buffer* const one : {x, output}) DestroyBuffer(one);
    DestroyExecutable(*executable);
    return values;
  }

  std::string FingerprintOf(const std::string& text) {
    const absl::StatusOr<PJRT_LoadedExecutable*> executable = Compile(text);
    EXPECT_TRUE(executable.ok()) << executable.status();
    auto args = Fresh<PJRT_LoadedExecutable_Fingerprint_Args>();
    args.executable = *executable;
    EXPECT_TRUE(TW_CALL(LoadedExecutable_Fingerprint, args).ok());
    std::string result(args.executable_fingerprint, args.executable_fingerprint_size);
    DestroyExecutable(*executable);
    return result;
  }
};

TEST_F(HostTransfers, ArraysGoToTheHostAndComeFromIt) {
  Host host;
  EXPECT_THAT(*RunWith(&host), ElementsAre(20, 30));
}

TEST_F(HostTransfers, ACallbacksErrorIsTheRuns) {
  Host host;
  host.refuses = absl::DataLossError("the host lost it");
  EXPECT_EQ(RunWith(&host).status(), host.refuses);
}

TEST_F(HostTransfers, AHostThatGivesLessThanIsWantedFailsTheRun) {
  Host host;
  host.gives_up = true;
  EXPECT_THAT(std::string(RunWith(&host).status().message()),
              HasSubstr("the host gave 4 bytes of 8"));
}

TEST_F(HostTransfers, AChannelWithoutACallbackFailsTheRun) {
  Host host;
  EXPECT_THAT(std::string(RunWith(&host, 1, 2).status().message()),
              HasSubstr("has no callback"));
}

TEST_F(HostTransfers, ChannelsNumbersAreNoPartOfAProgram) {
  EXPECT_EQ(FingerprintOf(Exchange(7, 8)), FingerprintOf(Exchange(100, 3)));
}

TEST(Arrival, ChunksBeyondTheArrayAreRefused) {
  float value = 0;
  Arrival arrival(&value, sizeof(value));
  const float chunk[] = {1, 2};
  EXPECT_TRUE(absl::IsInvalidArgument(arrival.Add(chunk, sizeof(chunk))));
  EXPECT_TRUE(arrival.Add(chunk, sizeof(float)).ok());
  EXPECT_TRUE(arrival.Await().ok());
  EXPECT_TRUE(absl::IsCancelled(arrival.Add(chunk, 0)));
  EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace tilewright::pjrt
