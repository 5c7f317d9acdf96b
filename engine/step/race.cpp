#include "engine/step/race.h"

#include <algorithm>

#include "engine/model/cache.h"
#include "engine/model/policy/any_policy.h"

namespace chasescope::step {
namespace {

constexpr std::uint64_t kMostPasses = 2000, kFewestPasses = 4;
constexpr std::uint64_t kMostAccesses = 400'000;  // of all footprints together; they take about as long as a frame of a window

/// The cache as a model cache. Its index is a table with the set of each line of the footprint, whatever index function was found.
std::optional<model::CacheSpec> spec_of(const FoundSets& cache, const std::string& policy, std::uint64_t bytes) {
  model::CacheSpec spec;
  spec.unit_bytes = *cache.line_bytes;
  spec.sector_bytes = std::min(cache.fetch_bytes.value_or(spec.unit_bytes), spec.unit_bytes);
  spec.ways = cache.ways;
  spec.policy.kind = policy;
  spec.index.kind = model::IndexSpec::Kind::table;
  const std::uint64_t lines = (bytes + spec.unit_bytes - 1) / spec.unit_bytes;
  for (std::uint64_t line = 0; line < lines; ++line) {
    const auto set = cache.set_of(line * spec.unit_bytes);
    if (!set || *set >= cache.ways.size()) return std::nullopt;
    spec.index.table.push_back(static_cast<std::uint32_t>(*set));
  }
  return spec;
}

bool power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

}  // namespace

std::vector<RacedPoint> race(const FoundSets& cache, const std::string& policy, const std::vector<std::uint64_t>& footprints,
                             std::uint64_t stride) {
  constexpr std::uint64_t kSeed = 1;
  if (!cache.line_bytes || !cache.index || cache.ways.empty() || stride == 0 || footprints.empty()) return {};
  if (!power_of_two(*cache.line_bytes) || !power_of_two(cache.fetch_bytes.value_or(*cache.line_bytes))) return {};
  if (!model::check_policy({policy, {}, {}}, cache.ways).empty()) return {};
  std::uint64_t accesses = 0;  // of one pass over each footprint
  for (const std::uint64_t bytes : footprints) {
    if (bytes < stride || bytes / stride > kMostAccesses) return {};
    accesses += bytes / stride;
  }
  const std::uint64_t passes = std::min(kMostPasses, kMostAccesses / accesses);
  if (passes < kFewestPasses) return {};
  // Two passes fill a cache under any policy that fills empty ways first. If lines are evicted by chance, the miss rate takes some
  // more passes to settle.
  const std::uint64_t warm = std::max<std::uint64_t>(2, passes * 3 / 8);
  const auto spec = spec_of(cache, policy, *std::max_element(footprints.begin(), footprints.end()));
  if (!spec) return {};

  std::vector<RacedPoint> points;
  for (const std::uint64_t bytes : footprints) {
    model::Cache raced(*spec, kSeed);
    std::uint64_t misses = 0;
    for (std::uint64_t pass = 0; pass < passes; ++pass)
      for (std::uint64_t offset = 0; offset + stride <= bytes; offset += stride)
        misses += !raced.touch(offset).hit && pass >= warm ? 1 : 0;
    points.push_back({bytes, static_cast<double>(misses) / static_cast<double>(bytes / stride * (passes - warm))});
  }
  return points;
}

}  // namespace chasescope::step
