#include "tools/check/workers.h"

#include <csignal>
#include <cstdlib>
#include <map>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::tools {
namespace {

using ::testing::HasSubstr;

std::vector<Case> Named(const std::vector<std::string>& names) {
  std::vector<Case> cases;
  for (const std::string& name : names) cases.push_back({Case::Kind::kGolden, name});
  return cases;
}

// What each case's path tells the worker to do.
void Obey(const Case& the_case, const std::function<void(const CaseResult&)>& done) {
  if (the_case.path == "abort") std::abort();
  if (the_case.path == "exit") std::_Exit(3);
  if (the_case.path == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  if (the_case.path == "two") done({"two/a", Outcome::kSkipped, "why", "d"});
  done({the_case.path, Outcome::kPassed, "", ""});
}

std::map<std::string, CaseResult> RunAll(const std::vector<std::string>& names, int jobs,
                                         double timeout = 60) {
  std::map<std::string, CaseResult> results;
  std::vector<Case> cases = Named(names);
  absl::Status status = RunCases(
      cases, {jobs, timeout}, [] { return CaseFunction(Obey); },
      [&](const CaseResult& result) { results[result.name] = result; });
  EXPECT_TRUE(status.ok()) << status;
  return results;
}

TEST(Workers, EveryCaseIsRunOnce) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back(std::to_string(i));
  for (int jobs : {1, 3}) EXPECT_EQ(RunAll(names, jobs).size(), 100u);
}

TEST(Workers, ACaseMayHaveSeveralResults) {
  std::map<std::string, CaseResult> results = RunAll({"two"}, 1);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results["two/a"].outcome, Outcome::kSkipped);
  EXPECT_EQ(results["two/a"].reason, "why");
  EXPECT_EQ(results["two/a"].digest, "d");
}

TEST(Workers, ACrashIsAFailureOfItsCaseOnly) {
  std::map<std::string, CaseResult> results = RunAll({"a", "abort", "b", "exit", "c"}, 2);
  EXPECT_EQ(results["abort"].outcome, Outcome::kFailed);
  EXPECT_THAT(results["abort"].reason, HasSubstr("crashed"));
  EXPECT_THAT(results["exit"].reason, HasSubstr("exit code 3"));
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(results[name].outcome, Outcome::kPassed) << name;
  }
}

TEST(Workers, ACaseThatHangsIsAFailure) {
  std::map<std::string, CaseResult> results = RunAll({"hang", "a"}, 1, 0.2);
  EXPECT_THAT(results["hang"].reason, HasSubstr("no result within"));
  EXPECT_EQ(results["a"].outcome, Outcome::kPassed);
}

}  // namespace
}  // namespace tilewright::tools
