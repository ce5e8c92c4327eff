// What data decides: whether users' programs fail, in their own words, which of two parts
// is run, and how often.
#include <array>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_replace.h"
#include "frontend/torch/lower/branches.h"
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/loop.h"
#include "frontend/torch/lower/operations.h"
#include "support/status_macros.h"

namespace tilewright::torch_lower {
namespace {

// As absl::Substitute takes them. They live as long as the process, so there is an end to
// their number: a loop may have a message for each turn.
class Messages {
 public:
  static Messages& Process() {
    static Messages& messages = *new Messages;
    return messages;
  }
  int64_t NumberOf(absl::string_view message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = numbers_.find(message);
    if (known != numbers_.end()) return known->second;
    if (texts_.size() == kMost) return 0;
    const auto number = static_cast<int64_t>(texts_.size());
    texts_.push_back(absl::StrReplaceAll(message, {{"$", "$$"}}));
    numbers_.emplace(message, number);
    return number;
  }
  absl::string_view operator[](int64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return texts_[number];
  }

 private:
  static constexpr size_t kMost = 1024;

  std::mutex mutex_;
  std::deque<std::string> texts_ = {"an assertion failed"};
  absl::flat_hash_map<std::string, int64_t> numbers_;
};

using Pair = std::array<Branch, 2>;

class Pairs {
 public:
  static Pairs& Process() {
    static Pairs& pairs = *new Pairs;
    return pairs;
  }

  int64_t Add(Pair pair) {
    const std::lock_guard<std::mutex> lock(mutex_);
    pairs_.push_back(std::move(pair));
    return static_cast<int64_t>(pairs_.size()) - 1;
  }
  const Pair& operator[](int64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pairs_[number];
  }

 private:
  std::mutex mutex_;
  std::deque<Pair> pairs_;
};

// The second part is run as long as the first is true, of what the turn before gave and
// of operands that stay. Behind what is carried stands what the second part checks: the
// first that does not hold is told.
absl::StatusOr<std::vector<ir::ValueId>> Looped(const Lowering& call) {
  Composer c(call);
  const auto& [condition, body] = Pairs::Process()[c.attribute(0)];
  const size_t carried = c.results();
  const auto run = [&](const Branch& part, const Values& state) {
    std::vector<ir::ValueId> operands;
    for (size_t i = 0; i < carried; ++i) operands.push_back(state[i].id);
    operands.insert(operands.end(), call.operands.begin() + carried, call.operands.end());
    const auto made = c.builder().Inline(*part.program, operands);
    if (!made.ok()) return Values(state.size(), c.Fail(made.status()));
    Values values;
    for (const ir::ValueId id : *made) values.push_back({&c, id});
    return values;
  };
  Values state;
  for (size_t i = 0; i < carried; ++i) state.push_back(c.operand(i));
  state.resize(carried + body.checks.size(),
               c.Number(eager::Check::kHolds, ElementType::kI64));
  Values after = LoopWhile(
      c, [&](Value, const Values& now) { return run(condition, now)[0]; }, state,
      [&](Value, const Values& now) {
        Values next = run(body, now);
        const Value holds = c.Number(eager::Check::kHolds, ElementType::kI64);
        for (size_t i = carried; i < next.size(); ++i) {
          next[i] = c.Select(c.Compare("EQ", now[i], holds), next[i], now[i]);
        }
        return next;
      });
  for (size_t i = 0; call.checks != nullptr && i < body.checks.size(); ++i) {
    call.checks->push_back({.found = after[carried + i].id, .message = body.checks[i]});
  }
  after.resize(carried);
  return c.Finish(after);
}

}  // namespace

int64_t NumberOfMessage(absl::string_view message) {
  return Messages::Process().NumberOf(message);
}

int64_t NumberOfBranches(Branch where_true, Branch where_false) {
  for (Branch* const branch : {&where_true, &where_false}) {
    for (std::string& check : branch->checks)
      check = absl::StrReplaceAll(check, {{"$0", "$0"}, {"$", "$$"}});
  }
  return Pairs::Process().Add({std::move(where_true), std::move(where_false)});
}

namespace lowerings {

// Whether the one element of operand 0 is not 0, as it has to be. Attribute 0: what is
// said otherwise.
absl::StatusOr<std::vector<ir::ValueId>> asserted(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  const Value zero = c.Compare("EQ", x, c.Constant(0, x.element()));
  c.Require(zero, c.Number(0, ElementType::kI64),
            {.code = index_rules::kRuntimeError,
             .message = Messages::Process()[c.attribute(0)]});
  return c.Finish({c.Compare("NE", x, c.Constant(0, x.element()))});
}

// Of a pair of programs, whose number is attribute 0, one is run, or the second one in a
// loop (attribute 1). Behind the results of a branch is what either of them checks; what
// is not run holds.
absl::StatusOr<std::vector<ir::ValueId>> chosen(const Lowering& call) {
  Composer c(call);
  if (c.attribute(1) != 0) return Looped(call);
  const Pair& pair = Pairs::Process()[c.attribute(0)];
  const size_t count = c.results();
  std::vector<TensorType> types(call.results.begin(), call.results.end());
  for (const Branch& branch : pair) {
    types.insert(types.end(), branch.checks.size(), ir::Scalar(ElementType::kI64));
  }
  std::vector<ir::RegionId> regions;
  for (size_t b = 0; b < pair.size(); ++b) {
    TW_RETURN_IF_ERROR(c.builder().OpenRegion({}).status());
    TW_ASSIGN_OR_RETURN(const std::vector<ir::ValueId> made,
                        c.builder().Inline(*pair[b].program, call.operands.subspan(1)));
    const auto checked = made.begin() + static_cast<int64_t>(count);
    std::vector<ir::ValueId> results(made.begin(), checked);
    for (size_t of = 0; of < pair.size(); ++of) {
      if (of == b) {
        results.insert(results.end(), checked, made.end());
        continue;
      }
      for (size_t i = 0; i < pair[of].checks.size(); ++i) {
        results.push_back(c.Number(eager::Check::kHolds, ElementType::kI64).id);
      }
    }
    TW_ASSIGN_OR_RETURN(regions.emplace_back(),
                        c.builder().CloseRegion(std::move(results)));
  }
  TW_ASSIGN_OR_RETURN(std::vector<ir::ValueId> values,
                      c.builder().Append({.kind = OpKind::kIf,
                                          .operands = {call.operands[0]},
                                          .regions = regions,
                                          .results = std::move(types)}));
  size_t next = count;
  for (const Branch& branch : pair) {
    for (const std::string& text : branch.checks) {
      const ir::ValueId found = values[next++];
      if (call.checks == nullptr) continue;
      call.checks->push_back({.found = found, .message = text});
    }
  }
  values.resize(count);
  return values;
}

}  // namespace lowerings
}  // namespace tilewright::torch_lower
