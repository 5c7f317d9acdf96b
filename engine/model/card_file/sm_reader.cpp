#include "engine/model/card_file/sm_reader.h"

#include <algorithm>
#include <charconv>

#include "engine/model/card_file/operations_reader.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

constexpr std::uint64_t kMaxBanks = 1024;
constexpr std::uint64_t kMaxTableEntries = 1 << 16;
constexpr std::uint64_t kMaxUnitsOfAnSm = 64;
constexpr double kMaxBytesPerCycle = 1e6;

std::uint32_t small(const std::optional<std::uint64_t>& count) { return static_cast<std::uint32_t>(count.value_or(1)); }

/// An object whose members are named by whole numbers: {"1": 50, "2": 88}.
std::map<double, double> read_curve(ObjectReader& parent, const std::string& member, std::uint64_t highest) {
  std::map<double, double> curve;
  const json* value = parent.member(member);
  if (value == nullptr) return curve;
  ObjectReader reader(*value, parent.at(member), parent.faults());
  for (const auto& [name, entry] : parent.entries(member)) {
    std::uint64_t at = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), at);
    const bool number = error == std::errc() && end == name.data() + name.size() && at >= 1 && at <= highest;
    const auto cycles = reader.number(name, 0, kMaxCycles);
    if (!number)
      reader.fault(name, "must be named by a whole number between 1 and " + std::to_string(highest));
    else if (cycles)
      curve[static_cast<double>(at)] = *cycles;
  }
  if (value->is_object() && !value->contains("1")) reader.fault("1", "is missing");
  return curve;
}

std::vector<std::uint32_t> read_modes(ObjectReader& reader) {
  std::vector<std::uint32_t> modes;
  const json* value = reader.member("modes", Need::optional);
  if (value == nullptr) return {4};
  if (value->is_array())
    for (const json& mode : *value)
      if (mode == 4 || mode == 8) modes.push_back(mode.get<std::uint32_t>());
  if (modes.empty() || modes.size() != value->size() || (modes.size() == 2 && modes[0] == modes[1]) || modes.size() > 2)
    reader.fault("modes", "must list the bank widths 4, 8 or both, the default first");
  return modes;
}

SharedMemorySpec read_shared_memory(const json& object, const std::string& pointer, Faults& faults) {
  SharedMemorySpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.banks = small(reader.power_of_two("banks", 1, kMaxBanks));
  spec.modes = read_modes(reader);
  const auto row = reader.power_of_two("row_bytes", 4, 64, Need::optional);
  const std::uint32_t widest = spec.modes.empty() ? 4 : *std::max_element(spec.modes.begin(), spec.modes.end());
  spec.row_bytes = static_cast<std::uint32_t>(row.value_or(widest));
  if (spec.row_bytes < widest) reader.fault("row_bytes", "is smaller than the widest mode");
  spec.lanes_at_once = static_cast<std::uint32_t>(reader.power_of_two("lanes_at_once", 1, 32, Need::optional).value_or(32));
  spec.conflict_cycles = read_curve(reader, "conflict_cycles", 128);
  double last = 0;
  for (const auto& [degree, cycles] : spec.conflict_cycles) {
    if (cycles < last) reader.fault("conflict_cycles", "falls where the conflict degree grows");
    last = cycles;
  }
  reader.finish();
  return spec;
}

RequestTableSpec read_request_table(const json& object, const std::string& pointer, Faults& faults) {
  RequestTableSpec spec;
  ObjectReader reader(object, pointer, faults);
  const auto kind = reader.text("kind");
  if (kind && *kind != "mshr" && *kind != "prt") {
    reader.fault("kind", "is \"" + *kind + "\"; there are mshr, prt");
    return spec;
  }
  spec.kind = kind == "prt" ? RequestTableSpec::Kind::prt : RequestTableSpec::Kind::mshr;
  spec.entries = small(reader.count("entries", 1, kMaxTableEntries));
  if (kind == "mshr") {
    spec.merges = small(reader.count("merges", 1, 1024));
    spec.replay_cycles = reader.number("replay_cycles", 0, kMaxCycles, Need::optional);
  }
  if (kind == "prt")
    if (const auto most = reader.count("max_requests", 1, kMaxTableEntries, Need::optional)) spec.max_requests = small(most);
  spec.max_loads_per_warp = small(reader.count("max_loads_per_warp", 1, 64));
  spec.latency_cycles = reader.number("latency_cycles", 0, kMaxCycles).value_or(0);
  spec.issue_cycles = reader.number("issue_cycles", 0, kMaxCycles).value_or(0);
  spec.warp_cycles = reader.number("warp_cycles", 0, kMaxCycles, Need::optional).value_or(0);
  spec.writeback_cycles = reader.number("writeback_cycles", 0, kMaxCycles, Need::optional).value_or(0);
  spec.units = small(reader.count("units", 1, kMaxUnitsOfAnSm));
  reader.finish();
  return spec;
}

BandwidthSpec read_bandwidth(const json& object, const std::string& pointer, Faults& faults) {
  BandwidthSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.read_bytes_per_cycle = reader.number("read_bytes_per_cycle", 1e-3, kMaxBytesPerCycle).value_or(1);
  spec.write_bytes_per_cycle = reader.number("write_bytes_per_cycle", 1e-3, kMaxBytesPerCycle).value_or(1);
  const auto scope = reader.text("scope");
  if (scope && *scope != "sm" && *scope != "card") reader.fault("scope", "is \"" + *scope + "\"; it must be sm or card");
  spec.per_sm = scope == "sm";
  spec.latency_cycles = reader.number("latency_cycles", 1, kMaxCycles).value_or(1);
  spec.capacity_bytes = reader.count("capacity_bytes", 1, kMaxMemoryBytes, Need::optional);
  reader.finish();
  return spec;
}

ClusterSpec read_cluster(const json& object, const std::string& pointer, Faults& faults) {
  ClusterSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.load_cycles = read_curve(reader, "load_cycles", 64);
  spec.bulk_copy_cycles = read_curve(reader, "bulk_copy_cycles", 64);
  if (!spec.load_cycles.empty() && !spec.bulk_copy_cycles.empty() &&
      spec.bulk_copy_cycles.rbegin()->first != spec.load_cycles.rbegin()->first)
    reader.fault("bulk_copy_cycles", "must end at the same cluster size as load_cycles");
  reader.finish();
  return spec;
}

}  // namespace

SmSpec read_sm(ObjectReader& card) {
  SmSpec sm;
  Faults& faults = card.faults();
  if (const json* shared = card.member("shared_memory", Need::optional))
    sm.shared_memory = read_shared_memory(*shared, card.at("shared_memory"), faults);
  if (const json* table = card.member("request_table", Need::optional))
    sm.request_table = read_request_table(*table, card.at("request_table"), faults);
  for (const auto& [level, object] : card.entries("bandwidth", Need::optional))
    sm.bandwidth[level] = read_bandwidth(*object, below(card.at("bandwidth"), level), faults);
  sm.copy_startup_cycles = card.number("copy_startup_cycles", 0, kMaxCycles, Need::optional);
  if (sm.copy_startup_cycles && !(sm.bandwidth.contains("l2") && sm.bandwidth.contains("dram")))
    card.fault("copy_startup_cycles", "needs the bandwidth of l2 and dram");
  if (const json* cluster = card.member("cluster", Need::optional)) sm.cluster = read_cluster(*cluster, card.at("cluster"), faults);
  if (const json* operations = card.member("operations", Need::optional))
    sm.operations = read_operations(*operations, card.at("operations"), faults);
  return sm;
}

}  // namespace chasescope::model
