#include "engine/model/card_file/shape_writer.h"

#include <algorithm>
#include <cmath>

namespace chasescope::model {
namespace {

using nlohmann::json;
using Kind = IndexSpec::Kind;

/// The number as a person writes it: a whole number is 30 and not 30.0.
json plain(double number) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: a double holds all whole numbers up to here exactly
  if (number == std::floor(number) && number >= 0 && number < kExact) return static_cast<std::uint64_t>(number);
  return number;
}

json plain(const std::map<std::string, double>& cycles) {
  json object = json::object();
  for (const auto& [name, number] : cycles) object[name] = plain(number);
  return object;
}

/// Writes sets, ways, index and policy. `ways` is one number if all sets have equally many, else a list with one number for each
/// set.
void write_sets(json& object, const CacheSpec& spec) {
  object["sets"] = spec.ways.size();
  const bool equal = std::adjacent_find(spec.ways.begin(), spec.ways.end(), std::not_equal_to<>()) == spec.ways.end();
  if (equal)
    object["ways"] = spec.ways.empty() ? 1U : spec.ways.front();
  else
    object["ways"] = spec.ways;
  object["index"] = written(spec.index);
  object["policy"] = written(spec.policy);
}

void write_setting(json& object, const SettingSpec& when) {
  if (when.l1_kib) object["l1_kib"] = *when.l1_kib;
  if (when.carveout_percent_from) object["carveout_percent_from"] = plain(*when.carveout_percent_from);
  if (when.carveout_percent_to) object["carveout_percent_to"] = plain(*when.carveout_percent_to);
}

}  // namespace

json written(const IndexSpec& index) {
  json object;
  switch (index.kind) {
    case Kind::modulo: object["kind"] = "modulo"; break;
    case Kind::table: object = {{"kind", "table"}, {"table", index.table}}; break;
    case Kind::bits: {
      json bits = json::array();
      for (const auto& group : index.bit_groups) bits.push_back(group.empty() ? 0U : group.front());
      object = {{"kind", "bits"}, {"bits", bits}};
      break;
    }
    case Kind::xor_: object = {{"kind", "xor"}, {"bits", index.bit_groups}}; break;
    case Kind::sliced:
      object = {{"kind", "sliced"}, {"slices", index.slices}};
      if (index.parts.size() == 2) {
        object["slice"] = written(index.parts[0]);
        object["within"] = written(index.parts[1]);
      }
      break;
    case Kind::skewed:
      object = {{"kind", "skewed"}, {"functions", json::array()}};
      for (const IndexSpec& part : index.parts) object["functions"].push_back(written(part));
      break;
  }
  if (index.granule_bytes != 0 && (index.kind == Kind::modulo || index.kind == Kind::table))
    object["granule_bytes"] = index.granule_bytes;
  return object;
}

json written(const PolicySpec& policy) {
  json object{{"kind", policy.kind}};
  for (const auto& [name, numbers] : policy.numbers) {
    json list = json::array();
    for (const double number : numbers) list.push_back(plain(number));
    object[name] = numbers.size() == 1 ? list.front() : list;
  }
  for (const auto& [name, word] : policy.words) object[name] = word;
  return object;
}

json written_cache(const CacheSpec& cache) {
  json object{{"capacity_bytes", cache.capacity_bytes()}, {"line_bytes", cache.unit_bytes}};
  if (cache.sector_bytes != cache.unit_bytes) object["sector_bytes"] = cache.sector_bytes;
  write_sets(object, cache);
  if (cache.store_lines) object["data_store"] = {{"capacity_bytes", *cache.store_lines * cache.unit_bytes}};
  if (cache.exclusive) object["exclusive"] = true;
  if (cache.next_line) object["next_line"] = true;
  return object;
}

json written_tlb(const CacheSpec& tlb) {
  json object{{"page_bytes", tlb.sector_bytes}, {"entries", tlb.entries()}};
  if (tlb.unit_bytes != tlb.sector_bytes && tlb.sector_bytes != 0) object["pages_per_entry"] = tlb.unit_bytes / tlb.sector_bytes;
  write_sets(object, tlb);
  return object;
}

json written(const PathSpec& path) {
  json object{{"data", path.data}, {"latency", plain(path.latency)}};
  if (path.backing != PathSpec{}.backing) object["backing"] = path.backing;
  if (!path.translation.empty()) {
    object["translation"] = path.translation;
    object["translation_penalty"] = plain(path.translation_penalty);
  }
  if (path.translation_after) object["translation_after"] = *path.translation_after;
  if (path.max_footprint_bytes) object["max_footprint_bytes"] = *path.max_footprint_bytes;
  if (const auto& pages = path.migration)
    object["migration"] = {{"page_bytes", pages->page_bytes},
                           {"most_bytes", pages->most_bytes},
                           {"fault_cycles", plain(pages->fault_cycles)},
                           {"move_bytes_per_cycle", plain(pages->move_bytes_per_cycle)}};
  for (const FootprintSpec& alternative : path.footprint_alternatives) {
    json one{{"max_footprint_bytes", alternative.max_footprint_bytes}};
    write_setting(one, alternative.when);
    object["footprint_alternatives"].push_back(one);
  }
  for (const auto& [part, row] : path.combined) object["combined"][part] = plain(row);
  if (!path.far_latency.empty()) object["far_latency"] = plain(path.far_latency);
  return object;
}

}  // namespace chasescope::model
