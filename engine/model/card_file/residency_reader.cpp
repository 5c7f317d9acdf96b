#include "engine/model/card_file/residency_reader.h"

#include <algorithm>
#include <bit>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::model {
namespace {

using nlohmann::json;

std::vector<std::uint64_t> read_choices(ObjectReader& reader) {
  std::vector<std::uint64_t> choices;
  const json* list = reader.member("fetch_choices");
  if (list == nullptr) return choices;
  if (!list->is_array() || list->empty()) {
    reader.fault("fetch_choices", "must be a list of sizes");
    return choices;
  }
  for (const json& item : *list) {
    const std::uint64_t bytes = item.is_number_unsigned() ? item.get<std::uint64_t>() : 0;
    if (!std::has_single_bit(bytes) || bytes < kResidencySectorBytes || bytes > kResidencyLineBytes) {
      reader.fault("fetch_choices", "must hold only 32, 64 and 128");
      break;
    }
    if (std::find(choices.begin(), choices.end(), bytes) != choices.end()) {
      reader.fault("fetch_choices", "has " + format_count(bytes) + " twice");
      break;
    }
    choices.push_back(bytes);
  }
  return choices;
}

}  // namespace

ResidencySpec read_residency(const json& object, const std::string& pointer, std::uint64_t l2_bytes, Faults& faults) {
  ResidencySpec spec;
  ObjectReader reader(object, pointer, faults);
  const std::size_t faults_before = faults.size();
  const auto ways = [&](const char* member, std::uint64_t low, std::uint64_t high) {
    return static_cast<std::uint32_t>(reader.count(member, low, high).value_or(low));
  };
  spec.ways = ways("ways", 1, kMostResidencyWays);
  spec.set_aside_ways = ways("set_aside_ways", 0, kMostResidencyWays);
  spec.most_set_aside_ways = ways("most_set_aside_ways", 0, kMostResidencyWays);
  spec.fetch_bytes = reader.power_of_two("fetch_bytes", kResidencySectorBytes, kResidencyLineBytes).value_or(kResidencySectorBytes);
  spec.fetch_choices = read_choices(reader);
  spec.hit_cycles = reader.number("hit_cycles", 0, kMaxCycles).value_or(0);
  spec.miss_cycles = reader.number("miss_cycles", 0, kMaxCycles).value_or(0);
  spec.l2_bytes = l2_bytes;
  if (faults.size() == faults_before && object.is_object()) {
    if (spec.most_set_aside_ways > spec.ways) reader.fault("most_set_aside_ways", "is larger than ways");
    if (spec.set_aside_ways > spec.most_set_aside_ways) reader.fault("set_aside_ways", "is larger than most_set_aside_ways");
    if (std::find(spec.fetch_choices.begin(), spec.fetch_choices.end(), spec.fetch_bytes) == spec.fetch_choices.end())
      reader.fault("fetch_bytes", "is none of fetch_choices");
    if (spec.hit_cycles >= spec.miss_cycles) reader.fault("hit_cycles", "must be less than miss_cycles");
    const std::uint64_t set_bytes = kResidencyLineBytes * spec.ways;
    if (l2_bytes != 0 && (l2_bytes < set_bytes || l2_bytes > kMaxCapacityBytes))
      reader.fault("ways",
                   "needs an L2 (l2_bytes of the device) of " + format_bytes(set_bytes) + " to " + format_bytes(kMaxCapacityBytes));
  }
  reader.finish();
  return spec;
}

}  // namespace chasescope::model
