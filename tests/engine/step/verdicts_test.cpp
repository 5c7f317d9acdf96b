#include "engine/step/verdicts.h"
#include "tests/engine/findings/made_finding.h"

#include <gtest/gtest.h>

namespace chasescope {
namespace {

using step::judge;
using step::LatencyVerdicts;
using step::Verdict;

Finding finding(const char* subject, const char* quantity, double value, const char* space, double low, double high) {
  Finding made = made_finding(subject, quantity, value, {}, {{"space", space}});
  made.low = low;
  made.high = high;
  return made;
}

/// A discovery's findings about the latencies of an H200.
std::vector<Finding> h200() {
  return {finding("l1_data", "hit_latency_cycles", 33.25, "global.ca", 33.25, 33.25),
          finding("l2", "hit_latency_cycles", 281.25, "global.cg", 279.25, 283.25),
          finding("l2", "near_latency_cycles", 267.25, "global.cg", 261.25, 273.25),
          finding("l2", "far_latency_cycles", 298.25, "global.cg", 291.25, 306.25),
          finding("l2", "hit_latency_cycles", 281.25, "global.ca", 279.25, 283.25),
          finding("dram", "near_memory_latency_cycles", 533.25, "global.cg", 530.25, 535.25)};
}

Finding miss_rate(double rate, const char* run) {
  Finding made = finding("device", "miss_rate", rate, "global.ca", rate, rate);
  made.evidence = {run, "reference"};
  return made;
}

LatencyTrace trace(std::initializer_list<float> levels) {
  std::vector<float> cycles;
  for (int i = 0; i < 30; ++i)
    for (const float level : levels) cycles.push_back(level);
  return LatencyTrace(std::move(cycles));
}

struct Judged {
  std::string id = "run-1";
  ChaseRequest request;
  inference::LatencyLevels levels;
  Judged(MemorySpace space, std::initializer_list<float> cycles) : levels(inference::find_latency_levels(trace(cycles))) {
    request.space = space;
  }
  LatencyVerdicts by(const std::vector<Finding>& findings) const { return judge({id, request, 4.75, levels}, findings); }
  std::string words(const std::vector<Finding>& findings) const {
    std::string all;
    for (const auto& level : levels.levels()) all += (all.empty() ? "" : ", ") + step::level_word(level, by(findings));
    return all;
  }
};

TEST(LatencyVerdicts, SlicesOfTheL2AreHitsWhereTheL1IsNotInTheWay) {
  EXPECT_EQ(Judged(MemorySpace::global_cg, {265, 297, 306}).words(h200()), "hit, hit, hit");
  EXPECT_EQ(Judged(MemorySpace::global_cg, {265, 297, 306, 540}).words(h200()), "hit, hit, hit, miss");
  EXPECT_EQ(Judged(MemorySpace::global_ca, {38, 265, 297, 306}).words(h200()), "hit, miss, miss, miss");
}

// Four accesses are too few for two levels.
TEST(LatencyVerdicts, AFewHitsInALevelOfMissesStayHits) {
  const auto levels = inference::find_latency_levels(LatencyTrace({290, 33, 290, 33}));
  ASSERT_EQ(levels.size(), 1U);
  ChaseRequest request;
  request.space = MemorySpace::global_ca;
  const auto verdicts = judge({"run-1", request, 0, levels}, {finding("device", "hit_latency_cycles", 33, "global.ca", 33, 33)});
  EXPECT_EQ(verdicts.of(33), Verdict::hit);
  EXPECT_EQ(verdicts.of(290), Verdict::miss);
  EXPECT_EQ(step::level_word(levels[0], verdicts), "also hits");
}

TEST(LatencyVerdicts, WithoutEvidenceLevelsGoByTheirCycles) {
  const Judged run(MemorySpace::global_cg, {265, 297, 306});
  EXPECT_EQ(run.words({}), "265 cycles, 297 cycles, 306 cycles");
  EXPECT_FALSE(run.by({}).tells());
  EXPECT_EQ(run.words({finding("l1_data", "hit_latency_cycles", 33, "global.ca", 33, 33)}), "265 cycles, 297 cycles, 306 cycles")
      << "what the L1 takes says nothing of a space that passes it by";
  // A latency between those of the L2 and memory: a TLB may have missed, or a farther part may have answered.
  EXPECT_EQ(Judged(MemorySpace::global_cg, {265, 400}).words(h200()), "hit, 400 cycles");
}

TEST(LatencyVerdicts, MemoryIsNoCache) {
  std::vector<Finding> alone{finding("dram", "hit_latency_cycles", 440, "global.ca", 440, 440)};
  for (const char* part : {"l1_data", "l2", "l3"}) {
    alone.push_back(finding(part, "capacity_bytes", 0, "global.ca", 0, 0));
    alone.back().value = nullptr;
    alone.back().status = FindingStatus::absent;
  }
  EXPECT_EQ(Judged(MemorySpace::global_ca, {440}).words(alone), "440 cycles");
  EXPECT_EQ(Judged(MemorySpace::global_ca, {1245.25F}).words(alone), "1,245 cycles") << "as numbers are written elsewhere";
}

TEST(LatencyVerdicts, AllMissesAreNotAllHits) {
  const Judged slow(MemorySpace::global_ca, {300});
  EXPECT_EQ(slow.words({miss_rate(1, "run-1")}), "miss");
  EXPECT_EQ(slow.by({miss_rate(1, "run-1")}).highest_hit(), -1.0F);
  EXPECT_EQ(slow.words({miss_rate(0, "run-1")}), "hit");
  EXPECT_GE(slow.by({miss_rate(0, "run-1")}).highest_hit(), 300.0F);
  EXPECT_EQ(slow.words({miss_rate(1, "run-2")}), "300 cycles") << "another run’s rate";
  EXPECT_EQ(slow.words(h200()), "miss");
}

TEST(LatencyVerdicts, TheMissRateSaysAfterWhichLevelMissesBegin) {
  const Judged run(MemorySpace::global_ca, {100, 300, 650});
  EXPECT_EQ(run.words({miss_rate(2.0 / 3, "run-1")}), "hit, miss, miss");
  EXPECT_EQ(run.words({miss_rate(1.0 / 3, "run-1")}), "hit, hit, miss");
  const auto cut = run.by({miss_rate(1.0 / 3, "run-1")}).highest_hit();
  ASSERT_TRUE(cut);
  EXPECT_GE(*cut, 300);
  EXPECT_LT(*cut, 650);
}

TEST(LatencyVerdicts, ACacheOfOneSmAnswersFromOnePlace) {
  const std::vector<Finding> l1{finding("l1_data", "hit_latency_cycles", 100, "global.ca", 100, 100)};
  EXPECT_EQ(Judged(MemorySpace::global_ca, {105, 300}).words(l1), "hit, miss");
  const std::vector<Finding> l2{finding("l2", "hit_latency_cycles", 260, "global.cg", 260, 260)};
  EXPECT_EQ(Judged(MemorySpace::global_cg, {265, 300}).words(l2), "hit, 300 cycles");
}

TEST(LatencyVerdicts, WhatIsCarriedToTheNextTraceEndsWithItsLevels) {
  const Judged run(MemorySpace::global_ca, {100});
  const LatencyVerdicts carried = run.by({miss_rate(0, "run-1")}).carried(run.levels);
  EXPECT_EQ(carried.of(101), Verdict::hit);
  EXPECT_EQ(carried.of(300), Verdict::unknown);
}

}  // namespace
}  // namespace chasescope
