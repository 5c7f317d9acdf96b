#include "engine/model/card_file/path_reader.h"

#include <algorithm>
#include <set>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/card_file/setting_reader.h"
#include "engine/model/spec/latency_table.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

bool holds(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

template <typename Parts>
std::vector<std::string> read_parts(ObjectReader& reader, const std::string& member, const Parts& known, const std::string& what) {
  std::vector<std::string> names = reader.names(member);
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!known.contains(name)) reader.fault(member, "names \"" + name + "\", but the card has no such " + what);
    if (!seen.insert(name).second) reader.fault(member, "names \"" + name + "\" twice");
  }
  if (names.size() > kMaxParts) {
    reader.fault(member, "names more than " + std::to_string(kMaxParts) + " parts");
    names.resize(kMaxParts);
  }
  return names;
}

/// The cycles of each of `parts`. `need_each` says whether all of them must be there.
std::map<std::string, double> read_cycles(ObjectReader& parent, const std::string& member, const std::vector<std::string>& parts,
                                          Need need_each) {
  std::map<std::string, double> cycles;
  const json* value = parent.member(member);
  if (value == nullptr) return cycles;
  ObjectReader reader(*value, parent.at(member), parent.faults());
  for (const std::string& part : parts)
    if (const auto number = reader.number(part, 0, kMaxCycles, need_each)) cycles[part] = *number;
  reader.finish();
  return cycles;
}

std::vector<FootprintSpec> read_footprints(ObjectReader& parent) {
  std::vector<FootprintSpec> list;
  const json* value = parent.member("footprint_alternatives", Need::optional);
  if (value == nullptr) return list;
  if (!value->is_array()) {
    parent.fault("footprint_alternatives", "must be a list");
    return list;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    ObjectReader reader((*value)[i], below(parent.at("footprint_alternatives"), std::to_string(i)), parent.faults());
    FootprintSpec alternative{read_setting(reader), 0};
    alternative.max_footprint_bytes = reader.count("max_footprint_bytes", 1, kMaxMemoryBytes).value_or(1);
    reader.finish();
    list.push_back(alternative);
  }
  return list;
}

/// Checks the demands of exclusive caches, of caches that fetch next lines and of sliced caches on the other caches of a path.
void check_neighbours(ObjectReader& reader, const std::vector<std::string>& names, const Card& card) {
  std::uint64_t asked = 0;  // the largest piece that a cache asks the next one for
  const CacheSpec* before = nullptr;
  std::size_t sliced = 0;
  for (const std::string& name : names) {
    const auto found = card.caches.find(name);
    if (found == card.caches.end()) return;
    const CacheSpec& cache = found->second.cache;
    if (cache.next_line && asked > cache.unit_bytes)
      reader.fault("data", "asks " + name + " for several lines at a time, so it can't fetch the next line");
    if (cache.exclusive) {
      if (before == nullptr)
        reader.fault("data", "begins with " + name + ", which is filled by the cache before it");
      else if (before->exclusive || before->next_line || before->unit_bytes != cache.unit_bytes ||
               before->sector_bytes != cache.unit_bytes || asked > cache.unit_bytes)
        reader.fault("data", "has " + name + " behind a cache that is exclusive, fetches next lines or has other lines or sectors");
    }
    sliced += found->second.slice_cycles.empty() ? 0 : 1;
    asked = std::max(asked, cache.sector_bytes);
    before = &cache;
  }
  if (sliced > 1 || (sliced == 1 && card.partitions && holds(names, card.partitions->cache)))
    reader.fault("data", "has more than one cache that answers sooner and later");
}

MigrationSpec read_migration(const json& object, const std::string& pointer, Faults& faults) {
  MigrationSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.page_bytes = reader.power_of_two("page_bytes", kLeastMigratedBytes, kMaxPageBytes).value_or(kLeastMigratedBytes);
  spec.most_bytes = reader.power_of_two("most_bytes", kLeastMigratedBytes, kMaxPageBytes, Need::optional).value_or(spec.page_bytes);
  if (spec.most_bytes < spec.page_bytes) reader.fault("most_bytes", "is less than page_bytes, the least that a fault brings");
  spec.fault_cycles = reader.number("fault_cycles", 1, kMaxCycles).value_or(1);
  spec.move_bytes_per_cycle = reader.number("move_bytes_per_cycle", 1e-3, kMaxCycles).value_or(1);
  reader.finish();
  return spec;
}

}  // namespace

PathSpec read_path(const json& object, const std::string& pointer, const Card& card, Faults& faults) {
  PathSpec path;
  ObjectReader reader(object, pointer, faults);
  path.data = read_parts(reader, "data", card.caches, "cache");
  check_neighbours(reader, path.data, card);
  path.backing = reader.text("backing", Need::optional).value_or("dram");
  if (card.caches.contains(path.backing)) reader.fault("backing", "must not be the name of a cache");
  if (reader.member("translation", Need::optional) != nullptr)
    path.translation = read_parts(reader, "translation", card.tlbs, "TLB");
  path.translation_after = reader.text("translation_after", Need::optional);
  if (path.translation_after && !holds(path.data, *path.translation_after))
    reader.fault("translation_after",
                 "names \"" + *path.translation_after + "\", which is no cache of this path (" + listed(path.data) + ")");
  path.max_footprint_bytes = reader.count("max_footprint_bytes", 1, kMaxMemoryBytes, Need::optional);
  path.footprint_alternatives = read_footprints(reader);

  const std::vector<std::string> data = data_parts(path);
  std::vector<std::string> translations = translation_parts(path, card.activation_window_bytes.has_value());
  path.latency = read_cycles(reader, "latency", data, Need::required);
  if (!translations.empty()) {
    const std::vector<std::string> penalised(translations.begin() + 1, translations.end());
    path.translation_penalty = read_cycles(reader, "translation_penalty", penalised, Need::required);
    for (const auto& [part, row] : reader.entries("combined", Need::optional)) {
      if (!holds(data, part)) {
        faults.push_back({below(reader.at("combined"), part), "is no data part of this path (" + listed(data) + ")"});
        continue;
      }
      ObjectReader rows(*reader.member("combined"), reader.at("combined"), faults);
      path.combined[part] = read_cycles(rows, part, penalised, Need::optional);
    }
  }
  if (card.partitions && holds(path.data, card.partitions->cache)) {
    const auto from = std::find(data.begin(), data.end(), card.partitions->cache);
    path.far_latency = read_cycles(reader, "far_latency", {from, data.end()}, Need::required);
  }
  if (const json* migration = reader.member("migration", Need::optional))
    path.migration = read_migration(*migration, reader.at("migration"), faults);
  const auto slices = slice_latency(card, path);
  const std::size_t outcomes = data.size() * std::max<std::size_t>(translations.size(), 1) * (path.far_latency.empty() ? 1 : 2) *
                               (slices ? slices->cycles.size() : 1);
  if (outcomes > kMaxOutcomes)
    faults.push_back({pointer, "tells " + std::to_string(outcomes) + " kinds of accesses apart; at most " +
                                   std::to_string(kMaxOutcomes) + " can be"});
  reader.finish();
  return path;
}

}  // namespace chasescope::model
