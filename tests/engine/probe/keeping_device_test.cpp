// Devices that keep lines from one chase to the next, as cards do. They have an L1 with random replacement and sectors, an L2 with
// a fast and a slow part, and memory. The probes get only the facts that a card's interface reports.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

using nlohmann::json;

json cache(std::uint64_t bytes, std::uint64_t line, std::uint64_t sector, std::uint64_t ways, const char* policy) {
  return {{"capacity_bytes", bytes}, {"line_bytes", line}, {"sector_bytes", sector}, {"sets", bytes / line / ways}, {"ways", ways},
          {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", policy}}}};
}

json card(std::uint64_t l2_bytes) {
  const json latency_cg{{"fast", 280}, {"slow", 480}, {"dram", 700}};
  json latency_ca = latency_cg;
  latency_ca["l1"] = 38;
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "Card"},
          {"summary", "as a large card"},
          {"device", {{"memory_bytes", std::uint64_t{1} << 28}, {"l2_bytes", l2_bytes}, {"sm_count", 12}}},
          {"caches",
           {{"l1", cache(24576, 128, 32, 192, "random")},
            {"fast", cache(std::uint64_t{1} << 19, 128, 32, 16, "lru")},
            {"slow", cache(std::uint64_t{1} << 20, 128, 32, 16, "lru")}}},
          {"paths",
           {{"global.ca", {{"data", {"l1", "fast", "slow"}}, {"backing", "dram"}, {"latency", latency_ca}}},
            {"global.cg", {{"data", {"fast", "slow"}}, {"backing", "dram"}, {"latency", latency_cg}}}}}};
}

std::vector<Finding> measure(Device& device, const char* probe, const ParameterValues& values = {}) {
  const auto report = find_probe(probe)->run(device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  for (const Finding& finding : report->findings)
    for (const std::string& id : finding.evidence)
      EXPECT_TRUE(std::any_of(report->runs.begin(), report->runs.end(), [&](const RunPtr& run) { return run->id == id; })) << id;
  return report->findings;
}

const Finding* find(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity,
                    const json& conditions) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.conditions == conditions) return &finding;
  return nullptr;
}

// The result is the same whether the device keeps its caches or begins each chase cold.
TEST(KeepingDevice, TheOtherHalfOfAnL2IsNoCacheOfItsOwn) {
  for (const bool keeps : {true, false}) {
    SCOPED_TRACE(keeps);
    const json text = card(std::uint64_t{3} << 19);  // the interface reports both halves together
    KeepingDevice keeping(text);
    const auto cold = opened(text);
    const auto findings = keeps ? measure(keeping, "latency") : measure(*cold, "latency");
    const json cg{{"space", "global.cg"}}, ca{{"space", "global.ca"}};
    ASSERT_NE(find(findings, "l2", "hit_latency_cycles", cg), nullptr);
    EXPECT_EQ(find(findings, "l2", "hit_latency_cycles", cg)->value, 280);
    ASSERT_NE(find(findings, "l2", "other_half_latency_cycles", cg), nullptr);
    EXPECT_EQ(find(findings, "l2", "own_half_latency_cycles", cg)->value, 280);
    EXPECT_EQ(find(findings, "l2", "other_half_latency_cycles", cg)->value, 480);
    EXPECT_EQ(find(findings, "dram", "hit_latency_cycles", cg)->value, 700);
    EXPECT_EQ(find(findings, "dram", "hit_latency_cycles", ca)->value, 700);
    EXPECT_EQ(find(findings, "l1_data", "hit_latency_cycles", ca)->value, 38);
    for (const Finding& finding : findings) EXPECT_NE(finding.subject, "l3") << finding.quantity;
    EXPECT_EQ(find(findings, "l2", "miss_penalty_cycles", cg)->value, 420);
  }
}

TEST(KeepingDevice, CachesThatTheInterfaceDoesNotJoinStayApart) {
  KeepingDevice device(card(std::uint64_t{1} << 19));  // the interface reports the first part alone
  const auto findings = measure(device, "latency");
  const json cg{{"space", "global.cg"}};
  EXPECT_EQ(find(findings, "l2", "other_half_latency_cycles", cg), nullptr);
  ASSERT_NE(find(findings, "dram", "hit_latency_cycles", cg), nullptr);
  EXPECT_EQ(find(findings, "dram", "hit_latency_cycles", cg)->value, 700) << "what lies behind the L2 that it tells of need not be memory";
  EXPECT_EQ(find(findings, "l3", "hit_latency_cycles", cg)->value, 480);
}

TEST(KeepingDevice, TheLineIsWhatAnEvictionTakes) {
  KeepingDevice device(card(std::uint64_t{3} << 19));
  const auto findings = measure(device, "line", {{"space", "global.ca"}});
  const Finding* line = find(findings, "l1_data", "line_bytes", {{"space", "global.ca"}});
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->value, 128) << line->reason;
  EXPECT_FALSE(line->evidence.empty());
  EXPECT_EQ(find(findings, "l1_data", "fetch_bytes", {{"space", "global.ca"}})->value, 32);
}

// The cache's own pages overflow this TLB: accesses wait for a page now and then, at random.
TEST(KeepingDevice, LookupsOfPagesAreNoEvictions) {
  for (const std::uint64_t bytes : {128, 32})
    for (const unsigned entries : {2, 4, 5}) {
      json text = card(std::uint64_t{3} << 19);
      text["caches"]["l1"] = cache(24576, bytes, 32, 192 * 128 / bytes, "random");
      text["tlbs"] = {{"l1_tlb",
                       {{"page_bytes", 4096}, {"entries", entries}, {"sets", 1}, {"ways", entries}, {"index", {{"kind", "modulo"}}},
                        {"policy", {{"kind", "random"}}}}}};
      text["paths"]["global.ca"]["translation"] = {"l1_tlb"};
      text["paths"]["global.ca"]["translation_penalty"] = {{"walk", 200}};
      KeepingDevice device(text);
      const auto findings = measure(device, "line", {{"space", "global.ca"}});
      const Finding* line = find(findings, "l1_data", "line_bytes", {{"space", "global.ca"}});
      ASSERT_NE(line, nullptr);
      EXPECT_EQ(line->value, bytes) << entries << " entries: " << line->reason;
    }
}

TEST(KeepingDevice, WhereMissesBeginByChanceIsAnInterval) {
  KeepingDevice device(card(std::uint64_t{3} << 19));
  const auto findings = measure(device, "capacity", {{"space", "global.ca"}});
  const Finding* contiguous = find(findings, "l1_data", "contiguous_bytes", {{"space", "global.ca"}});
  ASSERT_NE(contiguous, nullptr);
  ASSERT_EQ(contiguous->status, FindingStatus::measured) << contiguous->reason;
  EXPECT_LE(*contiguous->low, 24576);
  EXPECT_GE(*contiguous->high, 24576);
  EXPECT_LE(*contiguous->high - *contiguous->low, 24576 / 20);
}

TEST(KeepingDevice, AStepThatWouldTakeTooLongIsNotBegun) {
  KeepingDevice device(card(std::uint64_t{3} << 19));
  const auto findings = measure(device, "capacity");
  EXPECT_LT(device.accesses, 60'000'000U) << "some seconds of a card's time";
  const Finding* l2 = find(findings, "l2", "capacity_bytes", {{"space", "global.cg"}});
  ASSERT_NE(l2, nullptr);
  EXPECT_TRUE(l2->status == FindingStatus::measured || !l2->reason.empty());
}

/// Each SM has a longer way to the L2 and memory than the SM before it. A request that names no SM runs on the SM `given`.
class ScatteredSms final : public KeepingDevice {
 public:
  ScatteredSms(const json& text, unsigned given) : KeepingDevice(text), given_(given) {}
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    ChaseRequest placed = request;
    if (!placed.sm) placed.sm = given_;
    auto result = KeepingDevice::chase(placed, control);
    if (!result) return result;
    std::vector<float> cycles = result->cycles.copy();
    for (float& each : cycles)
      if (each > 100) each += static_cast<float>(2 * *placed.sm);
    result->cycles = {};
    result->cycles.append(std::move(cycles));
    return result;
  }

 private:
  unsigned given_;
};

TEST(KeepingDevice, LatenciesBehindTheSmsAreThoseOfManySms) {
  const json cg{{"space", "global.cg"}}, ca{{"space", "global.ca"}};
  for (const unsigned given : {0U, 5U, 11U}) {
    json text = card(std::uint64_t{3} << 19);
    ScatteredSms device(text, given);
    const auto findings = measure(device, "latency");
    for (const json& space : {cg, ca}) {
      ASSERT_NE(find(findings, "l2", "hit_latency_cycles", space), nullptr);
      // The L1 answers some accesses at random, so that not all SMs have equal weight. Neighbouring SMs differ by 2 cycles.
      EXPECT_NEAR(find(findings, "l2", "hit_latency_cycles", space)->value.get<double>(), 280 + 11, 1);
      EXPECT_NEAR(find(findings, "l2", "miss_penalty_cycles", space)->value.get<double>(), 700 - 280, 1);
      EXPECT_EQ(find(findings, "dram", "hit_latency_cycles", space)->value, 700 + 11);
      EXPECT_GE(find(findings, "l2", "hit_latency_cycles", space)->evidence.size(), 12U);
    }
    EXPECT_EQ(find(findings, "l1_data", "hit_latency_cycles", ca)->value, 38);
    EXPECT_NEAR(find(findings, "l1_data", "miss_penalty_cycles", ca)->value.get<double>(), 280 + 11 - 38, 1);
  }
}

TEST(L2Map, FindsTheSideOfEverySm) {
  json text = card(std::uint64_t{3} << 19);
  text["partitions"] = {{"cache", "fast"}, {"count", 2}, {"index", {{"kind", "bits"}, {"bits", {12}}}}, {"home", {0, 1, 1}}};
  for (const char* path : {"global.ca", "global.cg"}) text["paths"][path]["far_latency"] = {{"fast", 312}, {"slow", 512}, {"dram", 732}};
  KeepingDevice device(text);
  const auto findings = measure(device, "l2-map");
  const json conditions{{"space", "global.cg"}, {"sms", "all"}};
  ASSERT_NE(find(findings, "l2", "partitions", conditions), nullptr);
  EXPECT_EQ(find(findings, "l2", "partitions", conditions)->value, 2) << find(findings, "l2", "partitions", conditions)->reason;
  EXPECT_NE(find(findings, "l2", "partitions", conditions)->reason.find("4 SMs lie on the side of SM 0, 8 on the other"), std::string::npos)
      << find(findings, "l2", "partitions", conditions)->reason;
  EXPECT_EQ(find(findings, "l2", "near_latency_cycles", conditions)->value, 280);
  EXPECT_EQ(find(findings, "l2", "far_latency_cycles", conditions)->value, 312);
}

TEST(L2Map, SaysWhyThereIsNone) {
  json text = card(std::uint64_t{3} << 19);
  KeepingDevice alike(text);
  const json conditions{{"space", "global.cg"}, {"sms", "all"}};
  const auto none = measure(alike, "l2-map");
  EXPECT_EQ(find(none, "l2", "partitions", conditions)->status, FindingStatus::not_measurable);
  EXPECT_NE(find(none, "l2", "partitions", conditions)->reason.find("equally far from all"), std::string::npos);
  text["device"].erase("sm_count");
  KeepingDevice unknown(text);
  const auto findings = measure(unknown, "l2-map");
  EXPECT_NE(find(findings, "l2", "partitions", conditions)->reason.find("how many SMs"), std::string::npos);
}

}  // namespace
}  // namespace chasescope
