// Instruction prefetch told by two orders of blocks: written curves, hidden machines with jitter, and devices that can't run
// blocks.
#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "engine/device/validate.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/code_prefetch.h"
#include "engine/model/card_file/card_reader.h"
#include "engine/model/instruction_fetch.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using inference::CodePrefetch;
using inference::FetchedAhead;
using inference::OrderedBlocks;
using ::testing::HasSubstr;

constexpr double kCodeKiB = 1024;

struct BlocksAt {
  double kib, in_order, scattered;
};

std::vector<OrderedBlocks> measured(const std::vector<BlocksAt>& curve, double jitter = 0.1) {
  std::vector<OrderedBlocks> points;
  for (const BlocksAt& at : curve)
    points.push_back({at.kib * kCodeKiB,
                      {at.in_order - jitter, at.in_order, at.in_order + jitter},
                      {at.scattered, at.scattered + jitter, at.scattered - jitter}});
  return points;
}

// Measured on an H200.
TEST(CodePrefetch, HidesTheFetchesOfARealCard) {
  const CodePrefetch found = inference::find_code_prefetch(measured({{4, 199, 209},
                                                          {16, 199, 209},
                                                          {32, 199, 209},
                                                          {48, 199, 260},
                                                          {128, 199, 260},
                                                          {160, 199, 439},
                                                          {192, 199, 471},
                                                          {224, 199, 260},
                                                          {256, 199, 260}}));
  EXPECT_EQ(found.nearest, 3U);
  EXPECT_NEAR(found.control.median, 10, 0.2);
  ASSERT_EQ(found.verdict, FetchedAhead::yes);
  EXPECT_EQ(found.behind[found.telling].point, 6U);
  EXPECT_NEAR(found.behind[found.telling].fetch.median, 262, 0.5);
  EXPECT_NEAR(found.behind[found.telling].hidden.median, 262, 0.5);
}

TEST(CodePrefetch, IsNotToldOfACacheThatHoldsAllCode) {
  const CodePrefetch found = inference::find_code_prefetch(measured({{4, 199, 209}, {64, 199, 209}, {256, 199, 210}}));
  EXPECT_EQ(found.nearest, 3U);
  EXPECT_FALSE(found.verdict);
  EXPECT_FALSE(inference::find_code_prefetch({}).verdict);
}

TEST(CodePrefetch, IsUnclearWhereRunsDifferByMoreThanATenthOfTheFetch) {
  EXPECT_EQ(inference::find_code_prefetch(measured({{4, 200, 200}, {64, 300, 300}}, 1)).verdict, FetchedAhead::no);
  EXPECT_EQ(inference::find_code_prefetch(measured({{4, 200, 200}, {64, 300, 300}}, 5)).verdict, FetchedAhead::unclear);
  EXPECT_EQ(inference::find_code_prefetch(measured({{4, 200, 200}, {64, 400, 300}}, 1)).verdict, FetchedAhead::unclear)
      << "no cache makes the order of memory slower";
}

/// A machine with two or three instruction caches, which fetches lines ahead or doesn't.
struct HiddenFetcher {
  unsigned lines_ahead = 0;
  std::uint64_t nearest_bytes = 0;
  model::Card card;
};

HiddenFetcher hidden_fetcher(std::uint64_t seed, std::uint64_t larger = 1) {
  static constexpr std::string_view kSpaces[] = {"global.ca"};
  Random random(seed);
  const auto one_of = [&](std::vector<std::uint64_t> values) { return values[random.below(values.size())]; };
  HiddenFetcher hidden;
  hidden.lines_ahead = random.below(2) == 0 ? 0 : static_cast<unsigned>(1 + random.below(8));
  const std::uint64_t line = one_of({64, 128, 256});
  hidden.nearest_bytes = line * one_of({32, 64, 96, 128}) * larger;
  const std::uint64_t farther = hidden.nearest_bytes * one_of({3, 4, 6});
  const auto cache = [&](std::uint64_t bytes) {
    return R"({"capacity_bytes": )" + std::to_string(bytes) + R"(, "line_bytes": )" + std::to_string(line) +
           R"(, "sets": 1, "ways": )" + std::to_string(bytes / line) + R"(, "index": {"kind": "modulo"}, "policy": {"kind": ")" +
           (random.below(2) == 0 ? "lru" : "fifo") + R"("}})";
  };
  const std::uint64_t near = 20 + random.below(60), far = near + 50 + random.below(300);
  const std::string text =
      R"({"schema": "chasescope-model", "version": 1, "name": "Hidden", "summary": "Fetches code.", "device": {"memory_bytes": 1048576}, "caches": {"l0": )" +
      cache(hidden.nearest_bytes) + R"(, "l1": )" + cache(farther) +
      R"(}, "paths": {"global.ca": {"data": ["l1"], "latency": {"l1": 30, "dram": 200}}},
      "instructions": {"instruction_bytes": 16, "issue_cycles": )" +
      std::to_string(1 + random.below(8)) + R"(, "path": {"data": ["l0", "l1"], "latency": {"l0": 0, "l1": )" +
      std::to_string(near) + R"(, "dram": )" + std::to_string(far) + R"(}}, "prefetch_lines": )" +
      std::to_string(hidden.lines_ahead) + "}}";
  const model::CardReading reading = model::read_card(text, kSpaces);
  if (!reading.card) throw std::runtime_error(model::describe(reading.faults, "the card"));
  hidden.card = *reading.card;
  return hidden;
}

/// Answers as the machine does, but for jitter of a share of each time.
struct FetcherDevice : ScriptedRequests {
  FetcherDevice(const HiddenFetcher& hidden, double jitter, std::uint64_t seed) : random(seed) {
    code_cycles = [this, hidden, jitter](const InstructionsRequest& request) -> Outcome<InstructionsResult> {
      const std::uint64_t stride = block_stride(request, model::kCodeBlock);
      const double cycles = cycles_per_instruction(hidden.card, {request.bytes, request.repeats, stride}, 1);
      const double off = jitter * (2 * random.unit() - 1);
      return InstructionsResult{cycles * (1 + off), 16, stride == 0 ? 0 : model::kCodeBlock};
    };
    open();
  }
  Random random;
};

Outcome<ProbeReport> run_prefetch(Device& device, const ParameterValues& values = {}, const ProbeControl& control = {}) {
  return find_probe("prefetch")->run(device, values, control);
}

const Finding& told(const ProbeReport& report, std::string_view quantity) {
  for (const Finding& finding : report.findings)
    if (finding.quantity == quantity) return finding;
  throw std::runtime_error("no such finding");
}

TEST(Prefetch, IsToldOfHiddenMachinesWithAndWithoutJitter) {
  std::size_t measured = 0, all = 0;
  for (const double jitter : {0.0, 0.002})
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const HiddenFetcher hidden = hidden_fetcher(seed);
      FetcherDevice device(hidden, jitter, seed);
      const auto report = run_prefetch(device, {{"to", "128KiB"}, {"repeats", "2"}});
      ASSERT_TRUE(report) << report.error().message;
      const Finding& finding = told(*report, quantity::prefetch);
      ++all;
      if (finding.status != FindingStatus::measured) continue;
      ++measured;
      EXPECT_EQ(finding.value, hidden.lines_ahead > 0 ? "yes" : "no")
          << "seed " << seed << ", " << hidden.lines_ahead << " lines ahead, L0 of " << hidden.nearest_bytes
          << " B: " << finding.reason;
      EXPECT_FALSE(finding.evidence.empty());
      if (hidden.lines_ahead > 0) continue;
      EXPECT_NEAR(told(*report, quantity::prefetched_cycles).value.get<double>(), 0, 5) << seed;
    }
  EXPECT_GE(measured * 100, all * 95) << "of " << all;
}

// What was fetched ahead in vain is still in a nearest cache of a third of the code or more when its turn comes. Scattered blocks
// then gain as much as those in order, and the difference tells nothing.
TEST(Prefetch, IsNotDeniedOfAMachineWhoseNearestCacheIsLarge) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const HiddenFetcher hidden = hidden_fetcher(seed, 8);
    if (hidden.lines_ahead == 0) continue;
    FetcherDevice device(hidden, 0, seed);
    const auto report = run_prefetch(device, {{"to", "256KiB"}, {"repeats", "1"}, {"runs", "1"}});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_NE(told(*report, quantity::prefetch).value, "no")
        << "seed " << seed << ", " << hidden.lines_ahead << " lines ahead, L0 of " << hidden.nearest_bytes << " B";
  }
}

TEST(Prefetch, SaysWhichLengthsWouldTellWhereAllTakeTheSame) {
  ScriptedRequests even;  // one level in all code of up to 128 KiB
  even.code_cycles = [](const InstructionsRequest& request) -> Outcome<InstructionsResult> {
    if (request.bytes > 128 * 1024) return DeviceError{ErrorCode::unsupported, "The code ends."};
    return InstructionsResult{2, 16, model::kCodeBlock};
  };
  even.open();
  const auto why = [&](const ParameterValues& values) {
    const auto report = run_prefetch(even, values);
    return report ? told(*report, quantity::prefetch).reason : report.error().message;
  };
  const std::string same = "Scattered blocks take the same in all code of ";
  const std::string one_cache = ", so all of it fits one cache.";
  const std::string either = ", so either all of it fits one cache or none of it fits the nearest.";
  EXPECT_EQ(why({{"to", "64KiB"}}), same + "up to 64 KiB" + one_cache + " Longer code (to=) would tell.");
  EXPECT_EQ(why({}), same + "up to 128 KiB" + one_cache + " Longer code was refused: The code ends.");
  EXPECT_EQ(why({{"from", "32KiB"}, {"to", "64KiB"}}),
            same + "32 KiB to 64 KiB" + either + " Shorter code (from=) or longer code (to=) would tell.");
  EXPECT_EQ(why({{"from", "128KiB"}, {"to", "128KiB"}}),
            same + "128 KiB" + either + " Shorter code (from=) or longer code (to=) would tell.");
  EXPECT_EQ(why({{"from", "64KiB"}}),
            same + "64 KiB to 128 KiB" + either + " Shorter code (from=) would tell. Longer code was refused: The code ends.");

  even.code_cycles = [](const InstructionsRequest&) -> Outcome<InstructionsResult> {
    return InstructionsResult{2, 16, model::kCodeBlock};
  };
  EXPECT_EQ(why({}), same + "up to 256 KiB" + one_cache + " Longer code is not run in blocks.");
  EXPECT_EQ(why({{"from", "256KiB"}}), same + "256 KiB" + either + " Shorter code (from=) would tell.");
}

/// Answers with cycles of a block by order and KiB of code, as in a written curve: each point holds from its length on.
ScriptedRequests& opened(ScriptedRequests& device, std::vector<BlocksAt> curve) {
  device.code_cycles = [curve = std::move(curve)](const InstructionsRequest& request) -> Outcome<InstructionsResult> {
    BlocksAt at = curve.front();
    for (const BlocksAt& point : curve)
      if (static_cast<double>(request.bytes) >= point.kib * kCodeKiB) at = point;
    return InstructionsResult{(request.order == CodeOrder::scattered ? at.scattered : at.in_order) / 16, 16, model::kCodeBlock};
  };
  device.open();
  return device;
}

TEST(Prefetch, SavesNoMoreThanTheFetchTakes) {
  ScriptedRequests device;  // scattered blocks take less in the shortest code than in longer code of the same cache, as on an H200
  const auto report = run_prefetch(opened(device, {{0, 204, 204}, {9, 199, 209}, {160, 199, 472}}));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(*report, quantity::prefetch).value, "yes");
  EXPECT_THAT(told(*report, quantity::prefetch).reason, HasSubstr("saves all of the fetch of a scattered block, which takes 26"));
  const Finding& cycles = told(*report, quantity::prefetched_cycles);
  EXPECT_LE(cycles.value.get<double>(), 268);
  EXPECT_LE(*cycles.low, cycles.value.get<double>());
  EXPECT_GE(*cycles.high, 268);
}

// Of code that never fits the nearest cache it is not known what the order of memory saves there, nor whether lines come into the
// nearest cache ahead.
TEST(Prefetch, TellsNoCyclesAndDeniesNothingWhereTheShortestCodeMayNotFit) {
  ScriptedRequests ahead, none;
  auto report = run_prefetch(opened(ahead, {{0, 199, 209}, {32, 199, 260}, {160, 199, 472}}), {{"from", "128KiB"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(*report, quantity::prefetch).value, "yes");
  EXPECT_EQ(told(*report, quantity::prefetched_cycles).status, FindingStatus::not_measurable);
  EXPECT_THAT(told(*report, quantity::prefetched_cycles).reason, HasSubstr("The shortest code has 128 KiB"));

  report = run_prefetch(opened(none, {{0, 200, 200}, {160, 300, 300}}), {{"from", "128KiB"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(*report, quantity::prefetch).status, FindingStatus::not_measurable);
  EXPECT_THAT(told(*report, quantity::prefetch).reason, HasSubstr("Shorter code (from=1KiB) would tell."));
}

TEST(Prefetch, IsLeftOpenWhereBlocksCantBeRun) {
  ScriptedRequests old;  // knows no order and answers with straight code
  old.code_cycles = [](const InstructionsRequest&) -> Outcome<InstructionsResult> { return InstructionsResult{2, 16}; };
  auto report = run_prefetch(old.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(*report, quantity::prefetch).status, FindingStatus::not_measurable);
  EXPECT_THAT(told(*report, quantity::prefetch).reason, HasSubstr("ran straight code"));

  ScriptedRequests none;
  none.code_cycles = [](const InstructionsRequest&) -> Outcome<InstructionsResult> {
    return DeviceError{ErrorCode::unsupported, "There are no blocks."};
  };
  report = run_prefetch(none.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(told(*report, quantity::prefetched_cycles).reason, HasSubstr("can't be run: There are no blocks."));

  ScriptedRequests no_call;
  report = run_prefetch(no_call.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(*report, quantity::prefetch).subject, "instruction_l0");

  ScriptedRequests changing;
  changing.code_cycles = [](const InstructionsRequest& request) -> Outcome<InstructionsResult> {
    return InstructionsResult{2, 16, request.bytes > 2048 ? 512U : 256U};
  };
  report = run_prefetch(changing.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(told(*report, quantity::prefetch).reason, HasSubstr("changes from answer to answer"));
}

TEST(Prefetch, RefusesBadInputAndPassesErrorsOn) {
  FetcherDevice device(hidden_fetcher(1), 0, 1);
  EXPECT_THAT(run_prefetch(device, {{"from", "512"}}).error().message, HasSubstr("1 KiB or more"));
  EXPECT_THAT(run_prefetch(device, {{"from", "8KiB"}, {"to", "4KiB"}}).error().message, HasSubstr("between the shortest"));
  EXPECT_THAT(run_prefetch(device, {{"to", "1MiB"}}).error().message, HasSubstr("256 KiB"));
  EXPECT_THAT(run_prefetch(device, {{"runs", "0"}}).error().message, HasSubstr("runs is 0"));
  EXPECT_EQ(device.requests, 0U);
  device.fault = DeviceError{ErrorCode::lost, "The card is gone."};
  device.fault_at = 5;
  EXPECT_EQ(run_prefetch(device).error().message, "The card is gone.");
}

}  // namespace
}  // namespace chasescope
