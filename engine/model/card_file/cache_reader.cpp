#include "engine/model/card_file/cache_reader.h"

#include "engine/model/card_file/index_reader.h"
#include "engine/model/card_file/object_reader.h"
#include "engine/model/card_file/organisation_reader.h"
#include "engine/model/card_file/setting_reader.h"
#include "engine/model/policy/policy_list.h"
#include "engine/model/spec/limits.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

// One number of ways for all sets, or a list with one number per set.
std::vector<std::uint32_t> read_ways(ObjectReader& reader) {
  const auto sets = reader.count("sets", 1, kMaxEntries);
  const json* value = reader.member("ways");
  if (value == nullptr) return {};
  if (!value->is_array()) {
    const auto ways = reader.count("ways", 1, kMaxWays);
    if (!sets || !ways) return {};
    if (*sets * *ways > kMaxEntries) {
      reader.fault("ways", "times sets makes more than " + format_count(kMaxEntries) + " entries");
      return {};
    }
    return std::vector<std::uint32_t>(*sets, static_cast<std::uint32_t>(*ways));
  }
  std::vector<std::uint32_t> list;
  std::uint64_t entries = 0;
  for (const json& ways : *value) {
    if (!ways.is_number_unsigned() || ways.get<std::uint64_t>() < 1 || ways.get<std::uint64_t>() > kMaxWays) {
      reader.fault("ways", "must hold whole numbers between 1 and " + format_count(kMaxWays));
      return {};
    }
    list.push_back(ways.get<std::uint32_t>());
    entries += list.back();
  }
  if (entries > kMaxEntries) {
    reader.fault("ways", "adds up to more than " + format_count(kMaxEntries) + " entries");
    return {};
  }
  if (sets && *sets != list.size()) {
    reader.fault("ways", "lists " + format_count(list.size()) + " sets, but sets is " + format_count(*sets));
    return {};
  }
  return sets ? list : std::vector<std::uint32_t>{};
}

PolicySpec read_policy(ObjectReader& parent, const std::vector<std::uint32_t>& ways) {
  PolicySpec spec;
  const json* value = parent.member("policy");
  if (value == nullptr) return spec;
  ObjectReader reader(*value, parent.at("policy"), parent.faults());
  const auto kind = reader.text("kind");
  if (!value->is_object() || !kind) return spec;
  spec.kind = *kind;
  const std::size_t before = parent.faults().size();
  for (const auto& [name, parameter] : value->items()) {
    if (name == "kind") continue;
    reader.member(name);
    if (parameter.is_string()) {
      spec.words[name] = parameter.get<std::string>();
    } else if (parameter.is_number()) {
      spec.numbers[name] = {parameter.get<double>()};
    } else if (parameter.is_array()) {
      std::vector<double>& list = spec.numbers[name];
      for (const json& entry : parameter) {
        if (entry.is_number())
          list.push_back(entry.get<double>());
        else
          reader.fault(name, "must hold numbers only");
      }
    } else {
      reader.fault(name, "must be a number, a list of numbers or a text");
    }
  }
  // If the ways are at fault, the list is empty, and only parameters that do not depend on the ways are checked.
  if (parent.faults().size() == before)
    for (ParameterFault& fault : check_policy(spec, ways))
      parent.faults().push_back({fault.member.empty() ? reader.pointer() : reader.at(fault.member), std::move(fault.reason)});
  return spec;
}

void check_units(ObjectReader& reader, const std::string& unit_member, const CacheSpec& spec, std::uint64_t memory_bytes) {
  if (spec.unit_bytes != 0 && memory_bytes / spec.unit_bytes > kMaxUnits)
    reader.fault(unit_member, "is too small for a memory of " + format_bytes(memory_bytes) + "; at most " +
                                  format_count(kMaxUnits) + " lines or pages can be numbered");
}

void read_sets(ObjectReader& reader, CacheSpec& spec, std::uint64_t memory_bytes) {
  spec.ways = read_ways(reader);
  const json* index = reader.member("index");
  if (index != nullptr) spec.index = read_index(*index, reader.at("index"), spec, memory_bytes, reader.faults(), Composed::yes);
  spec.policy = read_policy(reader, spec.ways);
  check_skew(reader, spec);
}

CacheSpec read_shape(ObjectReader& reader, std::uint64_t memory_bytes) {
  CacheSpec spec;
  const auto capacity = reader.count("capacity_bytes", 1, kMaxCapacityBytes);
  const auto line = reader.power_of_two("line_bytes", kMinUnitBytes, kMaxLineBytes);
  const auto sector = reader.power_of_two("sector_bytes", kMinUnitBytes, kMaxLineBytes, Need::optional);
  spec.unit_bytes = line.value_or(0);
  spec.sector_bytes = sector.value_or(spec.unit_bytes);
  if (line && sector && *sector > *line)
    reader.fault("sector_bytes", "is " + format_bytes(*sector) + ", larger than the line of " + format_bytes(*line));
  else if (line && sector && *line / *sector > kMaxSectorsPerLine)
    reader.fault("sector_bytes", "makes more than " + format_count(kMaxSectorsPerLine) + " sectors a line");
  check_units(reader, "line_bytes", spec, memory_bytes);
  read_sets(reader, spec, memory_bytes);
  if (capacity && line && !spec.ways.empty() && spec.capacity_bytes() != *capacity)
    reader.fault("capacity_bytes", "is " + format_bytes(*capacity) + ", but the ways of all sets times the line make " +
                                       format_bytes(spec.capacity_bytes()));
  read_organisation(reader, spec);
  return spec;
}

AlternativeSpec read_alternative(const json& object, const std::string& pointer, std::uint64_t memory_bytes, Faults& faults) {
  AlternativeSpec alternative;
  ObjectReader reader(object, pointer, faults);
  alternative.when = read_setting(reader);
  alternative.cache = read_shape(reader, memory_bytes);
  reader.finish();
  return alternative;
}

}  // namespace

CacheEntry read_cache(const json& object, const std::string& pointer, std::uint64_t memory_bytes, Faults& faults) {
  CacheEntry entry;
  ObjectReader reader(object, pointer, faults);
  entry.cache = read_shape(reader, memory_bytes);
  entry.per_sm = static_cast<std::uint32_t>(reader.power_of_two("per_sm", 1, kSchedulers, Need::optional).value_or(1));
  entry.slice_cycles = read_slice_cycles(reader, entry.cache);
  if (const json* list = reader.member("alternatives", Need::optional)) {
    if (!list->is_array())
      reader.fault("alternatives", "must be a list");
    else
      for (std::size_t i = 0; i < list->size(); ++i)
        entry.alternatives.push_back(
            read_alternative((*list)[i], below(reader.at("alternatives"), std::to_string(i)), memory_bytes, faults));
  }
  // The checks of paths know only the shape that holds without any setting, so alternatives must not change how the path works.
  for (const AlternativeSpec& alternative : entry.alternatives)
    if (alternative.cache.exclusive || alternative.cache.next_line || entry.cache.exclusive || entry.cache.next_line) {
      reader.fault("alternatives", "can't be those of a cache that is exclusive or fetches next lines");
      break;
    }
  reader.finish();
  return entry;
}

CacheSpec read_tlb(const json& object, const std::string& pointer, std::uint64_t memory_bytes, Faults& faults) {
  CacheSpec spec;
  ObjectReader reader(object, pointer, faults);
  // A tag may cover several pages, each with a valid bit. In the model such pages are the sectors of a line.
  spec.sector_bytes = reader.power_of_two("page_bytes", kMinUnitBytes, kMaxPageBytes).value_or(0);
  spec.unit_bytes = spec.sector_bytes * reader.power_of_two("pages_per_entry", 1, kMaxPagesPerEntry, Need::optional).value_or(1);
  check_units(reader, "page_bytes", spec, memory_bytes);
  const auto entries = reader.count("entries", 1, kMaxEntries);
  read_sets(reader, spec, memory_bytes);
  if (entries && !spec.ways.empty() && spec.entries() != *entries)
    reader.fault("entries",
                 "is " + format_count(*entries) + ", but the ways of all sets add up to " + format_count(spec.entries()));
  reader.finish();
  return spec;
}

}  // namespace chasescope::model
