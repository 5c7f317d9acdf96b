// Decision 29: docs/decisions/model/29-far-addresses.md
#include "engine/model/card_file/partition_reader.h"

#include "engine/model/card_file/index_reader.h"
#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {
namespace {

using nlohmann::json;

std::vector<std::uint32_t> read_home(ObjectReader& reader, std::uint64_t count) {
  std::vector<std::uint32_t> home;
  const json* value = reader.member("home");
  if (value == nullptr) return home;
  const bool list = value->is_array() && !value->empty() && value->size() <= kMaxTable;
  if (list)
    for (const json& partition : *value)
      if (partition.is_number_unsigned() && partition.get<std::uint64_t>() < count) home.push_back(partition.get<std::uint32_t>());
  if (!list || home.size() != value->size())
    reader.fault("home", "must be a list of partitions, 0 to " + std::to_string(count - 1) + ", one for each SM in turn");
  return home;
}

}  // namespace

PartitionSpec read_partitions(const json& object, const std::string& pointer, const Card& card, std::uint64_t memory_bytes,
                              Faults& faults) {
  PartitionSpec spec;
  ObjectReader reader(object, pointer, faults);
  spec.cache = reader.text("cache").value_or("");
  const auto cache = card.caches.find(spec.cache);
  if (!spec.cache.empty() && cache == card.caches.end())
    reader.fault("cache", "names \"" + spec.cache + "\", but the card has no such cache");
  const std::uint64_t count = reader.count("count", 2, kMaxPartitions).value_or(2);
  spec.count = static_cast<std::uint32_t>(count);
  // To an index function a partition is a set of one way.
  CacheSpec partitions;
  partitions.unit_bytes = cache == card.caches.end() ? 0 : cache->second.cache.unit_bytes;
  partitions.ways.assign(count, 1);
  if (const json* index = reader.member("index"))
    spec.index = read_index(*index, reader.at("index"), partitions, memory_bytes, faults);
  spec.home = read_home(reader, count);
  reader.finish();
  return spec;
}

}  // namespace chasescope::model
