// Probe `host-memory` on cards whose bus, pages and caches are drawn at random. On some of them the probe can't tell.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/device/software/software_device.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

/// The true numbers of a made-up card.
struct Truth {
  double l2 = 250, memory = 700, bus = 2600, peer = 1500, fault = 30'000, move = 20, read = 30, write = 25;
  std::uint64_t page = 64 * kKiB, most = 2 * kMiB, clock_khz = 1'500'000;
  bool keeps = true, noise = true;
};

json card_of(const Truth& truth) {
  const json rate = {
      {"read_bytes_per_cycle", truth.read}, {"write_bytes_per_cycle", truth.write}, {"scope", "card"}, {"latency_cycles", 1}};
  json card = {
      {"schema", "chasescope-model"},
      {"version", 1},
      {"name", "Made up"},
      {"summary", "Drawn."},
      {"device", {{"memory_bytes", 1024 * kMiB}, {"sm_count", 8}, {"max_threads_per_block", 1024}, {"clock_khz", truth.clock_khz}}},
      {"caches",
       {{"l2",
         {{"capacity_bytes", 256 * kKiB},
          {"line_bytes", 128},
          {"sets", 128},
          {"ways", 16},
          {"index", {{"kind", "modulo"}}},
          {"policy", {{"kind", "lru"}}}}}}},
      {"paths",
       {{"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", truth.l2}, {"dram", truth.memory}}}}},
        {"host",
         {{"data", json::array()}, {"backing", "host"}, {"latency", {{"host", truth.bus}}}, {"max_footprint_bytes", 256 * kMiB}}},
        {"managed",
         {{"data", {"l2"}},
          {"latency", {{"l2", truth.l2}, {"dram", truth.memory}}},
          {"max_footprint_bytes", 256 * kMiB},
          {"migration",
           {{"page_bytes", truth.page},
            {"most_bytes", truth.most},
            {"fault_cycles", truth.fault},
            {"move_bytes_per_cycle", truth.move}}}}},
        {"peer",
         {{"data", json::array()},
          {"backing", "other"},
          {"latency", {{"other", truth.peer}}},
          {"max_footprint_bytes", 64 * kMiB}}}}},
      {"bandwidth", {{"host", rate}, {"peer", rate}}}};
  if (truth.keeps) {
    card["paths"]["host"]["data"] = {"l2"};
    card["paths"]["host"]["latency"]["l2"] = truth.l2;
  }
  if (truth.noise)
    card["noise"] = {{"jitter_cycles", 3},
                     {"outlier_share", 0.001},
                     {"outlier_low_cycles", 300},
                     {"outlier_high_cycles", 3000},
                     {"drift_share", 0.02}};
  return card;
}

ProbeReport report_of(const json& file, std::uint64_t seed = 1, const ParameterValues& values = {}) {
  const auto card = load_card(file.dump(), "made up");
  if (!card) throw std::runtime_error(card.error().message);
  const auto device = open_software_device(*card, {.seed = seed});
  auto report = find_probe("host-memory")->run(**device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

const Finding& told(const ProbeReport& report, std::string_view subject, std::string_view quantity) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding;
  throw std::runtime_error("no such finding");
}

void expect_near(const Finding& finding, double truth, double share) {
  ASSERT_EQ(finding.status, FindingStatus::measured) << finding.quantity << ": " << finding.reason;
  EXPECT_NEAR(finding.value.get<double>(), truth, share * truth) << finding.subject << ' ' << finding.quantity;
  EXPECT_LE(*finding.low, *finding.high);
  EXPECT_FALSE(finding.evidence.empty());
}

/// The waits of a sequential walk by the rule of docs/card-files.md. The code is not the model's: in a sequential walk, the
/// position alone tells which pages of a block were touched or moved.
std::vector<double> waits_of(const Truth& truth, std::uint64_t bytes) {
  std::vector<double> waits;
  const std::uint64_t all = truth.most / truth.page;
  std::uint64_t there = 0;  // the pages before this one were touched or moved
  while (there * truth.page < bytes) {
    const std::uint64_t block = there / all * all, next = there + 1;
    std::uint64_t end = next;
    for (std::uint64_t size = 2; size <= all; size *= 2) {
      const std::uint64_t begin = block + (there - block) / size * size;
      if (2 * (next - begin) > size) end = std::max(end, begin + size);
    }
    waits.push_back(truth.fault + static_cast<double>((end - there) * truth.page) / truth.move);
    there = end;
  }
  return waits;
}

Truth drawn(Random& random) {
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, static_cast<double>(random.below(1000)) / 999);
  };
  Truth truth;
  truth.l2 = std::round(between(120, 400));
  truth.memory = std::round(truth.l2 * between(1.5, 3));
  truth.bus = std::round(truth.l2 * between(2, 12));
  truth.peer = std::round(truth.l2 * between(2, 12));
  truth.fault = std::round(between(6, 200) * truth.memory);
  truth.move = between(4, 200);
  truth.read = between(2, 60);
  truth.write = between(2, 60);
  truth.page = 4 * kKiB << random.below(8);
  truth.most = truth.page << random.below(6);
  truth.clock_khz = 700'000 + 1000 * random.below(1500);
  truth.keeps = random.below(2) == 0;
  truth.noise = random.below(4) != 0;
  return truth;
}

TEST(HostMemoryProbe, finds_what_made_up_cards_are) {
  Random random(2026);
  for (int i = 0; i < 40; ++i) {
    const Truth truth = drawn(random);
    SCOPED_TRACE("card " + std::to_string(i) + ": " + card_of(truth).dump());
    const ProbeReport report = report_of(card_of(truth), 100 + static_cast<std::uint64_t>(i));
    const double ghz = static_cast<double>(truth.clock_khz) / 1e6;
    expect_near(told(report, "host_memory", quantity::bus_latency_cycles), truth.bus, 0.03);
    expect_near(told(report, "host_memory", quantity::bus_latency_ns), truth.bus / ghz, 0.03);
    EXPECT_EQ(told(report, "host_memory", quantity::kept_on_card).value, truth.keeps ? "yes" : "no");
    expect_near(told(report, "host_memory", quantity::read_bandwidth), truth.read * ghz * 1e9, 0.01);
    expect_near(told(report, "host_memory", quantity::write_bandwidth), truth.write * ghz * 1e9, 0.01);
    expect_near(told(report, "peer_memory", quantity::bus_latency_cycles), truth.peer, 0.03);
    EXPECT_EQ(told(report, "peer_memory", quantity::kept_on_card).value, "no");

    std::vector<double> waits = waits_of(truth, 32 * kMiB);
    std::sort(waits.begin(), waits.end());
    const Finding& cost = told(report, "managed_memory", quantity::fault_cycles);
    ASSERT_EQ(cost.status, FindingStatus::measured) << cost.reason;
    // Noise changes the order of the waits, so that the median may be a neighbour of the middle wait.
    EXPECT_GE(cost.value.get<double>(), 0.95 * waits[waits.size() * 2 / 5]);
    EXPECT_LE(cost.value.get<double>(), 1.05 * waits[waits.size() * 3 / 5]);
    const Finding& least = told(report, "managed_memory", quantity::fault_least_bytes);
    const Finding& most = told(report, "managed_memory", quantity::fault_most_bytes);
    if (waits.size() < 3) continue;
    EXPECT_EQ(least.value, truth.page) << least.reason;
    EXPECT_EQ(most.value, truth.most == truth.page ? truth.page : truth.most / 2) << most.reason;
  }
}

TEST(HostMemoryProbe, tells_a_fault_right_or_not_at_all_whatever_it_costs) {
  Random random(11);
  int told_of = 0;
  for (int i = 0; i < 40; ++i) {
    Truth truth;
    truth.fault = std::round(20 * std::pow(1000, static_cast<double>(i) / 39));
    truth.move = 1e5;  // very fast, so that all faults cost the same
    truth.page = truth.most = 16 * kKiB << random.below(4);
    const ProbeReport report = report_of(card_of(truth), 7 + static_cast<std::uint64_t>(i), {{"memory", "managed"}});
    const Finding& cost = told(report, "managed_memory", quantity::fault_cycles);
    if (cost.status != FindingStatus::measured) {
      EXPECT_LT(truth.fault, 3000) << "beyond all that noise adds: " << cost.reason;
      EXPECT_THAT(cost.reason, HasSubstr("No accesses stand apart"));
      continue;
    }
    ++told_of;
    EXPECT_NEAR(cost.value.get<double>(), truth.fault, 0.05 * truth.fault + 30);
    EXPECT_EQ(told(report, "managed_memory", quantity::fault_least_bytes).value, truth.page);
  }
  EXPECT_GT(told_of, 10);
}

TEST(HostMemoryProbe, says_what_one_fault_leaves_open) {
  Truth truth;
  truth.page = truth.most = 32 * kMiB;
  const ProbeReport report = report_of(card_of(truth));
  expect_near(told(report, "managed_memory", quantity::fault_cycles), truth.fault + static_cast<double>(truth.page) / truth.move,
              0.05);
  const Finding& least = told(report, "managed_memory", quantity::fault_least_bytes);
  EXPECT_EQ(least.status, FindingStatus::not_measurable);
  EXPECT_THAT(least.reason, HasSubstr("Only 1 fault was seen in 32 MiB"));
}

TEST(HostMemoryProbe, says_why_pages_that_never_move_tell_nothing) {
  json card = card_of({});
  card["paths"]["managed"].erase("migration");
  const Finding cost = told(report_of(card), "managed_memory", quantity::fault_cycles);
  EXPECT_EQ(cost.status, FindingStatus::not_measurable);
  EXPECT_THAT(cost.reason, HasSubstr("No accesses stand apart that are slow when a place is touched first"));
}

TEST(HostMemoryProbe, takes_no_cache_for_the_bus) {
  Truth truth;
  truth.bus = truth.l2 + 10;
  const ProbeReport report = report_of(card_of(truth));
  for (const char* quantity : {quantity::bus_latency_cycles, quantity::bus_latency_ns, quantity::kept_on_card}) {
    EXPECT_EQ(told(report, "host_memory", quantity).status, FindingStatus::not_measurable);
    EXPECT_THAT(told(report, "host_memory", quantity).reason, HasSubstr("nothing is known of the link"));
  }
}

TEST(HostMemoryProbe, takes_no_cache_of_the_other_side_for_one_of_the_card) {
  json card = card_of({});
  card["caches"]["far_l2"] = card["caches"]["l2"];
  card["paths"]["peer"]["data"] = {"far_l2"};
  for (const double share : {0.85, 0.6}) {
    card["paths"]["peer"]["latency"]["far_l2"] = share * 1500;
    const Finding kept = told(report_of(card), "peer_memory", quantity::kept_on_card);
    EXPECT_EQ(kept.value, "no") << kept.reason;
    EXPECT_THAT(kept.reason, HasSubstr("a cache on the memory's own side"));
  }
  card["paths"]["host"]["latency"]["l2"] = 800;  // between the L2 and the bus
  EXPECT_EQ(told(report_of(card), "host_memory", quantity::kept_on_card).status, FindingStatus::not_measurable);
}

TEST(HostMemoryProbe, says_what_the_device_lacks) {
  json card = card_of({});
  card["paths"].erase("peer");
  card["paths"].erase("managed");
  card["bandwidth"].erase("host");
  card["device"].erase("clock_khz");
  const ProbeReport report = report_of(card);
  EXPECT_EQ(report.findings.size(), 5U) << "of the host's memory alone";
  EXPECT_THAT(told(report_of(card, 1, {{"memory", "peer"}}), "peer_memory", quantity::bus_latency_cycles).reason,
              HasSubstr("It takes a second card"));
  EXPECT_THAT(told(report_of(card, 1, {{"memory", "managed"}}), "managed_memory", quantity::fault_least_bytes).reason,
              HasSubstr("has no memory space managed"));
  EXPECT_THAT(told(report, "host_memory", quantity::read_bandwidth).reason, HasSubstr("knows no bandwidth of 'host'"));
  expect_near(told(report, "host_memory", quantity::bus_latency_cycles), 2600, 0.03);
  EXPECT_THAT(told(report, "host_memory", quantity::bus_latency_ns).reason, HasSubstr("no clock is known"));
}

TEST(HostMemoryProbe, says_of_each_memory_what_it_would_take_where_there_is_none) {
  json card = card_of({});
  for (const char* space : {"host", "managed", "peer"}) card["paths"].erase(space);
  const ProbeReport report = report_of(card);
  EXPECT_EQ(report.findings.size(), 14U);
  for (const Finding& finding : report.findings) {
    EXPECT_EQ(finding.status, FindingStatus::not_measurable);
    EXPECT_THAT(finding.reason, HasSubstr("Made up has no memory space "));
    EXPECT_THAT(finding.reason, HasSubstr(". It takes a "));
  }
}

TEST(HostMemoryProbe, asks_for_one_memory_alone) {
  const ProbeReport report = report_of(card_of({}), 1, {{"memory", "peer"}});
  for (const Finding& finding : report.findings) EXPECT_EQ(finding.subject, "peer_memory");
  EXPECT_EQ(report.findings.size(), 5U);
}

}  // namespace
}  // namespace chasescope
