// The bundled recording of an NVIDIA H200: it opens, its findings rest on runs that are there, and its traces say what they said on
// the card.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/inference/fetch_size.h"
#include "engine/inference/lost_together.h"
#include "engine/inference/two_kinds.h"
#include "engine/probe/distance_map.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

const Session& h200() {
  static const Session session = [] {
    auto read = read_session(recording_file("h200"));
    if (!read) throw std::runtime_error(read.error().message);
    return *std::move(read);
  }();
  return session;
}

TEST(BundledRecording, IsListedAndOpensAsADevice) {
  const auto devices = list_devices().devices;
  const auto entry = std::find_if(devices.begin(), devices.end(), [](const auto& one) { return one.id == "recording:h200"; });
  ASSERT_NE(entry, devices.end());
  EXPECT_EQ(entry->origin, Origin::recording);
  const auto device = open_device("recording:h200");
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ((*device)->description().properties.sm_count, 132U);
  EXPECT_FALSE(open_device("recording:h201"));
}

TEST(BundledRecording, EveryFindingRestsOnRunsThatAreThere) {
  std::set<std::string> ids;
  for (const RunPtr& run : h200().runs) EXPECT_TRUE(ids.insert(run->id).second) << run->id << " twice";
  std::size_t measured = 0;
  for (const Finding& finding : h200().findings) {
    measured += finding.status == FindingStatus::measured;
    for (const std::string& id : finding.evidence) EXPECT_TRUE(ids.contains(id)) << finding.subject << ' ' << finding.quantity;
    EXPECT_TRUE(finding.status != FindingStatus::measured || !finding.evidence.empty()) << finding.subject << finding.quantity;
    EXPECT_TRUE(finding.status != FindingStatus::not_measurable || !finding.reason.empty()) << finding.quantity;
  }
  EXPECT_GT(measured, 100U);
}

TEST(BundledRecording, ItsL2HasTwoSidesOf66Sms) {
  const auto map = distance_map(h200().runs);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->sms.size(), 132U);
  const auto found = inference::find_sides(map->latency);
  ASSERT_TRUE(found.sides) << found.undecided;
  EXPECT_EQ(std::count(found.sides->row_side.begin(), found.sides->row_side.end(), true), 66);
  EXPECT_NEAR(found.sides->near_cycles, 266, 6);
  EXPECT_NEAR(found.sides->far_cycles, 298, 6);
}

// It was recorded when three pairs of near and far had one name.
TEST(BundledRecording, ItsNearAndFarAreReadByTodaysNames) {
  std::map<std::string, double> told;
  for (const Finding& finding : h200().findings) {
    const std::string name = finding.subject + " " + finding.quantity;
    if (finding.quantity.find("near") != std::string::npos || finding.quantity.find("far") != std::string::npos ||
        finding.quantity.find("half") != std::string::npos)
      told[name] = finding.value.get<double>();
    EXPECT_FALSE(name == "l2 hit_latency_cycles" && finding.conditions.contains("footprint_bytes")) << finding.conditions;
  }
  ASSERT_EQ(told.size(), 5U);
  EXPECT_NEAR(told.at("l2 near_latency_cycles"), 267, 1);
  EXPECT_NEAR(told.at("l2 far_latency_cycles"), 298, 1);
  EXPECT_NEAR(told.at("l2 other_half_latency_cycles"), 485, 1);
  EXPECT_NEAR(told.at("dram near_memory_latency_cycles"), 533, 1);
  EXPECT_NEAR(told.at("dram far_memory_latency_cycles"), 718, 1);
}

TEST(BundledRecording, EvictionsOfItsL1TakeLinesOfFourSectors) {
  std::size_t walks = 0;
  for (const RunPtr& run : h200().runs) {
    if (run->label.rfind("what evictions take", 0) != 0) continue;
    const auto& request = run->chase()->request;
    const std::vector<float> cycles = run->cycles().copy();
    std::vector<bool> missed;
    // Between hits, which take 38 cycles or 104 of a texture, and L2 hits of 250 and more.
    for (const float value : cycles) missed.push_back(value > 180);
    const auto lost = inference::lost_together(missed, accesses_per_pass(request.pattern));
    if (!lost) continue;  // too few evictions in this walk alone
    ++walks;
    EXPECT_EQ(lost->block * std::get<UniformPattern>(request.pattern).stride, 128U) << run->id;
  }
  EXPECT_GT(walks, 0U);
}

/// What is told of a run of a probe on the recording.
Outcome<ProbeReport> asked(const char* probe, const ParameterValues& values = {}) {
  auto device = open_device("recording:h200");
  EXPECT_TRUE(device);
  return run_probe(**device, *find_probe(probe), values, {});
}

TEST(BundledRecording, AnswersAProbeWithWhatThatProbeFound) {
  std::size_t together = 0;
  for (const char* probe : {"capacity", "latency", "line", "sets", "tlb", "banks", "outstanding", "l2-map", "facts"}) {
    const auto report = asked(probe);
    ASSERT_TRUE(report) << probe << ": " << report.error().message;
    EXPECT_FALSE(report->findings.empty()) << probe;
    together += report->findings.size();
    std::set<std::string> runs;
    for (const RunPtr& run : report->runs) runs.insert(run->id);
    for (const Finding& finding : report->findings) {
      EXPECT_NE(std::find(h200().findings.begin(), h200().findings.end(), finding), h200().findings.end()) << finding.quantity;
      for (const std::string& id : finding.evidence) EXPECT_TRUE(runs.contains(id)) << probe << ' ' << id;
    }
  }
  // None is two probes'.
  EXPECT_LT(together, h200().findings.size());
  const auto quantities = [](const char* probe) {
    std::set<std::string> all;
    const auto report = asked(probe);
    for (const Finding& finding : report->findings) all.insert(finding.quantity);
    return all;
  };
  EXPECT_EQ(quantities("capacity"), (std::set<std::string>{"capacity_bytes", "contiguous_bytes"}));
  EXPECT_EQ(quantities("line"), (std::set<std::string>{"line_bytes", "fetch_bytes"}));
  EXPECT_TRUE(quantities("tlb").contains("set_index_bits"));
  EXPECT_TRUE(quantities("bandwidth").contains("write_bandwidth"));
  const auto texture = asked("capacity", {{"space", "texture"}});
  ASSERT_TRUE(texture);
  ASSERT_FALSE(texture->findings.empty());
  for (const Finding& finding : texture->findings) EXPECT_EQ(finding.subject, "texture");
  const auto whole = asked("discover");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->findings, h200().findings);
}

TEST(BundledRecording, SaysOfAnythingElseThatItDoesNotHoldItAndWhatItHolds) {
  for (const char* probe : {"spectrum", "footprint-sweep", "stride-sweep", "miss-pattern", "replacement", "fine-grained"}) {
    const auto report = asked(probe, std::string(probe) == "fine-grained" ? ParameterValues{{"bytes", "52"}, {"stride", "4"}} : ParameterValues{});
    ASSERT_FALSE(report) << probe;
    EXPECT_EQ(report.error().message.rfind("The recording of NVIDIA H200 holds no run of " + std::string(probe) + ". It holds capacity", 0), 0U)
        << report.error().message;
  }
  // Held, but with other settings: never anything that was concluded from refusals.
  const auto other = asked("capacity", {{"carveout_percent", "50"}});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("recording"), std::string::npos) << other.error().message;
}

std::vector<RunPtr> labelled(const std::string& beginning) {
  std::vector<RunPtr> runs;
  for (const RunPtr& run : h200().runs)
    if (run->label.rfind(beginning, 0) == 0) runs.push_back(run);
  return runs;
}

TEST(BundledRecording, ItsMemoryIsNearAndFarInBlocksOfNeighbours) {
  const auto runs = labelled("sequential over 256 MiB");
  ASSERT_EQ(runs.size(), 1U);
  std::vector<double> cycles;
  for (const float each : runs.front()->cycles().copy()) cycles.push_back(static_cast<double>(each));
  const auto kinds = inference::two_kinds_of(cycles);
  ASSERT_TRUE(kinds);
  EXPECT_NEAR(kinds->near.median, 538, 15);
  EXPECT_NEAR(kinds->far.median, 723, 20);
  EXPECT_TRUE(inference::neighbours_of(cycles, *kinds).lie_together());
  // In random order the same two kinds do not go with the order.
  const auto random = labelled("random over 256 MiB");
  ASSERT_EQ(random.size(), 1U);
  cycles.clear();
  for (const float each : random.front()->cycles().copy()) cycles.push_back(static_cast<double>(each));
  const auto again = inference::two_kinds_of(cycles);
  ASSERT_TRUE(again);
  EXPECT_NEAR(again->near.median, kinds->near.median, 10);
  EXPECT_FALSE(inference::neighbours_of(cycles, *again).lie_together());
}

TEST(BundledRecording, MissesOfItsCachesBringWhatTheyBring) {
  const auto fetched = [](const chasescope::Run& run, std::uint64_t element, double cut) {
    const std::vector<float> cycles = run.cycles().copy();
    return inference::fetch_distance(cycles, element, cut, 0.001);
  };
  // Of the L2: what is faster than 1.3 times an L2 hit was brought along with what came before.
  const auto refetched = labelled("lines that filling the array pushed out");
  ASSERT_FALSE(refetched.empty());
  for (const RunPtr& run : refetched) EXPECT_EQ(fetched(*run, 16, 1.3 * 286), 64U) << run->id;
  // Of the nearest caches, whose hits take 32, 38 and 104 cycles, the cost of measuring included.
  std::size_t spaces = 0;
  for (const RunPtr& run : labelled("untouched memory")) {
    const MemorySpace space = run->chase()->request.space;
    if (space == MemorySpace::global_cg) continue;
    ++spaces;
    EXPECT_EQ(fetched(*run, 4,
                      space == MemorySpace::texture    ? 180
                      : space == MemorySpace::constant ? 60
                                                       : 120),
              space == MemorySpace::constant ? 64U : 32U)
        << run->id;
  }
  EXPECT_GE(spaces, 3U);
}

}  // namespace
}  // namespace chasescope
