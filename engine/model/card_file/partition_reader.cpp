// Decision 29: docs/decisions/model/29-far-addresses.md
#include "engine/model/card_file/partition_reader.h"

#include <algorithm>
#include <cmath>

#include "engine/model/card_file/index_reader.h"
#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {
namespace {

using nlohmann::json;

/// A number below `count` for each SM in turn. `what` names these things in a fault.
std::vector<std::uint32_t> read_by_sm(ObjectReader& reader, const char* member, const char* what, std::uint64_t count) {
  std::vector<std::uint32_t> home;
  const json* value = reader.member(member);
  if (value == nullptr) return home;
  const bool list = value->is_array() && !value->empty() && value->size() <= kMaxTable;
  if (list)
    for (const json& partition : *value)
      if (partition.is_number_unsigned() && partition.get<std::uint64_t>() < count) home.push_back(partition.get<std::uint32_t>());
  if (!list || home.size() != value->size())
    reader.fault(member,
                 "must be a list of " + std::string(what) + ", 0 to " + std::to_string(count - 1) + ", one for each SM in turn");
  return home;
}

/// Reads a list of cycles, which may be negative. False if an entry is no such number, or if `count` is not 0 and the list has
/// another length.
bool read_cycles(const json& value, std::size_t count, std::vector<double>& cycles) {
  if (!value.is_array() || value.empty() || value.size() > kMaxTable || (count != 0 && value.size() != count)) return false;
  for (const json& each : value) {
    if (!each.is_number() || !(std::abs(each.get<double>()) <= kMaxCycles)) return false;
    cycles.push_back(each.get<double>());
  }
  return true;
}

/// A cache whose sets stand for `count` partitions or slices, so that read_index() can check the function that chooses among them.
CacheSpec parts_of(const Card& card, const std::string& cache, std::uint64_t count) {
  CacheSpec parts;
  const auto found = card.caches.find(cache);
  parts.unit_bytes = found == card.caches.end() ? 0 : found->second.cache.unit_bytes;
  parts.ways.assign(count, 1);
  return parts;
}

std::string read_cache_name(ObjectReader& reader, const Card& card) {
  const std::string name = reader.text("cache").value_or("");
  if (!name.empty() && !card.caches.contains(name)) reader.fault("cache", "names \"" + name + "\", but the card has no such cache");
  return name;
}

}  // namespace

PartitionSpec read_partitions(const json& object, const std::string& pointer, const Card& card, std::uint64_t memory_bytes,
                              Faults& faults) {
  PartitionSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.cache = read_cache_name(reader, card);
  const std::uint64_t count = reader.count("count", 2, kMaxPartitions).value_or(2);
  spec.count = static_cast<std::uint32_t>(count);
  if (const json* index = reader.member("index"))
    spec.index = read_index(*index, reader.at("index"), parts_of(card, spec.cache, count), memory_bytes, faults);
  spec.home = read_by_sm(reader, "home", "partitions", count);
  reader.finish();
  return spec;
}

FloorPlanSpec read_floor_plan(const json& object, const std::string& pointer, const Card& card, std::uint64_t memory_bytes,
                              Faults& faults) {
  FloorPlanSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.cache = read_cache_name(reader, card);
  const std::uint64_t slices = reader.count("slices", 2, kMaxPartitions).value_or(2);
  spec.slices = static_cast<std::uint32_t>(slices);
  if (const json* index = reader.member("index"))
    spec.index = read_index(*index, reader.at("index"), parts_of(card, spec.cache, slices), memory_bytes, faults);
  if (const json* groups = reader.member("cycles")) {
    bool good = groups->is_array() && !groups->empty() && groups->size() <= kMaxTable / slices;
    if (good)
      for (const json& group : *groups) good = good && read_cycles(group, slices, spec.cycles.emplace_back());
    if (!good)
      reader.fault("cycles",
                   "must be a list of groups, each a list of " + std::to_string(slices) + " numbers of cycles, one for each slice");
    spec.group = read_by_sm(reader, "group", "groups", std::max<std::size_t>(spec.cycles.size(), 1));
  }
  if (const json* each = reader.member("sm_cycles", ObjectReader::Need::optional))
    if (!read_cycles(*each, 0, spec.sm_cycles))
      reader.fault("sm_cycles", "must be a list of numbers of cycles, one for each SM in turn");
  reader.finish();
  return spec;
}

}  // namespace chasescope::model
