#include "engine/model/parts.h"

#include "engine/model/spec/limits.h"
#include "engine/model/warp.h"
#include "engine/trace/random.h"

namespace chasescope::model {
namespace {

// The FNV-1a hash of a part's name. It goes into the seed of the part, so that the part's random stream does not depend on the
// other parts of the card.
std::uint64_t number_of(const std::string& name) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

}  // namespace

const CacheSpec& shape_of(const CacheEntry& entry, const Configuration& configuration) {
  for (const AlternativeSpec& alternative : entry.alternatives)
    if (alternative.when.applies(configuration)) return alternative.cache;
  return entry.cache;
}

unsigned array_of(const CacheEntry& entry, const Place& place) {
  const unsigned scheduler = place.thread / kWarp % kSchedulers;
  return scheduler * entry.per_sm / kSchedulers;
}

std::shared_ptr<Cache> Parts::cache(const std::string& name, const Place& place) {
  const CacheEntry& entry = card_.caches.at(name);
  return made(name, array_of(entry, place), shape_of(entry, configuration_));
}

std::shared_ptr<Cache> Parts::tlb(const std::string& name) { return made("/" + name, 0, card_.tlbs.at(name)); }

// A TLB may have the name of a cache. In `made_` a slash before the name tells them apart; the name without the slash goes into the
// seed.
std::shared_ptr<Cache> Parts::made(const std::string& name, unsigned array, const CacheSpec& shape) {
  Made& part = made_[{name, array}];
  if (part.cache) return part.cache;
  const std::string plain = name.starts_with('/') ? name.substr(1) : name;
  part.number = number_of(plain) + array;
  part.shape = &shape;
  part.cache = std::make_shared<Cache>(shape, mixed_seed(seed_, part.number));
  return part.cache;
}

void Parts::empty_again(std::uint64_t seed) {
  seed_ = seed;
  for (auto& [name, part] : made_) part.cache->empty_again(*part.shape, mixed_seed(seed, part.number));
  *active_window_ = 0;
}

}  // namespace chasescope::model
