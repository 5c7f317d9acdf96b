#include "engine/model/card_file/operations_reader.h"

#include <array>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

constexpr double kMostOperationsPerCycle = 1e6;
struct NamedPlaces {
  PlacesOfThreads places;
  const char* name;
};
constexpr std::array kNamedPlaces{NamedPlaces{PlacesOfThreads::one_word, "one_word"},
                                  NamedPlaces{PlacesOfThreads::neighbours, "neighbours"},
                                  NamedPlaces{PlacesOfThreads::own_lines, "own_lines"}};

double cycles_in(ObjectReader& reader, const char* member) { return reader.number(member, 0, kMaxCycles).value_or(0); }

AtomicSpec read_atomic(const json& object, const std::string& pointer, Faults& faults) {
  AtomicSpec atomic;
  ObjectReader reader(object, pointer, faults);
  atomic.cycles = cycles_in(reader, "cycles");
  for (const auto& [places, name] : kNamedPlaces) {
    CrowdCost& cost = atomic.crowds[places];
    const json* member = reader.member(name);
    if (member == nullptr) continue;
    ObjectReader crowd(*member, reader.at(name), faults);
    cost = {cycles_in(crowd, "lane_cycles"), cycles_in(crowd, "warp_cycles")};
    if (const auto rate = crowd.number("per_cycle", 1e-6, kMostOperationsPerCycle, Need::optional))
      atomic.per_cycle[places] = *rate;
    crowd.finish();
  }
  reader.finish();
  return atomic;
}

OperationLevelSpec read_level(ObjectReader& operations, const char* name) {
  OperationLevelSpec level;
  for (const auto& [places, unused] : kNamedPlaces) level.atomic.crowds[places] = {};
  const json* object = operations.member(name);
  if (object == nullptr) return level;
  ObjectReader reader(*object, operations.at(name), operations.faults());
  level.load_cycles = cycles_in(reader, "load_cycles");
  level.fence_cycles = cycles_in(reader, "fence_cycles");
  level.store_cycles = cycles_in(reader, "store_cycles");
  if (const json* atomic = reader.member("atomic")) level.atomic = read_atomic(*atomic, reader.at("atomic"), operations.faults());
  reader.finish();
  return level;
}

CopySpec read_copy(const json& object, const std::string& pointer, Faults& faults) {
  ObjectReader reader(object, pointer, faults);
  const CopySpec copy{cycles_in(reader, "cycles"), reader.number("bytes_per_cycle", 1e-3, kMostOperationsPerCycle).value_or(1)};
  reader.finish();
  return copy;
}

}  // namespace

OperationsSpec read_operations(const json& object, const std::string& pointer, Faults& faults) {
  OperationsSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.measuring_cycles = cycles_in(reader, "measuring_cycles");
  spec.shared = read_level(reader, "shared");
  spec.global = read_level(reader, "global");
  spec.miss_cycles = cycles_in(reader, "miss_cycles");
  spec.after_store_cycles = cycles_in(reader, "after_store_cycles");
  spec.after_update_cycles = cycles_in(reader, "after_update_cycles");
  spec.hit_under_miss_cycles = cycles_in(reader, "hit_under_miss_cycles");
  spec.through_registers = {spec.miss_cycles, reader.number("load_bytes_per_cycle", 1e-3, kMostOperationsPerCycle).value_or(1)};
  for (const auto& [name, copy] : {std::pair{"async_copy", &spec.async_copy}, std::pair{"bulk_copy", &spec.bulk_copy}})
    if (const json* member = reader.member(name, Need::optional)) *copy = read_copy(*member, reader.at(name), faults);
  reader.finish();
  return spec;
}

}  // namespace chasescope::model
