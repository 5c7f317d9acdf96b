#include "engine/probe/caches/finer_space.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/probe/caches/distances.h"

namespace chasescope::structure {
namespace {

std::uint64_t capacity_of(const CacheShape& shape) {
  return shape.line_bytes * std::accumulate(shape.ways.begin(), shape.ways.end(), std::uint64_t{0});
}

// The difference between the latencies of memory and of the cache, in cycles. It does not depend on the caches in front. 0 if
// memory was not seen.
double distance_to_memory(const Shown& shown) {
  const Survey& survey = shown.space.survey;
  return survey.cold_cycles > 0 ? survey.cold_cycles - survey.levels[shown.cache.level].latency.median : 0;
}

// Whether the lines that overflow one set of `a` also lie in one set of `b`.
bool fills_one_set(const CacheShape& a, const CacheShape& b) {
  return std::all_of(a.overflowing.begin(), a.overflowing.end(),
                     [&](std::uint64_t line) { return b.index->set_of(line) == b.index->set_of(a.overflowing.front()); });
}

bool are_the_same(const Shown& a, const Shown& b) {
  const double from_a = distance_to_memory(a), from_b = distance_to_memory(b);
  return a.cache.shape.index && b.cache.shape.index && !a.cache.shape.ways.empty() &&
         capacity_of(a.cache.shape) == capacity_of(b.cache.shape) && from_a > 0 && from_b > 0 &&
         std::abs(from_a - from_b) <= std::max(margin_of(a.space.survey), margin_of(b.space.survey)) &&
         fills_one_set(a.cache.shape, b.cache.shape) && fills_one_set(b.cache.shape, a.cache.shape);
}

}  // namespace

bool are_hidden_in_blocks(const SpaceReport& space, const CacheReport& cache) {
  const auto& sizes = space.survey.fetch_bytes;
  const std::uint64_t line = cache.shape.line_bytes;
  return cache.level > 0 && line > kElement && cache.level <= sizes.size() && sizes[cache.level - 1] == line;
}

bool asks_for_less(const SpaceReport& other, const Shown& hidden) {
  const auto& sizes = other.survey.fetch_bytes;
  return other.undecided.empty() && !sizes.empty() && sizes.front() && *sizes.front() < hidden.cache.shape.line_bytes;
}

std::optional<Shown> through_finer_space(Lab& lab, Depth depth, const std::vector<std::string>& subjects, const Shown& hidden) {
  const auto place = std::find(subjects.begin(), subjects.end(), hidden.cache.subject);
  if (place == subjects.end()) return std::nullopt;
  Shown shown{explore_caches(lab, depth, {subjects.begin(), place + 1}), {}};
  if (shown.space.caches.empty() || shown.space.caches.back().subject != hidden.cache.subject) return std::nullopt;
  shown.cache = shown.space.caches.back();
  return are_the_same(shown, hidden) ? std::optional(std::move(shown)) : std::nullopt;
}

}  // namespace chasescope::structure
