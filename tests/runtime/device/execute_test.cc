#include "runtime/device/execute.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/runtime/device/fake_executable.h"
#include "tests/soak.h"

namespace tilewright::runtime {
namespace {

using ::testing::HasSubstr;

using BufferPtr = std::shared_ptr<Buffer>;
const ir::TensorType kOne{ir::ElementType::kI32, {1}};

// Gives every input up.
bool All(size_t) { return true; }

class RunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<std::shared_ptr<Client>> client =
        Client::Create({.devices = 2, .threads = 1});
    ASSERT_TRUE(client.ok()) << client.status();
    client_ = *client;
    device_ = {client_, client_->devices()[0].get()};
    other_ = {client_, client_->devices()[1].get()};
  }

  BufferPtr Number(int32_t value) { return Number(value, device_); }
  BufferPtr Number(int32_t value, const std::shared_ptr<Device>& device) {
    absl::StatusOr<BufferPtr> buffer = Buffer::Allocate(device, kOne);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    Value(*buffer) = value;
    return *std::move(buffer);
  }
  static int32_t& Value(const BufferPtr& buffer) {
    return *reinterpret_cast<int32_t*>(buffer->data());
  }
  Event Queue(const ExecutablePtr& executable, SharedBuffers in, SharedBuffers out,
              int stream = 0) {
    RunOptions options;
    options.stream = stream;
    const absl::Status fits =
        CheckRun(*executable, *device_, PointersTo(in), PointersTo(out), options);
    EXPECT_TRUE(fits.ok()) << fits;
    absl::StatusOr<Event> event =
        RunLater(executable, device_, std::move(in), std::move(out), options);
    EXPECT_TRUE(event.ok()) << event.status();
    return *event;
  }

  static ExecutablePtr PlusOne() {
    return std::make_shared<FakeExecutable>(1, 1, [](auto in, auto out) {
      *static_cast<int32_t*>(out[0]) = *static_cast<const int32_t*>(in[0]) + 1;
      return absl::OkStatus();
    });
  }
  static ExecutablePtr Failing(std::string text) {
    return std::make_shared<FakeExecutable>(
        1, 1, [text](auto, auto) { return absl::InternalError(text); });
  }
  // Does nothing until `open`.
  static ExecutablePtr Gate(std::atomic<bool>* open) {
    return std::make_shared<FakeExecutable>(0, 1, [open](auto, auto out) {
      while (!*open) std::this_thread::yield();
      *static_cast<int32_t*>(out[0]) = 1;
      return absl::OkStatus();
    });
  }

  std::shared_ptr<Client> client_;
  std::shared_ptr<Device> device_;
  std::shared_ptr<Device> other_;
};

TEST_F(RunTest, AFailedRunPoisonsWhatItWritesAndWhatDependsOnThat) {
  const BufferPtr x = Number(1), y = Number(0), z = Number(0), w = Number(0);
  const ExecutablePtr plus_one = PlusOne();
  Queue(Failing("the origin"), {x}, {y});
  Queue(plus_one, {y}, {z});
  Queue(plus_one, {x}, {w});
  for (int reads = 0; reads < 2; ++reads) {
    EXPECT_THAT(std::string(y->Await().message()), HasSubstr("the origin"));
    EXPECT_THAT(std::string(z->Await().message()), HasSubstr("the origin"));
  }
  EXPECT_TRUE(w->Await().ok());
  EXPECT_EQ(Value(w), 2);
  EXPECT_EQ(Value(z), 0);
  // What is written anew is poisoned no more.
  Queue(plus_one, {x}, {y});
  EXPECT_TRUE(y->Await().ok());
  EXPECT_EQ(Value(y), 2);
}

TEST_F(RunTest, ASynchronisationReportsEachErrorOnce) {
  const BufferPtr x = Number(1), y = Number(0), z = Number(0);
  Queue(Failing("the first"), {x}, {y});
  Queue(PlusOne(), {y}, {z});
  Queue(Failing("the second"), {x}, {z});
  const absl::Status errors = device_->Synchronize();
  const std::string text(errors.message());
  EXPECT_THAT(text, HasSubstr("the first"));
  EXPECT_THAT(text, HasSubstr("the second"));
  EXPECT_EQ(text.find("the first"), text.rfind("the first"));
  EXPECT_TRUE(device_->Synchronize().ok());
}

TEST_F(RunTest, ARunAtOncePoisonsAndIsPoisonedToo) {
  const BufferPtr x = Number(1), y = Number(0), z = Number(0);
  const ExecutablePtr failing = Failing("at once"), plus_one = PlusOne();
  EXPECT_FALSE(RunNow(*failing, *device_, PointersTo({x}), PointersTo({y}), {}).ok());
  const absl::Status read =
      RunNow(*plus_one, *device_, PointersTo({y}), PointersTo({z}), {});
  EXPECT_THAT(std::string(read.message()), HasSubstr("at once"));
  EXPECT_FALSE(z->Await().ok());
  EXPECT_TRUE(RunNow(*plus_one, *device_, PointersTo({x}), PointersTo({z}), {}).ok());
  EXPECT_TRUE(z->Await().ok());
}

TEST_F(RunTest, StreamsWaitForEachOthersBuffers) {
  const BufferPtr a = Number(0), b = Number(0), c = Number(7);
  std::atomic<bool> open{false};
  const int second = *device_->NewStream();
  Queue(Gate(&open), {}, {a});
  Queue(PlusOne(), {a}, {b}, second);             // reads what the first stream writes
  Queue(PlusOne(), {c}, {a}, second);             // writes what it writes
  const Event last = Queue(PlusOne(), {b}, {c});  // and back again
  EXPECT_FALSE(client_->Passed(last));
  open = true;
  EXPECT_TRUE(client_->Await(last).ok());
  EXPECT_EQ(Value(b), 2);
  EXPECT_EQ(Value(c), 3);
  EXPECT_TRUE(a->Await().ok());
  EXPECT_EQ(Value(a), 8);
}

TEST_F(RunTest, WhatManyStreamsReadIsWrittenAfterAllOfThem) {
  const BufferPtr x = Number(1);
  std::atomic<bool> open{false};
  const auto read_late = std::make_shared<FakeExecutable>(1, 1, [&](auto in, auto out) {
    while (!open) std::this_thread::yield();
    *static_cast<int32_t*>(out[0]) = *static_cast<const int32_t*>(in[0]);
    return absl::OkStatus();
  });
  SharedBuffers copies;
  for (int i = 0; i < 9; ++i) {
    copies.push_back(Number(0));
    Queue(read_late, {x}, {copies.back()}, i == 0 ? 0 : *device_->NewStream());
  }
  const BufferPtr nine = Number(9);
  Queue(PlusOne(), {nine}, {x}, *device_->NewStream());
  open = true;
  EXPECT_TRUE(device_->Synchronize().ok());
  for (const BufferPtr& copy : copies) EXPECT_EQ(Value(copy), 1);
  EXPECT_EQ(Value(x), 10);
}

TEST_F(RunTest, ProgramsOnTwoDevicesRunSideBySide) {
  // Each waits until the other runs.
  std::atomic<int> running{0};
  const auto meet = std::make_shared<FakeExecutable>(0, 1, [&running](auto, auto) {
    ++running;
    while (running < 2) std::this_thread::yield();
    return absl::OkStatus();
  });
  const BufferPtr a = Number(0), b = Number(0, other_);
  ASSERT_TRUE(RunLater(meet, device_, {}, {a}, {}).ok());
  ASSERT_TRUE(RunLater(meet, other_, {}, {b}, {}).ok());
  EXPECT_TRUE(a->Await().ok());
  EXPECT_TRUE(b->Await().ok());
}

TEST_F(RunTest, ABufferOfAnotherDeviceOrClientIsRefused) {
  const ExecutablePtr plus_one = PlusOne();
  const BufferPtr x = Number(1), y = Number(0), foreign = Number(0, other_);
  const auto check = [&](const BufferPtr& in, const BufferPtr& out) {
    return std::string(
        CheckRun(*plus_one, *device_, PointersTo({in}), PointersTo({out}), {}).message());
  };
  EXPECT_EQ(check(x, y), "");
  EXPECT_THAT(check(foreign, y), HasSubstr("input 0: the buffer is of another device"));
  EXPECT_THAT(check(x, foreign), HasSubstr("output 0: the buffer is of another device"));
  absl::StatusOr<std::shared_ptr<Client>> other = Client::Create({.threads = 1});
  ASSERT_TRUE(other.ok());
  const BufferPtr stranger = Number(0, {*other, (*other)->devices()[0].get()});
  EXPECT_THAT(check(stranger, y), HasSubstr("of another client"));
  EXPECT_THAT(check(x, x), HasSubstr("output 0 overlaps input 0"));
}

TEST_F(RunTest, ADeletedBufferServesTheRunsThatAreQueued) {
  const BufferPtr a = Number(0), b = Number(0);
  BufferPtr x = Number(41);
  std::atomic<bool> open{false};
  Queue(Gate(&open), {}, {a});
  Queue(PlusOne(), {x}, {b});
  x->Delete();
  EXPECT_TRUE(absl::IsFailedPrecondition(x->CheckUsable()));
  EXPECT_EQ(x->data(), nullptr);
  x.reset();
  open = true;
  EXPECT_TRUE(b->Await().ok());
  EXPECT_EQ(Value(b), 42);
  EXPECT_TRUE(device_->Synchronize().ok());
  a->Delete();
  EXPECT_EQ(device_->memory()->used(), 4);
}

TEST_F(RunTest, ADonatedInputLivesOnAsTheOutput) {
  auto program = std::make_shared<FakeExecutable>(2, 1, [](auto in, auto out) {
    *static_cast<int32_t*>(out[0]) += *static_cast<const int32_t*>(in[1]);
    return absl::OkStatus();
  });
  program->Donate(0, 0);
  BufferPtr x = Number(40);
  const BufferPtr y = Number(2);
  SharedBuffers inputs = {x, x};
  EXPECT_FALSE(OutputsFor(*program, device_, &inputs, All).ok());
  EXPECT_TRUE(x->CheckUsable().ok());
  inputs = {x, y};
  absl::StatusOr<SharedBuffers> outputs = OutputsFor(*program, device_, &inputs, All);
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_TRUE(
      RunNow(*program, *device_, PointersTo(inputs), PointersTo(*outputs), {}).ok());
  EXPECT_EQ(Value((*outputs)[0]), 42);
  EXPECT_THAT(std::string(x->CheckUsable().message()), HasSubstr("donated"));
}

TEST_F(RunTest, OverlapIsFoundAmongManyArguments) {
  for (const int count : {3, 40, 1000}) {
    const auto program = std::make_shared<FakeExecutable>(
        count, count, [](auto, auto) { return absl::OkStatus(); });
    SharedBuffers inputs, outputs;
    for (int i = 0; i < count; ++i) inputs.push_back(Number(i));
    for (int i = 0; i < count; ++i) outputs.push_back(Number(i));
    const auto check = [&] {
      return CheckOverlap(*program, PointersTo(inputs), PointersTo(outputs));
    };
    EXPECT_TRUE(check().ok());
    const BufferPtr apart = outputs[count / 2];
    outputs[count / 2] = inputs[1];
    EXPECT_THAT(std::string(check().message()),
                HasSubstr("output " + std::to_string(count / 2) + " overlaps input 1"));
    program->Donate(1, count / 2);
    EXPECT_TRUE(check().ok());
    inputs[2] = inputs[1];
    EXPECT_FALSE(check().ok());
    inputs[2] = Number(2);
    outputs[0] = *Buffer::View(outputs[2], kOne, 0);
    EXPECT_THAT(std::string(check().message()), HasSubstr("outputs 0 and 2 overlap"));
    outputs[0] = *Buffer::View(inputs[0], kOne, 0);
    EXPECT_FALSE(check().ok());
  }
}

TEST_F(RunTest, CallbacksComeOnceWithTheEnd) {
  const BufferPtr a = Number(0);
  std::atomic<bool> open{false};
  std::atomic<int> called{0};
  const Event event = Queue(Gate(&open), {}, {a});
  client_->OnPassed(event, [&] { ++called; });
  EXPECT_EQ(called, 0);
  open = true;
  EXPECT_TRUE(device_->Synchronize().ok());
  client_->OnPassed(event, [&] { ++called; });
  while (called < 2) std::this_thread::yield();
  EXPECT_EQ(called, 2);
}

TEST_F(RunTest, AQueueThatWaitsForItselfIsAnError) {
  const BufferPtr a = Number(0), b = Number(1), c = Number(0);
  std::atomic<bool> open{false};
  const Event first = Queue(Gate(&open), {}, {a});
  absl::Status inside;
  client_->OnPassed(first, [&] { inside = c->Await(); });
  Queue(PlusOne(), {b}, {c});
  open = true;
  EXPECT_TRUE(c->Await().ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(inside)) << inside;
}

TEST_F(RunTest, ALaunchIsPoisonedByItsInputsAndRecovers) {
  const BufferPtr x = Number(1), y = Number(0), z = Number(0);
  const ExecutablePtr plus_one = PlusOne();
  absl::StatusOr<std::shared_ptr<Launch>> launch =
      Launch::Bind(plus_one, device_, {y}, {z}, {});
  ASSERT_TRUE(launch.ok());
  Queue(Failing("the origin"), {x}, {y});
  ASSERT_TRUE((*launch)->RunLater().ok());
  EXPECT_THAT(std::string(z->Await().message()), HasSubstr("the origin"));
  EXPECT_THAT(std::string((*launch)->RunNow().message()), HasSubstr("the origin"));
  Queue(plus_one, {x}, {y});
  ASSERT_TRUE((*launch)->RunLater().ok());
  EXPECT_TRUE(z->Await().ok());
  EXPECT_EQ(Value(z), 3);
}

TEST_F(RunTest, ManyThreadsMayLaunchOnTwoDevices) {
  std::vector<std::thread> threads;
  std::atomic<int64_t> runs{0};
  const auto count = std::make_shared<FakeExecutable>(1, 1, [&runs](auto, auto) {
    ++runs;
    return absl::OkStatus();
  });
  const int each = Soaks() ? 2'500'000 : 5'000;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const std::shared_ptr<Device>& device = t % 2 == 0 ? device_ : other_;
      const BufferPtr x = Number(1, device), y = Number(0, device);
      absl::StatusOr<std::shared_ptr<Launch>> launch =
          Launch::Bind(count, device, {x}, {y}, {});
      ASSERT_TRUE(launch.ok());
      for (int i = 0; i < each; ++i) {
        if (i % 3 == 0) {
          ASSERT_TRUE(RunLater(count, device, {x}, {y}, {}).ok());
        } else {
          ASSERT_TRUE((*launch)->RunLater().ok());
        }
      }
      EXPECT_TRUE(y->Await().ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(device_->Synchronize().ok());
  EXPECT_TRUE(other_->Synchronize().ok());
  EXPECT_EQ(runs, 8 * each);
}

TEST_F(RunTest, AForkedChildRunsAtOnceAndIsToldWhatItCannotDo) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the sanitizer allows no thread in a child of several threads";
#endif
#endif
  const BufferPtr x = Number(1), y = Number(0), z = Number(0);
  const ExecutablePtr plus_one = PlusOne();
  std::atomic<bool> open{true};
  client_->Await(Queue(Gate(&open), {}, {z})).IgnoreError();
  open = false;
  Queue(Gate(&open), {}, {z});
  const pid_t child = fork();
  if (child == 0) {
    bool good = RunNow(*plus_one, *device_, PointersTo({x}), PointersTo({y}), {}).ok() &&
                Value(y) == 2;
    const absl::Status queued = RunLater(plus_one, device_, {x}, {y}, {}).status();
    good &= absl::IsFailedPrecondition(queued);
    good &= absl::IsFailedPrecondition(z->Await());  // the parent's
    absl::StatusOr<std::shared_ptr<Client>> own = Client::Create({.threads = 2});
    good &= own.ok();
    const std::shared_ptr<Device> device(*own, (*own)->devices()[0].get());
    const BufferPtr a = Number(5, device), b = Number(0, device);
    absl::StatusOr<Event> event = RunLater(plus_one, device, {a}, {b}, {});
    good &= event.ok() && b->Await().ok() && Value(b) == 6;
    _exit(good ? 0 : 1);
  }
  open = true;
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(z->Await().ok());
}

TEST_F(RunTest, ACopySeesWhatIsQueuedBeforeItAndGoesToAnotherDevice) {
  std::atomic<bool> go{false};
  const ExecutablePtr slow =
      std::make_shared<FakeExecutable>(1, 1, [&go](auto in, auto out) {
        while (!go.load()) std::this_thread::yield();
        *static_cast<int32_t*>(out[0]) = *static_cast<const int32_t*>(in[0]) + 1;
        return absl::OkStatus();
      });
  const BufferPtr x = Number(1), y = Number(0), copy = Number(0, other_);
  Queue(slow, {x}, {y});
  ASSERT_TRUE(CopyLater(y, copy).ok());
  EXPECT_FALSE(client_->Passed(copy->written()));
  // A later run that writes what is copied waits for the copy.
  Queue(PlusOne(), {y}, {x});
  go = true;
  ASSERT_TRUE(copy->Await().ok());
  EXPECT_EQ(Value(copy), 2);
}

TEST_F(RunTest, ACopyOfAPoisonedBufferIsPoisoned) {
  const BufferPtr x = Number(1), copy = Number(0, other_);
  x->SetWritten(client_->Failed(absl::DataLossError("gone")));
  EXPECT_EQ(CopyLater(x, copy), absl::DataLossError("gone"));
  EXPECT_EQ(copy->Await(), absl::DataLossError("gone"));
}

}  // namespace
}  // namespace tilewright::runtime
