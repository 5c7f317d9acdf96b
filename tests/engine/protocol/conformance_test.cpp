// The conformance checks must find what is wrong, and nothing where all is well.
#include "engine/device/protocol/conformance.h"

#include <gmock/gmock.h>

#include <map>

#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {
namespace {

std::map<std::string, CheckResult> examine(const std::string& script, const std::string& mode = "",
                                           std::chrono::seconds silence = std::chrono::seconds(20)) {
  const ExternalOptions options{.id = "exec:" + script,
                                .arguments = {CHASESCOPE_PYTHON, CHASESCOPE_SOURCE_DIR "/" + script, mode},
                                .silence = silence,
                                .log = {}};
  std::map<std::string, CheckResult> results;
  for (const CheckResult& result : examine_device(options, [](const CheckResult&) {})) results[result.name] = result;
  return results;
}

TEST(Conformance, TheExampleDeviceKeepsEveryRule) {
  const auto results = examine("resources/examples/cache_device.py");
  EXPECT_GT(results.size(), 25U);
  for (const auto& [name, result] : results)
    if (name != "same_memory" && name != "instructions_orders") {
      EXPECT_EQ(result.verdict, Verdict::holds) << name << ": " << result.reason;
    }
  EXPECT_EQ(results.at("same_memory").verdict, Verdict::not_applicable) << results.at("same_memory").reason;  // it has no TLB
  EXPECT_EQ(results.at("instructions_orders").verdict, Verdict::not_applicable);                              // it runs no code
}

// A request that is added to the list and not here would be answered by nobody's check.
TEST(Conformance, EveryRequestOfTheListIsExamined) {
  const auto results = examine("resources/examples/cache_device.py");
#define CHASESCOPE_EXAMINED(Request) EXPECT_TRUE(results.contains("call_" + std::string(Request::kCall))) << Request::kCall;
  CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_EXAMINED)
#undef CHASESCOPE_EXAMINED
}

TEST(Conformance, ACarelessDeviceIsFound) {
  const auto results = examine("tests/engine/protocol/careless_device.py");
  for (const char* name : {"bad_line", "unknown_call", "chase_lengths", "warmup_goes_on", "offsets_pattern", "shuffled_order",
                           "record_mean", "determinism", "pipelining", "cancel", "refuses_bytes_no_multiple", "refuses_stride_zero",
                           "refuses_repeated_offset", "call_bank", "call_copy"})
    EXPECT_EQ(results.at(name).verdict, Verdict::does_not_hold) << name;
  EXPECT_FALSE(results.at("chase_lengths").sent.empty());
  EXPECT_FALSE(results.at("chase_lengths").came.empty());
}

// Noise differs from request to request, and what misses does not.
TEST(Conformance, NoiseIsNoFaultAndWhatIsListedAndNotServedIsOne) {
  const auto results = examine("tests/engine/protocol/noisy_device.py", "boasts");
  for (const char* name : {"warmup_goes_on", "offsets_pattern"})
    EXPECT_EQ(results.at(name).verdict, Verdict::holds) << name << ": " << results.at(name).reason;
  for (const char* name : {"spaces_served", "call_bank"}) EXPECT_EQ(results.at(name).verdict, Verdict::does_not_hold) << name;
  EXPECT_THAT(results.at("spaces_served").reason, testing::HasSubstr("constant"));
  EXPECT_EQ(results.at("call_copy").verdict, Verdict::holds);
}

TEST(Conformance, AChaseThatBeginsAnewAfterTheWarmUpIsFoundInNoise) {
  const auto results = examine("tests/engine/protocol/noisy_device.py", "restarts");
  EXPECT_EQ(results.at("warmup_goes_on").verdict, Verdict::does_not_hold) << results.at("warmup_goes_on").reason;
}

TEST(Conformance, WithoutADescriptionNothingElseIsAsked) {
  const auto results = examine("tests/engine/protocol/hostile_device.py", "version");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results.at("describe").verdict, Verdict::does_not_hold);
}

TEST(Conformance, an_echo_is_told_as_lines_without_an_answer) {
  const auto results = examine("tests/engine/protocol/hostile_device.py", "echo", std::chrono::seconds(1));
  const CheckResult& describe = results.at("describe");
  EXPECT_THAT(describe.reason, testing::StartsWith("no line with a result or an error came, and nothing more for 1 s"));
  EXPECT_EQ(describe.came.size(), 1U);
}

}  // namespace
}  // namespace chasescope
