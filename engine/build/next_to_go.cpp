#include "engine/build/next_to_go.h"

#include <algorithm>

#include "engine/model/cache.h"

namespace chasescope::build {
namespace {

/// The first lines, by address, that the index maps to set 0. Fewer than `count` if the search ends before it finds them.
std::vector<std::uint64_t> lines_of_set_0(const model::Cache& cache, const model::CacheSpec& spec, std::size_t count) {
  // The search looks at this many times the lines that would do if each set had the same share of them.
  constexpr std::uint64_t kLooks = 64;
  std::vector<std::uint64_t> lines;
  const std::uint64_t last = kLooks * count * std::max<std::size_t>(spec.ways.size(), 1);
  for (std::uint64_t unit = 0; unit < last && lines.size() < count; ++unit)
    if (cache.set_of(unit * spec.unit_bytes) == 0) lines.push_back(unit * spec.unit_bytes);
  return lines;
}

}  // namespace

NextToGo next_to_go(const model::CacheSpec& spec) {
  if (spec.ways.empty() || spec.ways.front() == 0 || spec.ways.front() > kMostTriedWays) return {};
  if (spec.index.kind == model::IndexSpec::Kind::skewed) return {};
  model::Cache cache(spec, 0);
  const std::size_t ways = spec.ways.front();
  const auto lines = lines_of_set_0(cache, spec, ways + 1);
  if (lines.size() <= ways) return {};
  std::vector<unsigned> went(ways, 0);
  for (unsigned attempt = 0; attempt < kTries; ++attempt) {
    cache.empty_again(spec, attempt);
    for (std::size_t i = 0; i < ways; ++i) cache.touch(lines[i]);
    cache.touch(lines.front());
    const auto evicted = cache.touch(lines[ways]).evicted;
    if (!evicted) continue;
    const auto found = std::find(lines.begin(), lines.end() - 1, *evicted);
    if (found != lines.end() - 1) ++went[static_cast<std::size_t>(found - lines.begin())];
  }
  NextToGo next;
  for (const unsigned times : went) next.goes.push_back(static_cast<double>(times) / kTries);
  return next;
}

}  // namespace chasescope::build
