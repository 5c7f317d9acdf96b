// The 2014 paper's tables 3 to 5 with figures 8 and 12, and the poster's summary.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/findings/vocabulary.h"
#include "tests/engine/accuracy/published/rows.h"

namespace chasescope::published {
namespace {

using nlohmann::json;

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr const char* kCa = "global.ca";
constexpr const char* kCg = "global.cg";

Row row(Setup setup, std::string what, double published, std::string source, std::function<Found(const Findings&)> find) {
  return {std::move(setup), std::move(what), text_of(published), std::move(source), std::move(find), exactly(published), {}};
}

Row latency(Setup setup, std::string what, double cycles, std::string source, std::function<Found(const Findings&)> find) {
  return {std::move(setup), std::move(what) + ", cycles", text_of(cycles), std::move(source), std::move(find), about(cycles), {}};
}

/// The finding of a class of accesses by its parts: the level that holds the data, and the level that translates the page. No class
/// of other parts counts, even if its cycles are close.
std::function<Found(const Findings&)> access_class(const std::string& space, const std::string& data, const std::string& translation) {
  return [=](const Findings& findings) -> Found {
    for (const Finding& one : findings.of("spectrum"))
      if (one.status == FindingStatus::measured && one.quantity == quantity::access_latency_cycles && one.value.is_number() &&
          one.conditions.value("space", "") == space && one.conditions.value("data", "") == data &&
          one.conditions.value("translation", "") == translation)
        return {one.value.get<double>(), {}};
    return {std::nullopt, "the spectrum has no class " + data + " + " + translation};
  };
}

void add_table_3(std::vector<Row>& rows) {
  struct Line {
    const char* card;
    const char* space;
    const char* first;  // the nearest data level
    std::vector<double> cycles;
  };
  const Line lines[] = {{"gtx780", kCa, "l2", {230, 236, 289, 371, 734, 1000}},
                        {"gtx560ti", kCa, "l1_data", {116, 404, 488, 655, 1259}},
                        {"gtx560ti", kCg, "l2", {371, 398, 482, 639, 1245}}};
  // The table's columns "Data cache", "L1 TLB" and "L2 TLB": three patterns hit the nearest cache, then three miss it. The sixth
  // pattern also switches page tables.
  const char* const translations[] = {"l1_tlb", "l2_tlb", "walk", "l1_tlb", "walk", "window"};
  for (const Line& line : lines)
    for (std::size_t i = 0; i < line.cycles.size(); ++i) {
      const std::string data = i < 3 ? line.first : "dram";
      rows.push_back(latency({line.card, {}}, std::string(line.space) + ", pattern " + std::to_string(i + 1) + ": " + data + " + " + translations[i],
                             line.cycles[i], "MEI14 table 3", access_class(line.space, data, translations[i])));
    }
}

void add_table_4(std::vector<Row>& rows) {
  const std::string table = "MEI14 table 4";
  const Setup fermi{"gtx560ti", {}};
  rows.push_back(row(fermi, "L1 size, KiB", 16, table, finding("l1_data", "capacity_bytes", kCa, kKiB)));
  rows.push_back(row(fermi, "L1 line, bytes", 128, table, finding("l1_data", "line_bytes", kCa)));
  rows.push_back(row(fermi, "L1 sets", 32, table, finding("l1_data", "sets", kCa)));
  rows.push_back(
      {fermi, "L1 policy", "not LRU", table, finding("l1_data", "replacement_policy", kCa), exactly("weighted_way"), {}});
  rows.push_back({fermi,
                  "L1 way probabilities",
                  "1/6, 1/2, 1/6, 1/6",
                  "MEI14 figure 8",
                  finding("l1_data", "way_replacement_probability", kCa),
                  [](const json& found) {
                    if (!found.is_array() || found.size() != 4) return false;
                    auto values = found.get<std::vector<double>>();
                    std::sort(values.begin(), values.end());
                    const double truth[] = {1.0 / 6, 1.0 / 6, 1.0 / 6, 0.5};
                    return std::equal(values.begin(), values.end(), truth,
                                      [](double a, double b) { return std::abs(a - b) <= 0.03; });
                  },
                  {}});
  for (const char* const card : {"gtx560ti", "gtx780"}) {
    const Setup setup{card, {}};
    rows.push_back(row(setup, "L1 TLB size, MB", 32, table, finding("l1_tlb", "reach_bytes", "", kMiB)));
    rows.push_back(row(setup, "L1 TLB page, MB", 2, table, finding("l1_tlb", "page_bytes", "", kMiB)));
    rows.push_back(row(setup, "L1 TLB sets", 1, table, finding("l1_tlb", "sets", "")));
    rows.push_back(row(setup, "L2 TLB size, MB", 130, table, finding("l2_tlb", "reach_bytes", "", kMiB)));
    rows.push_back(row(setup, "L2 TLB page, MB", 2, table, finding("l2_tlb", "page_bytes", "", kMiB)));
    rows.push_back(row(setup, "L2 TLB sets", 7, table, finding("l2_tlb", "sets", "")));
    rows.push_back({setup,
                    "L2 TLB sets' entries",
                    "17 and six times 8",
                    "MEI14 section 4.2",
                    finding("l2_tlb", "ways_per_set", ""),
                    [](const json& found) {
                      if (!found.is_array()) return false;
                      json sorted = found;
                      std::sort(sorted.begin(), sorted.end());
                      return sorted == json({8, 8, 8, 8, 8, 8, 17});
                    },
                    {}});
    for (const char* const level : {"L1", "L2"})
      rows.push_back({setup,
                      std::string(level) + " TLB policy",
                      "LRU",
                      table,
                      finding(level == std::string("L1") ? "l1_tlb" : "l2_tlb", "replacement_policy", ""),
                      exactly("lru"),
                      {}});
    rows.push_back(row(setup, "texture L1 size, KiB", 12, table, finding("texture", "capacity_bytes", "texture", kKiB)));
    rows.push_back(row(setup, "texture L1 line, bytes", 32, table, finding("texture", "line_bytes", "texture")));
    rows.push_back(row(setup, "texture L1 sets", 4, table, finding("texture", "sets", "texture")));
    rows.push_back(
        {setup, "texture L1 policy", "LRU", table, finding("texture", "replacement_policy", "texture"), exactly("lru"), {}});
    rows.push_back({setup,
                    "texture L1 set bits",
                    "7, 8",
                    "MEI14 section 4.3",
                    finding("texture", "set_index_bits", "texture"),
                    exactly(json({7, 8})),
                    {}});
  }
}

void add_table_5(std::vector<Row>& rows) {
  const std::string table = "MEI14 table 5";
  const Setup fermi{"gtx560ti", {}}, kepler{"gtx780", {}};
  const auto behind = [](const std::string& subject, const std::string& space) {
    return [=](const Findings& findings) -> Found {
      const auto hit = findings.number(subject, "hit_latency_cycles", space);
      const auto penalty = findings.number(subject, "miss_penalty_cycles", space);
      if (hit && penalty) return {*hit + *penalty, {}};
      return {std::nullopt, findings.why_not(subject, hit ? "miss_penalty_cycles" : "hit_latency_cycles", space)};
    };
  };
  rows.push_back(latency(fermi, "texture hit", 240, table, finding("texture", "hit_latency_cycles", "texture")));
  rows.push_back(latency(fermi, "texture miss, L2 hit", 470, table, behind("texture", "texture")));
  rows.push_back(latency(kepler, "texture hit", 110, table, finding("texture", "hit_latency_cycles", "texture")));
  rows.push_back(latency(kepler, "texture miss, L2 hit", 220, table, behind("texture", "texture")));
  rows.push_back(latency(fermi, "global L1 hit", 116, table, finding("l1_data", "hit_latency_cycles", kCa)));
  rows.push_back(latency(fermi, "global L1 miss, L2 hit", 404, table, finding("l2", "hit_latency_cycles", kCa)));
  rows.back().reason =
      "table 3 gives the same 404 cycles for an L1 hit that misses the L1 TLB; 371 with the L1 off and the 6 that the L1 adds make "
      "377";
  rows.back().is_true = about(377);
  rows.push_back(latency(kepler, "global L2 hit", 230, table, finding("l2", "hit_latency_cycles", kCa)));
}

}  // namespace

std::vector<Row> rows_of_2014_paper() {
  std::vector<Row> rows;
  add_table_3(rows);
  add_table_4(rows);
  add_table_5(rows);
  return rows;
}

std::vector<Row> rows_of_poster() {
  std::vector<Row> rows;
  const std::string source = "MELTZER13";
  for (const unsigned kib : {16U, 48U}) {
    const Setup setup{"c2070", kib};
    rows.push_back(row(setup, "L1 size, KiB", kib, source, finding("l1_data", "capacity_bytes", kCa, kKiB)));
    rows.push_back(row(setup, "L1 ways", kib == 16 ? 4 : 6, source, finding("l1_data", "ways", kCa)));
    rows.push_back(row(setup, "L1 sets", kib == 16 ? 32 : 64, source, finding("l1_data", "sets", kCa)));
    rows.push_back(row(setup, "L1 line, bytes", 128, source, finding("l1_data", "line_bytes", kCa)));
  }
  const Setup setup{"c2070", 16};
  rows.push_back(latency(setup, "L1 hit", 80, source, finding("l1_data", "hit_latency_cycles", kCa)));
  rows.push_back(latency(setup, "L2 hit", 350, source, finding("l2", "hit_latency_cycles", kCa)));
  rows.push_back(latency(setup, "memory", 580, source, finding("dram", "hit_latency_cycles", kCa)));
  rows.push_back({setup,
                  "L2 hit with the L1 off: fewer cycles by",
                  "6 to 11",
                  source,
                  [](const Findings& findings) -> Found {
                    const auto on = findings.number("l2", "hit_latency_cycles", kCa),
                               off = findings.number("l2", "hit_latency_cycles", kCg);
                    if (on && off) return {*on - *off, {}};
                    return {std::nullopt, findings.why_not("l2", "hit_latency_cycles", on ? kCg : kCa)};
                  },
                  [](const json& found) { return found >= 6 && found <= 11; },
                  {}});
  rows.push_back(row(setup, "L2 line, bytes", 32, source, finding("l2", "line_bytes", kCg)));
  rows.push_back(row(setup, "L2 size, KiB", 768, source, finding("l2", "capacity_bytes", kCg, kKiB)));
  rows.push_back(row(setup, "L2 sets", 1792, source, finding("l2", "sets", kCg)));
  rows.push_back(row(setup, "L2 way, bytes", 57344, source, [](const Findings& findings) -> Found {
    const auto sets = findings.number("l2", "sets", kCg), line = findings.number("l2", "line_bytes", kCg);
    if (sets && line) return {*sets * *line, {}};
    return {std::nullopt, findings.why_not("l2", sets ? "line_bytes" : "sets", kCg)};
  }));
  rows.push_back({setup,
                  "L2 ways, on average",
                  "13.71",
                  source,
                  [](const Findings& findings) -> Found {
                    const Finding* ways = findings.measured("l2", "ways_per_set", kCg);
                    if (ways == nullptr || !ways->value.is_array() || ways->value.empty())
                      return {std::nullopt, findings.why_not("l2", "ways_per_set", kCg)};
                    const auto list = ways->value.get<std::vector<double>>();
                    return {std::accumulate(list.begin(), list.end(), 0.0) / static_cast<double>(list.size()), {}};
                  },
                  exactly(13 + 5.0 / 7),
                  {}});
  rows.push_back(row(setup, "page, MB", 2, source, finding("l1_tlb", "page_bytes", "", kMiB)));
  return rows;
}

}  // namespace chasescope::published
