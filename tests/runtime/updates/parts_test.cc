// Programs that update parts of arrays: by whichever way they are planned, bytes are
// those of a program of one kernel an operation, and many updates cost no more than their
// parts.
#include <random>
#include <string>
#include <vector>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

std::string F32(const Dims& dims) { return Type(ElementType::kF32, dims); }

// Updates of one array after each other, one shape after the other, with what reads it
// in between.
class Updates {
 public:
  explicit Updates(uint32_t seed) : random_(seed) {
    const std::vector<std::vector<Dims>> shapes = {
        {{16, 128}, {2048}, {4, 4, 128, 1}, {1, 16, 128}},
        {{7, 33, 17}, {3927}, {231, 17, 1}, {7, 561}},
        {{6, 10}, {60}, {6, 5, 2}, {60, 1}},
    };
    shapes_ = shapes[Pick(shapes.size())];
    array_ = {"%x", shapes_[0]};
    if (Pick(3) == 0) array_ = Made("stablehlo.negate %x", {"%x", shapes_[0]});
    for (int i = 0; i < 8; ++i) Step();
    outputs_.push_back(array_);
  }

  std::string Text() const {
    std::string names, types;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      names += (i > 0 ? ", " : "") + outputs_[i].name;
      types += (i > 0 ? ", " : "") + F32(outputs_[i].dims);
    }
    const bool donates = outputs_[0].dims == shapes_[0];
    return Main("%x: " + F32(shapes_[0]) +
                    (donates ? " {tf.aliasing_output = 0 : i32}" : "") +
                    ", %n: tensor<i32>",
                types, body_ + "return " + names + " : " + types);
  }
  std::vector<Array> Inputs() const {
    return {Random({ElementType::kF32, shapes_[0]}, 3),
            Filled(ElementType::kI32, {}, {5})};
  }

 private:
  struct Value {
    std::string name;
    Dims dims;
  };

  int64_t Pick(int64_t count) { return random_() % count; }
  Value Made(const std::string& text, const Value& from) {
    const std::string name = absl::StrCat("%v", next_++);
    absl::StrAppend(&body_, name, " = ", text, " : ", F32(from.dims), "\n");
    return {name, from.dims};
  }
  Value Reshaped(const Value& x, const Dims& dims) {
    const std::string name = absl::StrCat("%v", next_++);
    absl::StrAppend(&body_, name, " = stablehlo.reshape ", x.name, " : (", F32(x.dims),
                    ") -> ", F32(dims), "\n");
    return {name, dims};
  }
  // A block of an array; where it begins.
  Value Block(const Value& x, Dims* start) {
    std::string ranges;
    Value block = {absl::StrCat("%v", next_++), {}};
    for (size_t d = 0; d < x.dims.size(); ++d) {
      const int64_t size = Pick(3) == 0 ? x.dims[d] : 1 + Pick(x.dims[d]);
      const int64_t first = Pick(x.dims[d] - size + 1);
      start->push_back(first);
      block.dims.push_back(size);
      absl::StrAppend(&ranges, d > 0 ? ", " : "", first, ":", first + size);
    }
    absl::StrAppend(&body_, block.name, " = stablehlo.slice ", x.name, " [", ranges,
                    "] : (", F32(x.dims), ") -> ", F32(block.dims), "\n");
    return block;
  }
  std::string Start(int64_t at) {
    if (Pick(4) == 0) return "%n";
    // A place that is too far is moved back to the last.
    if (Pick(8) == 0) at += 1000;
    const std::string name = absl::StrCat("%s", next_++);
    absl::StrAppend(&body_, name, " = stablehlo.constant dense<", at,
                    "> : tensor<i32>\n");
    return name;
  }

  void Step() {
    Dims start;
    switch (Pick(5)) {
      case 0:
        array_ = Reshaped(array_, shapes_[Pick(shapes_.size())]);
        return;
      case 1:
        outputs_.push_back(
            Pick(2) == 0 ? array_ : Made("stablehlo.exponential " + array_.name, array_));
        return;
      default: {
        const Value from = Pick(4) == 0 ? Value{"%x", shapes_[0]} : array_;
        Value block = Block(Reshaped(from, array_.dims), &start);
        if (Pick(3) != 0) block = Made("stablehlo.tanh " + block.name, block);
        std::string starts, types;
        for (const int64_t at : start) {
          starts += ", " + Start(at + Pick(2));
          types += ", tensor<i32>";
        }
        const std::string name = absl::StrCat("%v", next_++);
        absl::StrAppend(&body_, name, " = stablehlo.dynamic_update_slice ", array_.name,
                        ", ", block.name, starts, " : (", F32(array_.dims), ", ",
                        F32(block.dims), types, ") -> ", F32(array_.dims), "\n");
        array_ = {name, array_.dims};
      }
    }
  }

  std::mt19937 random_;
  std::vector<Dims> shapes_;
  std::string body_;
  int next_ = 0;
  Value array_;
  std::vector<Value> outputs_;
};

TEST(PartsInPlace, BytesAreThoseOfOneKernelAnOperation) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const Updates updates(seed);
    How apart;
    apart.cluster = false;
    const auto wanted = RunText(updates.Text(), updates.Inputs(), apart);
    ASSERT_TRUE(wanted.ok()) << wanted.status() << "\n" << updates.Text();
    for (const bool donate : {false, true}) {
      How how;
      how.guard = true;
      how.donate = donate;
      const auto found = RunText(updates.Text(), updates.Inputs(), how);
      ASSERT_TRUE(found.ok()) << found.status() << "\n" << updates.Text();
      EXPECT_TRUE(*found == *wanted)
          << "seed " << seed << (donate ? ", donated" : "") << "\n"
          << updates.Text();
    }
  }
}

TEST(PartsInPlace, ManyUpdatesWriteTheirPartsAndNothingElse) {
  std::string body;
  for (int i = 0; i < 40; ++i) {
    absl::StrAppend(&body, "%h", i + 1, " = stablehlo.tanh %h", i,
                    " : tensor<1x512xf32>\n%s", i, " = stablehlo.constant dense<", i,
                    "> : tensor<i32>\n%x", i + 1, " = stablehlo.dynamic_update_slice %x",
                    i, ", %h", i + 1, ", %s", i,
                    ", %s0 : (tensor<40x512xf32>, tensor<1x512xf32>, tensor<i32>, "
                    "tensor<i32>) -> tensor<40x512xf32>\n");
  }
  const std::string text =
      Main("%h0: tensor<1x512xf32>, %x0: tensor<40x512xf32>", "tensor<40x512xf32>",
           body + "return %x40 : tensor<40x512xf32>");
  const auto compiled = Compiled::Make(text, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const plan::Plan& plan = compiled->executable().plan();
  int copies = 0;
  for (const plan::Step& step : plan.steps) {
    copies += step.kind == plan::StepKind::kCopy;
    // The array, or a part: no kernel chooses between many.
    if (step.kind == plan::StepKind::kKernel) EXPECT_LE(step.kernel.buffers.size(), 2);
  }
  EXPECT_LE(copies, 1);
}

}  // namespace
}  // namespace tilewright::runtime
