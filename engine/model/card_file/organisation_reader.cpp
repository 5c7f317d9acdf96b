#include "engine/model/card_file/organisation_reader.h"

#include <algorithm>
#include <string>

#include "engine/model/array/skewed_array.h"
#include "engine/model/policy/policy_list.h"
#include "engine/model/spec/limits.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

bool flag(ObjectReader& reader, const std::string& member) {
  const json* value = reader.member(member, Need::optional);
  if (value == nullptr) return false;
  if (!value->is_boolean()) reader.fault(member, "must be true or false");
  return value->is_boolean() && value->get<bool>();
}

void read_store(ObjectReader& reader, CacheSpec& spec) {
  const json* value = reader.member("data_store", Need::optional);
  if (value == nullptr) return;
  ObjectReader store(*value, reader.at("data_store"), reader.faults());
  const auto bytes = store.count("capacity_bytes", 1, kMaxCapacityBytes);
  store.finish();
  if (!bytes || spec.unit_bytes == 0 || spec.ways.empty()) return;
  if (*bytes % spec.unit_bytes != 0 || *bytes >= spec.capacity_bytes())
    store.fault("capacity_bytes", "must be a whole number of lines, fewer than the " + format_count(spec.entries()) + " tags have");
  spec.store_lines = std::max<std::uint64_t>(*bytes / spec.unit_bytes, 1);
}

bool keeps_sets_full(const PolicySpec& policy) {
  bool keeps = false;
  with_policy(AllPolicies{}, policy.kind, [&]<typename Policy>() { keeps = keeps_full<Policy>(); });
  return keeps;
}

}  // namespace

void read_organisation(ObjectReader& reader, CacheSpec& spec) {
  read_store(reader, spec);
  spec.exclusive = flag(reader, "exclusive");
  spec.next_line = flag(reader, "next_line");
  const char* const member = spec.exclusive ? "exclusive" : "data_store";
  if (spec.exclusive && spec.store_lines) reader.fault("exclusive", "can't go with a data store");
  if (spec.exclusive && spec.next_line) reader.fault("exclusive", "can't go with next_line: it is filled by the cache before it");
  if (spec.lines_leave() && keeps_sets_full(spec.policy))
    reader.fault(member, "can't go with the policy " + spec.policy.kind + ", which relies on full sets staying full");
  if ((spec.exclusive || spec.next_line) && spec.sector_bytes != spec.unit_bytes)
    reader.fault(spec.exclusive ? "exclusive" : "next_line", "can't go with sectors");
  if (spec.index.kind == IndexSpec::Kind::skewed && spec.lines_leave())
    reader.fault(member, "can't go with an index that is another for each way");
}

void check_skew(ObjectReader& reader, const CacheSpec& spec) {
  if (spec.index.kind != IndexSpec::Kind::skewed || spec.ways.empty()) return;
  if (std::adjacent_find(spec.ways.begin(), spec.ways.end(), std::not_equal_to<>()) != spec.ways.end())
    reader.fault("ways", "must be one number where the index is another for each way");
  else if (spec.index.parts.size() != spec.ways.front())
    reader.fault("index", "has " + format_count(spec.index.parts.size()) + " functions, but there are " +
                              format_count(spec.ways.front()) + " ways");
  const auto& known = SkewedArray::kPolicies;
  if (std::find(known.begin(), known.end(), spec.policy.kind) == known.end())
    reader.fault("policy", "must be lru, fifo, random or nru where the index is another for each way");
}

std::vector<double> read_slice_cycles(ObjectReader& reader, const CacheSpec& spec) {
  std::vector<double> cycles;
  const json* value = reader.member("slice_cycles", Need::optional);
  if (value == nullptr) return cycles;
  if (value->is_array())
    for (const json& each : *value)
      if (each.is_number() && each.get<double>() >= 0 && each.get<double>() <= kMaxCycles) cycles.push_back(each.get<double>());
  if (!value->is_array() || cycles.size() != value->size() || spec.index.kind != IndexSpec::Kind::sliced ||
      cycles.size() != spec.index.slices) {
    reader.fault("slice_cycles",
                 "must list the cycles that each slice adds, and needs an index of the kind sliced with as many slices");
    cycles.clear();
  }
  if (reader.has("alternatives")) reader.fault("slice_cycles", "can't go with alternatives");
  return cycles;
}

}  // namespace chasescope::model
