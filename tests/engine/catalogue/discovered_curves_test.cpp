// A discovery that knows the structure draws small curves for the views, at a limited cost.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

const std::set<std::string> kPictures{"footprint-sweep", "stride-sweep", "spectrum", "miss-pattern", "fine-grained"};

std::unique_ptr<Device> card_of(const std::string& id) {
  auto device = open_device(id, {.seed = 3, .log = {}});
  if (!device) throw std::runtime_error(device.error().message);
  return std::move(device).value();
}

ProbeReport discovered(Device& device, const ParameterValues& values = {}) {
  auto report = find_probe("discover")->run(device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

const UniformPattern& pattern_of(const RunPtr& run) { return std::get<UniformPattern>(run->chase()->request.pattern); }

bool is_of_picture(const Finding& finding) {
  return finding.quantity == quantity::plateau_cycles || finding.quantity == quantity::access_class_cycles ||
         finding.quantity == quantity::access_class_share;
}

TEST(DiscoveredCurves, go_from_a_kibibyte_to_past_the_l2_through_every_space) {
  const auto device = card_of("model:c2070");
  const ProbeReport report = discovered(*device);
  std::map<std::string, std::vector<RunPtr>> curves;
  for (const RunPtr& run : report.runs)
    if (run->probe == "footprint-sweep" && is_data(*run))
      curves[std::string(to_string(run->chase()->request.space))].push_back(run);
  for (const MemorySpace space : {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::local}) {
    ASSERT_TRUE(device->description().serves(space));
    const auto& curve = curves[std::string(to_string(space))];
    ASSERT_FALSE(curve.empty()) << to_string(space);
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (const RunPtr& run : curve) {
      least = std::min(least, pattern_of(run).bytes);
      most = std::max(most, pattern_of(run).bytes);
      EXPECT_LE(run->cycles().size(), std::max<std::uint64_t>(2000, pattern_of(run).bytes / pattern_of(run).stride));
    }
    EXPECT_EQ(least, 1024) << to_string(space);
    EXPECT_GT(most, 768 * 1024) << to_string(space);  // the L2
  }
  EXPECT_GE(curves["global.ca"].size(), 60);
  // The plateaus are the card's levels and carry their names.
  std::map<std::string, double> plateaus;
  for (const Finding& finding : report.findings)
    if (finding.quantity == quantity::plateau_cycles && finding.conditions.value("space", "") == "global.ca")
      plateaus[finding.subject] = finding.value.get<double>();
  EXPECT_EQ(plateaus, (std::map<std::string, double>{{"l1_data", 80}, {"l2", 350}, {"dram", 580}}));
}

TEST(DiscoveredCurves, reach_memory_past_an_l2_of_forty_mebibytes) {
  const auto device = card("model:a100");
  std::map<MemorySpace, std::map<std::uint64_t, double>> curves;  // cycles of an access, by space and footprint
  for (const RunPtr& run : discovered(*device).runs) {
    if (run->probe != "footprint-sweep" || !is_data(*run)) continue;
    std::vector<float> cycles = run->cycles().copy();
    std::nth_element(cycles.begin(), cycles.begin() + static_cast<std::ptrdiff_t>(cycles.size() / 2), cycles.end());
    curves[run->chase()->request.space][pattern_of(run).bytes] = cycles[cycles.size() / 2];
  }
  for (const MemorySpace space : {MemorySpace::global_cg, MemorySpace::global_ca, MemorySpace::readonly, MemorySpace::texture}) {
    const auto& curve = curves[space];
    EXPECT_GE(curve.size(), 60) << to_string(space);
    ASSERT_FALSE(curve.empty()) << to_string(space);
    EXPECT_GE(curve.rbegin()->first, std::uint64_t{64} << 20) << to_string(space);
    EXPECT_NEAR(curve.rbegin()->second, 567, 10) << to_string(space);  // the latency of memory in the model
    double ratio = 1;
    for (auto at = curve.begin(); std::next(at) != curve.end(); ++at)
      ratio = std::max(ratio, static_cast<double>(std::next(at)->first) / static_cast<double>(at->first));
    EXPECT_LE(ratio, 2) << to_string(space) << ": no gap of more than a doubling";
  }
}

TEST(DiscoveredCurves, fill_what_the_other_views_show) {
  const auto device = card_of("model:gtx560ti");
  const ProbeReport report = discovered(*device);
  std::map<std::string, int> runs;
  for (const RunPtr& run : report.runs)
    if (is_data(*run)) ++runs[run->probe];
  for (const std::string& probe : kPictures) EXPECT_GT(runs[probe], 0) << probe;
  // The misses around the end of the L1: none at its capacity, some with one line more.
  std::map<std::uint64_t, float> slowest;
  for (const RunPtr& run : report.runs)
    if (run->probe == "miss-pattern" && is_data(*run) && run->chase()->request.space == MemorySpace::global_ca) {
      const std::vector<float> cycles = run->cycles().copy();
      slowest[pattern_of(run).bytes] = *std::max_element(cycles.begin(), cycles.end());
    }
  ASSERT_FALSE(slowest.empty());
  EXPECT_EQ(slowest.begin()->first, 16384);
  EXPECT_LT(slowest.begin()->second, 200);
  EXPECT_GT(slowest.rbegin()->second, 200);
  const auto classes = std::count_if(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
    return finding.quantity == quantity::access_class_cycles && finding.conditions.value("space", "") == "global.ca";
  });
  EXPECT_GE(classes, 5);
}

TEST(DiscoveredCurves, tell_nothing_of_the_structure) {
  const auto device = card_of("model:gtx560ti");
  std::set<std::string> pictures, told;
  for (const RunPtr& run : discovered(*device).runs)
    if (kPictures.contains(run->probe)) pictures.insert(run->id);
  for (const Finding& finding : discovered(*device).findings)
    for (const std::string& id : finding.evidence) {
      if (is_of_picture(finding)) continue;
      EXPECT_FALSE(pictures.contains(id)) << finding.subject << ' ' << finding.quantity;
      told.insert(finding.subject);
    }
  EXPECT_FALSE(told.empty());
}

TEST(DiscoveredCurves, are_left_out_where_a_part_is_asked_for_or_haste_is) {
  const auto device = card_of("model:gtx560ti");
  for (const ParameterValues& values : {ParameterValues{{"only", "l1_data"}}, ParameterValues{{"effort", "quick"}}})
    for (const RunPtr& run : discovered(*device, values).runs) EXPECT_FALSE(kPictures.contains(run->probe)) << run->probe;
}

/// The cost of the chases of pictures: accesses, and cycles from the average of each chase. Warm-up accesses beyond the first 8,192
/// count as a 32nd, because 32 threads make them.
struct Cost {
  double accesses = 0, cycles = 0;
};
Cost cost_of_pictures(const ProbeReport& report) {
  Cost cost;
  for (const RunPtr& run : report.runs) {
    const bool is_taken_over = run->label.find("as the levels were looked for") != std::string::npos;
    if (!kPictures.contains(run->probe) || run->chase() == nullptr || is_taken_over) continue;
    const auto& [request, result] = *run->chase();
    const auto asked = static_cast<double>(request.warmup + request.accesses);
    double sum = 0;
    for (const float cycles : result.cycles.copy()) sum += cycles;
    cost.accesses += asked;
    constexpr double kAlone = 8192, kThreads = 32;
    const double spared = std::max(0.0, static_cast<double>(request.warmup) - kAlone) * (1 - 1 / kThreads);
    cost.cycles +=
        (asked - spared) *
        (result.mean_cycles ? *result.mean_cycles : sum / static_cast<double>(std::max<std::size_t>(result.cycles.size(), 1)));
  }
  return cost;
}

TEST(DiscoveredCurves, of_small_caches_cost_a_tenth_of_a_second) {
  constexpr double kMost = 10e6;
  for (const char* id : {"model:gtx560ti", "model:k20", "model:textbook"}) {
    const auto device = card_of(id);
    EXPECT_LT(cost_of_pictures(discovered(*device)).accesses, kMost) << id;
  }
}

TEST(DiscoveredCurves, cost_a_card_no_more_than_their_share_of_its_clock) {
  // Curves at all footprints beyond this L2 would cost more than the limit.
  json text = card_around({{"l1", lru(128, 32, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 8192, 16, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}},
                           {"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 200}, {"dram", 500}}}}}});
  text.erase("tlbs");
  KeepingDevice device(text);
  ProbeReport report = discovered(device);
  constexpr double kHalfASecond = 1e9;  // cycles of a card's clock
  EXPECT_LT(cost_of_pictures(report).cycles, kHalfASecond);
  std::erase_if(report.runs, [](const RunPtr& run) { return run->probe != "footprint-sweep"; });
  EXPECT_LT(cost_of_pictures(report).cycles, 6e8);
  std::uint64_t most = 0;
  for (const RunPtr& run : report.runs) most = std::max(most, pattern_of(run).bytes);
  EXPECT_GE(most, std::uint64_t{32} << 20);
}

}  // namespace
}  // namespace chasescope
