// The bundled recordings of an NVIDIA H100 and an H200: they open, their findings rest on runs in the file, and their traces lead
// to the same findings as on the cards.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/findings/distance_map.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/fetch_size.h"
#include "engine/inference/levels/clocked_delays.h"
#include "engine/inference/levels/lost_together.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/session_file.h"
#include "engine/statistics/two_kinds.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

const Session& recorded(const std::string& name) {
  static std::map<std::string, Session> sessions;
  if (const auto known = sessions.find(name); known != sessions.end()) return known->second;
  auto read = read_session(recording_file(name));
  if (!read) throw std::runtime_error(read.error().message);
  return sessions.emplace(name, *std::move(read)).first->second;
}

const Session& h200() { return recorded("h200"); }
const Session& h100() { return recorded("h100"); }

class EveryRecording : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Bundled, EveryRecording, testing::Values("h100", "h200"), [](const auto& one) { return one.param; });

TEST_P(EveryRecording, uses_the_words_of_the_table_in_their_units) {
  for (const Finding& finding : recorded(GetParam()).findings) {
    EXPECT_NE(find_subject(finding.subject), nullptr) << finding.subject;
    const QuantityEntry* known = find_quantity(finding.quantity);
    ASSERT_NE(known, nullptr) << finding.quantity;
    if (finding.status != FindingStatus::measured || !finding.value.is_number()) continue;
    EXPECT_EQ(finding.unit, known->unit) << finding.quantity;
  }
}

TEST_P(EveryRecording, is_listed_and_opens_as_a_device) {
  const std::string id = std::string("recording:") + GetParam();
  const auto devices = list_devices().devices;
  const auto entry = std::find_if(devices.begin(), devices.end(), [&](const auto& one) { return one.id == id; });
  ASSERT_NE(entry, devices.end());
  EXPECT_EQ(entry->origin, Origin::recording);
  const auto device = open_device(id);
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ((*device)->description().properties.sm_count, 132U);
  EXPECT_EQ((*device)->description().name.find(entry->name), 0U) << (*device)->description().name;
}

// A recorded discovery answers every discovery with all that it found, whatever time either was given.
TEST_P(EveryRecording, answers_a_discovery_of_any_time) {
  const Session& session = recorded(GetParam());
  const Probe* discover = find_probe("discover");
  for (const ParameterValues& values : {ParameterValues{}, ParameterValues{{"seconds", "2"}}, ParameterValues{{"seconds", "60"}},
                                        ParameterValues{{"effort", "quick"}}}) {
    const auto part = recorded_part(session, discover->info(), values);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->findings.size(), session.findings.size());
    EXPECT_EQ(part->runs.size(), session.runs.size());
  }
}

// Both cards ran at 1,980 MHz. The standards of such memory name 3.9 µs from refresh to refresh, or half of that.
TEST_P(EveryRecording, shows_memory_that_pauses_as_for_its_refresh) {
  const auto& runs = recorded(GetParam()).runs;
  const auto of = [&](const std::string& order) {
    const auto run = std::find_if(runs.begin(), runs.end(), [&](const RunPtr& each) {
      return each->probe == "memory" && each->label.starts_with(order + " over");
    });
    if (run == runs.end()) throw std::runtime_error("no accesses to memory, " + order);
    const std::vector<float> cycles = (*run)->cycles().copy();
    return inference::clocked_delays(std::vector<double>(cycles.begin(), cycles.end()));
  };
  const auto found = of("sequential");
  ASSERT_TRUE(found.delays) << found.undecided;
  constexpr double kHalfOfRefresh = 1.95e-6 * 1.98e9;
  EXPECT_LE(found.delays->interval_low, kHalfOfRefresh);
  EXPECT_GE(found.delays->interval_high, kHalfOfRefresh);
  EXPECT_LT(found.delays->interval_high - found.delays->interval_low, 0.1 * kHalfOfRefresh);
  EXPECT_GT(found.delays->strength, 10 * found.delays->by_number);
  EXPECT_FALSE(of("random").delays) << "many banks, each at its own time";
}

TEST(BundledRecording, of_another_name_is_none) { EXPECT_FALSE(open_device("recording:h201")); }

TEST_P(EveryRecording, has_the_runs_on_which_its_findings_rest) {
  const Session& session = recorded(GetParam());
  std::set<std::string> ids;
  for (const RunPtr& run : session.runs) EXPECT_TRUE(ids.insert(run->id).second) << run->id << " twice";
  std::size_t measured = 0;
  for (const Finding& finding : session.findings) {
    measured += finding.status == FindingStatus::measured;
    for (const std::string& id : finding.evidence) EXPECT_TRUE(ids.contains(id)) << finding.subject << ' ' << finding.quantity;
    EXPECT_TRUE(finding.status != FindingStatus::measured || !finding.evidence.empty()) << finding.subject << finding.quantity;
    EXPECT_TRUE(finding.status != FindingStatus::not_measurable || !finding.reason.empty()) << finding.quantity;
  }
  EXPECT_GT(measured, 100U);
}

TEST(BundledRecording, its_l2_has_sides_of_68_and_64_sms) {
  const auto map = distance_map(h200().runs);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->sms.size(), 132U);
  const auto found = inference::find_sides(map->latency);
  ASSERT_TRUE(found.sides) << found.undecided;
  EXPECT_EQ(std::count(found.sides->row_side.begin(), found.sides->row_side.end(), true), 68);
  EXPECT_NEAR(found.sides->near_cycles, 266, 6);
  EXPECT_NEAR(found.sides->far_cycles, 298, 6);
}

TEST(BundledRecording, its_near_and_far_have_names_of_their_own) {
  std::map<std::string, double> told;
  for (const Finding& finding : h200().findings)
    if (finding.quantity.ends_with("_latency_cycles") && finding.conditions.value("space", "") == "global.cg" &&
        finding.quantity != "hit_latency_cycles")
      told[finding.subject + " " + finding.quantity] = finding.value.get<double>();
  ASSERT_EQ(told.size(), 6U);
  EXPECT_NEAR(told.at("l2 near_latency_cycles"), 267, 1);
  EXPECT_NEAR(told.at("l2 far_latency_cycles"), 299, 1);
  EXPECT_NEAR(told.at("l2 own_half_latency_cycles"), 281, 1);
  EXPECT_NEAR(told.at("l2 other_half_latency_cycles"), 477, 1);
  EXPECT_NEAR(told.at("dram near_memory_latency_cycles"), 531, 1);
  EXPECT_NEAR(told.at("dram far_memory_latency_cycles"), 719, 1);
}

TEST(BundledRecording, EvictionsOfItsL1TakeLinesOfFourSectors) {
  std::size_t walks = 0;
  for (const RunPtr& run : h200().runs) {
    if (run->label.rfind("what evictions take", 0) != 0) continue;
    const auto& request = run->chase()->request;
    const std::vector<float> cycles = run->cycles().copy();
    std::vector<bool> missed;
    // A cut between hits and misses: L1 hits take 38 cycles (104 for texture loads), L2 hits 250 and more.
    for (const float value : cycles) missed.push_back(value > 180);
    const auto lost = inference::lost_together(missed, accesses_per_pass(request.pattern));
    if (!lost) continue;  // too few evictions in this walk alone
    ++walks;
    EXPECT_EQ(lost->block * std::get<UniformPattern>(request.pattern).stride, 128U) << run->id;
  }
  EXPECT_GT(walks, 0U);
}

/// The answer of the recording to a probe.
Outcome<ProbeReport> asked(const char* probe, const ParameterValues& values = {}, const std::string& name = "h200") {
  auto device = open_device("recording:" + name);
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
  // No finding belongs to two probes: together these have fewer findings than the recording.
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

/// A recording of the probe banks alone.
const char* const kOfBanks = CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-banks.cbor";

TEST(BundledRecording, SaysOfAnythingElseThatItDoesNotHoldItAndWhatItHolds) {
  for (const char* probe :
       {"spectrum", "footprint-sweep", "stride-sweep", "miss-pattern", "replacement", "conflicts", "discover"}) {
    const auto report = asked(probe, {}, kOfBanks);
    ASSERT_FALSE(report) << probe;
    EXPECT_EQ(report.error().message, "The recording of NVIDIA H200 holds no run of " + std::string(probe) + ". It holds banks.");
  }
  // The recording holds these probes with other settings. The error must name the recording, because nothing may be concluded from
  // its refusals.
  const auto other = asked("capacity", {{"carveout_percent", "50"}, {"space", "constant"}});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("recording"), std::string::npos) << other.error().message;
  const auto trace = asked("fine-grained", {{"bytes", "52"}, {"stride", "4"}});
  ASSERT_FALSE(trace);
  EXPECT_NE(trace.error().message.find("recording"), std::string::npos) << trace.error().message;
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
  EXPECT_NEAR(kinds->near.median, 536, 5);
  EXPECT_NEAR(kinds->far.median, 722, 5);
  EXPECT_TRUE(inference::neighbours_of(cycles, *kinds).lie_together());
  // In random order the same two kinds appear, but neighbours in the walk are not of the same kind.
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
  // For the L2: a load that is faster than 1.3 times an L2 hit was brought along with an earlier one.
  const auto refetched = labelled("lines that filling the array pushed out");
  ASSERT_FALSE(refetched.empty());
  for (const RunPtr& run : refetched) EXPECT_EQ(fetched(*run, 16, 1.3 * 286), 64U) << run->id;
  // For the nearest caches: their hits take 32, 38 and 104 cycles, with the cost of the measurement.
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

const Finding* found(const std::vector<Finding>& findings, const std::string& quantity, int carveout) {
  for (const Finding& finding : findings)
    if (finding.subject == "l1_data" && finding.quantity == quantity &&
        finding.conditions.value("carveout_percent", -1) == carveout)
      return &finding;
  return nullptr;
}

TEST(BundledH100, its_l1_at_carveout_0_has_512_sets_of_4_ways) {
  const auto all = [](const char* quantity) -> const Finding& {
    const Finding* one = found(h100().findings, quantity, 0);
    if (one == nullptr) throw std::runtime_error(std::string("no ") + quantity);
    EXPECT_EQ(one->status, FindingStatus::measured) << one->reason;
    return *one;
  };
  EXPECT_EQ(all("line_bytes").value, 128);
  EXPECT_EQ(all("sets").value, 512);
  EXPECT_EQ(all("ways").value, 4);
  EXPECT_EQ(all("ways_per_set").value, std::vector<int>(512, 4));
  // Nine XORs of address bits. Each has one bit of its own directly above the line, so that all 512 sets are used.
  const auto function = all("set_index_function").value.get<std::vector<std::vector<unsigned>>>();
  ASSERT_EQ(function.size(), 9U);
  for (std::size_t bit = 0; bit < function.size(); ++bit) {
    EXPECT_EQ(std::count(function[bit].begin(), function[bit].end(), 7 + bit), 1) << bit;
    for (const unsigned address : function[bit]) EXPECT_TRUE(address == 7 + bit || address >= 16) << bit << ' ' << address;
  }
  // The policy has no name. The reason states the rule by which lines were evicted.
  EXPECT_EQ(all("replacement_policy").value, "other");
  EXPECT_NE(all("replacement_policy").reason.find("556 of 556 accesses came as LRU predicts whose new lines enter beneath"),
            std::string::npos);
}

TEST(BundledH100, says_at_which_carveouts_it_holds_what_was_asked_for_at_another) {
  const auto device = open_device("recording:h100");
  ASSERT_TRUE(device);
  for (const auto& [probe, held] : {std::pair{"capacity", "at the carve-outs 0, 25, 50, 75 and 100 % and at the driver's choice"},
                                    {"sets", "at the carve-out 0 % and at the driver's choice"}}) {
    const auto report = run_probe(**device, *find_probe(probe), {{"carveout_percent", "10"}}, {});
    ASSERT_FALSE(report) << probe;
    EXPECT_NE(report.error().message.find(held), std::string::npos) << report.error().message;
  }
}

TEST(BundledH100, its_l1_shrinks_as_the_carveout_grows) {
  double larger = 256 * 1024;
  for (const int carveout : {0, 25, 50, 75, 100}) {
    const Finding* size = found(h100().findings, "contiguous_bytes", carveout);
    ASSERT_NE(size, nullptr) << carveout;
    ASSERT_EQ(size->status, FindingStatus::measured) << carveout;
    // The L1 holds as much at 75 % as at 100 %.
    if (carveout == 100)
      EXPECT_NEAR(size->value.get<double>(), larger, 1024);
    else
      EXPECT_LT(size->value.get<double>(), larger) << carveout;
    larger = size->value.get<double>();
  }
  EXPECT_NEAR(found(h100().findings, "contiguous_bytes", 0)->value.get<double>(), 240 * 1024, 1);
  EXPECT_LT(larger, 24 * 1024);
}

TEST(BundledH100, its_tlb_and_its_two_sides_of_the_l2_are_those_of_the_card) {
  const auto value = [](const char* subject, const char* quantity) {
    for (const Finding& finding : h100().findings)
      if (finding.subject == subject && finding.quantity == quantity) return finding.value;
    return nlohmann::json();
  };
  EXPECT_EQ(value("l1_tlb", "page_bytes"), 16 << 20);
  EXPECT_EQ(value("l1_tlb", "entries"), 16);
  EXPECT_EQ(value("l1_tlb", "sets"), 1);
  EXPECT_EQ(value("l2_tlb", "page_bytes"), 32 << 20);
  EXPECT_EQ(value("l2_tlb", "sets"), 256);
  EXPECT_EQ(value("l2_tlb", "ways"), 8);
  EXPECT_EQ(value("l2_tlb", "replacement_policy"), "lru");
  const auto map = distance_map(h100().runs);
  ASSERT_TRUE(map);
  const auto sides = inference::find_sides(map->latency);
  ASSERT_TRUE(sides.sides) << sides.undecided;
  EXPECT_EQ(std::count(sides.sides->row_side.begin(), sides.sides->row_side.end(), true), 68);
}

TEST(BundledH100, answers_every_probe_that_a_discovery_is_made_of) {
  for (const char* probe : {"capacity", "line", "sets", "replacement", "conflicts", "tlb", "latency", "sharing", "count", "banks",
                            "outstanding", "l2-copy", "l2-map", "memory", "instructions", "bandwidth", "cluster", "facts"}) {
    const auto report = asked(probe, {}, "h100");
    ASSERT_TRUE(report) << probe << ": " << report.error().message;
    EXPECT_FALSE(report->findings.empty()) << probe;
    std::set<std::string> runs;
    for (const RunPtr& run : report->runs) runs.insert(run->id);
    for (const Finding& finding : report->findings)
      for (const std::string& id : finding.evidence) EXPECT_TRUE(runs.contains(id)) << probe << ' ' << id;
  }
  const auto whole = asked("discover", {}, "h100");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->findings, h100().findings);
}

TEST(BundledH100, answers_one_of_its_carveouts) {
  for (const int carveout : {0, 25, 50, 75, 100}) {
    const auto report = asked("capacity", {{"carveout_percent", std::to_string(carveout)}}, "h100");
    ASSERT_TRUE(report) << carveout << ": " << report.error().message;
    ASSERT_EQ(report->findings.size(), 1U) << carveout;
    EXPECT_EQ(report->findings.front(), *found(h100().findings, "contiguous_bytes", carveout));
    EXPECT_EQ(report->runs.size(), report->findings.front().evidence.size());
  }
  const auto sets = asked("sets", {{"carveout_percent", "0"}}, "h100");
  ASSERT_TRUE(sets) << sets.error().message;
  // The L1, and the spaces that lead to the same array.
  std::set<std::string> subjects;
  for (const Finding& finding : sets->findings) subjects.insert(finding.subject);
  EXPECT_EQ(subjects, (std::set<std::string>{"l1_data", "readonly", "texture"}));
  EXPECT_EQ(sets->findings.size(), 15U);
  EXPECT_FALSE(asked("sets", {{"carveout_percent", "25"}}, "h100"));
  EXPECT_FALSE(asked("capacity", {{"carveout_percent", "10"}}, "h100"));
}

TEST(BundledH100, answers_for_conflicts_what_its_trials_showed) {
  const auto report = asked("conflicts", {}, "h100");
  ASSERT_TRUE(report) << report.error().message;
  std::set<std::string> quantities, subjects;
  for (const Finding& finding : report->findings) {
    quantities.insert(finding.quantity);
    subjects.insert(finding.subject);
    EXPECT_EQ(finding.conditions.value("carveout_percent", -1), 0);
  }
  EXPECT_EQ(quantities, (std::set<std::string>{"line_bytes", "replacement_machine", "replacement_policy", "set_index_bits",
                                               "set_index_function", "sets", "ways", "ways_per_set"}));
  EXPECT_TRUE(
      std::any_of(report->runs.begin(), report->runs.end(), [](const RunPtr& run) { return run->as<TrialsRequest>() != nullptr; }));
  EXPECT_EQ(subjects, (std::set<std::string>{"l1_data", "readonly", "texture"}));
  for (const auto& [space, subject] : {std::pair{"global.ca", "l1_data"}, {"texture", "texture"}}) {
    const auto one = asked("conflicts", {{"space", space}, {"carveout_percent", "0"}}, "h100");
    ASSERT_TRUE(one) << one.error().message;
    EXPECT_FALSE(one->findings.empty());
    for (const Finding& finding : one->findings) EXPECT_EQ(finding.subject, subject);
  }
  EXPECT_FALSE(asked("conflicts", {{"space", "constant"}}, "h100"));
  // The H200 has the same L1.
  const auto other = asked("conflicts");
  ASSERT_TRUE(other) << other.error().message;
  const auto index = [](const ProbeReport& of) {
    for (const Finding& finding : of.findings)
      if (finding.subject == "l1_data" && finding.quantity == "set_index_function") return finding.value;
    return nlohmann::json();
  };
  EXPECT_TRUE(index(*report).is_array());
  EXPECT_EQ(index(*other), index(*report));
}

// The schema lists the words that the program writes.
TEST(SessionSchema, has_the_words_of_the_table) {
  const auto schema = nlohmann::json::parse(*resource_text("schemas/session.schema.json"));
  const auto& members = schema["$defs"]["finding"]["properties"];
  std::vector<std::string> subjects, quantities;
  for (const SubjectEntry& entry : all_subjects()) subjects.emplace_back(entry.id);
  for (const QuantityEntry& entry : all_quantities()) quantities.emplace_back(entry.id);
  EXPECT_EQ(members["subject"]["examples"].get<std::vector<std::string>>(), subjects);
  EXPECT_EQ(members["quantity"]["examples"].get<std::vector<std::string>>(), quantities);
}

}  // namespace
}  // namespace chasescope
