#include "tests/engine/probe/blind_requests/blind.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::blind {
namespace {

using model::Card;
using model::RequestTableSpec;
using model::SharedMemorySpec;

/// Any card will do for the parts that are not hidden.
Card bare_card() {
  const std::string path = std::string(CHASESCOPE_SOURCE_DIR) + "/resources/models/textbook.json";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  auto card = load_card(text.str(), path);
  if (!card) throw std::runtime_error(card.error().message);
  return *std::move(card);
}

double between(Random& random, double low, double high) { return low + (high - low) * random.unit(); }
std::uint64_t count_between(Random& random, std::uint64_t low, std::uint64_t high) { return low + random.below(high - low + 1); }

SharedMemorySpec hidden_banks(Random& random) {
  SharedMemorySpec memory;
  memory.banks = random.below(2) == 0 ? 16 : 32;
  memory.row_bytes = random.below(2) == 0 ? 4 : 8;
  if (memory.row_bytes == 4) {
    memory.modes = {4};
  } else {
    memory.modes = random.below(2) == 0 ? std::vector<std::uint32_t>{4, 8} : std::vector<std::uint32_t>{8};
  }
  memory.lanes_at_once = memory.banks == 16 && random.below(2) == 0 ? 16 : 32;
  const double first = std::floor(between(random, 20, 60));
  const double row = between(random, 1.5, 40);
  memory.conflict_cycles = {{1, first}, {2, first + row * between(random, 0.7, 1.5)}};
  memory.conflict_cycles[32] = memory.conflict_cycles[2] + 30 * row;
  return memory;
}

RequestTableSpec hidden_table(Random& random) {
  RequestTableSpec table;
  const bool mshr = random.below(2) == 0;
  table.kind = mshr ? RequestTableSpec::Kind::mshr : RequestTableSpec::Kind::prt;
  table.entries = static_cast<std::uint32_t>(mshr ? count_between(random, 16, 512) : count_between(random, 8, 128));
  table.merges = mshr ? static_cast<std::uint32_t>(count_between(random, 1, 32)) : 0;
  table.max_loads_per_warp = static_cast<std::uint32_t>(count_between(random, 1, 8));
  table.latency_cycles = std::floor(between(random, 180, 800));
  table.issue_cycles = between(random, 0.25, 3);
  table.warp_cycles = std::floor(between(random, 0, 12));
  table.writeback_cycles = random.below(3) == 0 ? between(random, 0, 1) : 0;
  table.units = static_cast<std::uint32_t>(count_between(random, 1, 4));
  return table;
}

void hide_l2(Card& card, Random& random) {
  card.device.numbers["l2_bytes"] = count_between(random, 4, 256) * 65'536;
  const double dram = between(random, 40, 200);
  card.sm.bandwidth["dram"] = {.read_bytes_per_cycle = dram, .write_bytes_per_cycle = dram, .latency_cycles = 500};
  const double l2 = dram * between(random, 1.5, 4);
  card.sm.bandwidth["l2"] = {.read_bytes_per_cycle = l2, .write_bytes_per_cycle = l2, .latency_cycles = 250};
  card.sm.copy_startup_cycles = std::floor(between(random, 500, 5000));
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value == std::round(value) ? "%.0f" : "%.2f", value);
  return text;
}

std::string found_text(const Finding& finding) {
  if (finding.status != FindingStatus::measured) return finding.status == FindingStatus::absent ? "absent" : "–";
  if (finding.value.is_string()) return finding.value.get<std::string>();
  if (finding.low && finding.high && *finding.low == *finding.high) return number(*finding.low);
  return (finding.low ? number(*finding.low) : "?") + " to " + (finding.high ? number(*finding.high) : "…");
}

Verdict compare(const Finding& finding, std::string quantity, double truth) {
  Verdict verdict{std::move(quantity), found_text(finding), number(truth), finding.reason};
  verdict.measured = finding.status == FindingStatus::measured;
  const bool low = !finding.low || truth >= *finding.low - 1e-9;
  const bool high = !finding.high || truth <= *finding.high + 1e-9;
  const bool value = finding.value.is_number() && (!finding.low || finding.value.get<double>() >= *finding.low - 1e-9) &&
                     (!finding.high || finding.value.get<double>() <= *finding.high + 1e-9);
  // A bound must be true even if the quantity was not measured.
  verdict.wrong = !low || !high || (verdict.measured && (!value || (!finding.low && !finding.high)));
  return verdict;
}

Verdict compare(const Finding& finding, std::string quantity, const std::string& truth) {
  Verdict verdict{std::move(quantity), found_text(finding), truth, finding.reason};
  verdict.measured = finding.status == FindingStatus::measured;
  verdict.wrong = verdict.measured && finding.value != truth;
  return verdict;
}

/// The cycles of a warp's access with this conflict degree, by the hidden table.
double cycles_of(const SharedMemorySpec& memory, double degree) {
  const double two = memory.conflict_cycles.at(2);
  if (degree <= 2) return memory.conflict_cycles.at(1) + (two - memory.conflict_cycles.at(1)) * (degree - 1);
  return two + (memory.conflict_cycles.at(32) - two) / 30 * (degree - 2);
}

}  // namespace

Card hidden_card(std::uint64_t seed) {
  Random random(mixed_seed(seed, 5));
  Card card = bare_card();
  card.name = "Hidden " + std::to_string(seed);
  card.device.numbers["memory_bytes"] = std::uint64_t{1} << 32;
  card.sm.shared_memory = hidden_banks(random);
  card.sm.request_table = hidden_table(random);
  hide_l2(card, random);
  if (seed % 2 == 1)
    card.noise = {.jitter_cycles = between(random, 0.2, 4),
                  .outlier_share = between(random, 0, 0.002),
                  .outlier_low_cycles = 300,
                  .outlier_high_cycles = 3000,
                  .drift_share = between(random, 0, 0.02)};
  return card;
}

std::string banks_text(const Card& card) {
  const SharedMemorySpec& memory = *card.sm.shared_memory;
  std::string modes;
  for (const std::uint32_t mode : memory.modes) modes += (modes.empty() ? "" : "+") + std::to_string(mode);
  return std::to_string(memory.banks) + " banks, rows of " + std::to_string(memory.row_bytes) + " B, modes " + modes + ", " +
         std::to_string(memory.lanes_at_once) + " lanes, " + number(memory.conflict_cycles.at(1)) + "/" +
         number(memory.conflict_cycles.at(2)) + "/" + number(memory.conflict_cycles.at(32)) + " cycles";
}

std::string table_text(const Card& card) {
  const RequestTableSpec& table = *card.sm.request_table;
  const bool mshr = table.kind == RequestTableSpec::Kind::mshr;
  return std::string(mshr ? "MSHR " : "PRT ") + std::to_string(table.entries) + (mshr ? " × " + std::to_string(table.merges) : "") +
         ", " + std::to_string(table.max_loads_per_warp) + " loads, latency " + number(table.latency_cycles) + ", issue " +
         number(table.issue_cycles) + ", warp " + number(table.warp_cycles) + ", write-back " + number(table.writeback_cycles) +
         ", " + std::to_string(table.units) + " units";
}

std::string noise_text(const Card& card) {
  if (card.noise.quiet()) return "quiet";
  return "jitter " + number(card.noise.jitter_cycles) + ", outliers " + number(card.noise.outlier_share * 100) + " %, drift " +
         number(card.noise.drift_share * 100) + " %";
}

std::vector<Verdict> judge_banks(const Card& card, const std::vector<Finding>& findings) {
  const SharedMemorySpec& memory = *card.sm.shared_memory;
  std::vector<Verdict> verdicts;
  for (const Finding& finding : findings) {
    const auto mode = finding.conditions.value("bank_bytes", 0U);
    if (finding.conditions.value("word_bytes", 4U) != 4) continue;  // wide words follow from the layout
    const std::string name = finding.quantity + " in mode " + std::to_string(mode);
    if (finding.quantity == "banks") verdicts.push_back(compare(finding, name, memory.banks));
    if (finding.quantity == "bank_width_bytes") verdicts.push_back(compare(finding, name, mode));
    if (finding.quantity == "bank_row_bytes") verdicts.push_back(compare(finding, name, memory.row_bytes));
    if (finding.quantity == "broadcast") verdicts.push_back(compare(finding, name, std::string("yes")));
    if (finding.quantity == "hit_latency_cycles") verdicts.push_back(compare(finding, name, cycles_of(memory, 1)));
    if (finding.quantity == "conflict_latency_cycles") {
      const auto degree = finding.conditions.find("conflict_degree");
      if (degree == finding.conditions.end()) continue;
      verdicts.push_back(
          compare(finding, name + ", degree " + number(degree->get<double>()), cycles_of(memory, degree->get<double>())));
    }
    if (finding.quantity == "extra_row_cycles") {
      // The pieces of the curve have different slopes: any number between the smallest and the largest slope is right.
      Verdict verdict = compare(finding, name, (memory.conflict_cycles.at(32) - memory.conflict_cycles.at(2)) / 30);
      verdicts.push_back(verdict);
    }
  }
  return verdicts;
}

std::vector<Verdict> judge_requests(const Card& card, const std::vector<Finding>& findings) {
  const RequestTableSpec& table = *card.sm.request_table;
  const bool mshr = table.kind == RequestTableSpec::Kind::mshr;
  std::vector<Verdict> verdicts;
  for (const Finding& finding : findings) {
    if (finding.quantity == "structure") verdicts.push_back(compare(finding, finding.quantity, std::string(mshr ? "mshr" : "prt")));
    if (finding.quantity == "entries") verdicts.push_back(compare(finding, finding.quantity, table.entries));
    if (finding.quantity == "max_loads_per_warp") verdicts.push_back(compare(finding, finding.quantity, table.max_loads_per_warp));
    if (finding.quantity == "max_outstanding")
      verdicts.push_back(compare(finding, finding.quantity, table.entries * (mshr ? 1.0 : 32.0)));
    if (finding.quantity == "merges_per_entry") {
      Verdict verdict = mshr ? compare(finding, finding.quantity, table.merges)
                             : Verdict{finding.quantity, found_text(finding), "absent", finding.reason};
      if (!mshr) verdict.wrong = verdict.measured = finding.status == FindingStatus::measured;
      if (mshr && finding.status == FindingStatus::absent) verdict.wrong = true;
      verdicts.push_back(verdict);
    }
  }
  return verdicts;
}

std::vector<Verdict> judge_copies(const Card& card, const std::vector<Finding>& findings) {
  std::vector<Verdict> verdicts;
  for (const Finding& finding : findings)
    if (finding.quantity == "copy_saturation_bytes")
      verdicts.push_back(compare(finding, finding.quantity, static_cast<double>(card.device.numbers.at("l2_bytes"))));
  return verdicts;
}

ProbeReport probe(const char* name, const Card& card, std::uint64_t seed, const ParameterValues& values) {
  const auto device = open_software_device(card, {.seed = seed});
  if (!device) throw std::runtime_error(device.error().message);
  auto report = find_probe(name)->run(**device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

}  // namespace chasescope::blind
