#include "engine/probe/structure/page_walk.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "engine/inference/slow_drift.h"

namespace chasescope::structure {
namespace {

// The drift of a chase: from itself, or from the reference if the chase is too short to tell and does not speak against it.
inference::SlowDrift drift_of(const Walk& walk, const inference::LatencyNoise& noise) {
  constexpr double kTold = 0.003, kAgree = 3;  // standard errors
  const inference::SlowDrift own = inference::fit_drift(walk.cycles, walk.period, noise.sigma);
  if (own.uncertainty <= kTold || std::abs(own.share - noise.drift) > kAgree * own.uncertainty) return own;
  return {noise.drift, kTold};
}

}  // namespace

Walk PageWalk::walk(const Addresses& pages, Passes passes, const std::string& label) {
  return without_drift(raw_walk(pages, passes, label));
}

Walk PageWalk::without_drift(Walk walk) const {
  if (noise().exact() || walk.passes() < 2) return walk;
  walk.cycles = inference::without_drift(walk.cycles, drift_of(walk, noise()));
  return walk;
}

CachedPages::CachedPages(Lab& lab, const Survey& survey, const CacheReport& cache) : PageWalk(lab, survey), cache_(cache) {
  if (cache.shape.ways.empty() || !cache.shape.index)
    throw Undecided("The structure of " + cache.subject +
                    " is not known, so that its misses can't be kept out of a walk over pages.");
  // A random or hashed layout never fills the last ways.
  most_pages_ = std::max<std::size_t>(1, cache.shape.entries() * 3 / 4);
}

std::string CachedPages::how() const {
  return "One line in each of many pages, all from " + cache_.subject +
         ": the lines lie in sets of it that have room, by its own structure as found just before, so that no data miss can pass "
         "for a TLB miss.";
}

Addresses CachedPages::place(const Addresses& pages) const {
  if (pages.size() > most_pages_)
    throw Undecided("It would take " + std::to_string(pages.size()) + " pages, and lines of only " + std::to_string(most_pages_) +
                    " stay in " + cache_.subject + ".");
  const CacheShape& shape = cache_.shape;
  const std::uint64_t lines_per_block = std::max<std::uint64_t>(1, block_bytes() / shape.line_bytes);
  // Lines all over the block, in an order that leaves none out: the step is odd and the number of lines a power of two.
  const std::uint64_t step = (lines_per_block * 5 / 8) | 1;
  constexpr std::uint64_t kMostAttempts = 1024;
  std::unordered_map<std::uint64_t, std::uint32_t> used;
  Addresses visited;
  visited.reserve(pages.size());
  std::uint64_t next = 0;
  for (const std::uint64_t page : pages) {
    bool placed = false;
    const std::uint64_t block = page / block_bytes() * block_bytes();
    for (std::uint64_t attempt = 0; attempt < std::min(lines_per_block, kMostAttempts) && !placed; ++attempt) {
      const std::uint64_t address = block + (next + attempt * step) % lines_per_block * shape.line_bytes;
      const std::uint64_t set = shape.index->set_of(address);
      if (set >= shape.ways.size() || used[set] >= shape.ways[set]) continue;
      ++used[set];
      visited.push_back(address);
      placed = true;
    }
    if (!placed) throw Undecided("The lines of a page all fall into sets of " + cache_.subject + " that are full.");
    ++next;
  }
  return visited;
}

UncachedPages::UncachedPages(Lab& lab, const Survey& survey) : PageWalk(lab, survey) {
  if (lab.keeps_state()) throw Undecided(kMayHoldLines);
  if (!survey.memory_seen || survey.levels.size() < 2) throw Undecided("Memory was not seen to answer.");
  for (const auto& fetch : survey.fetch_bytes) {
    if (!fetch) throw Undecided("What a miss brings is not known.");
    line_bytes_ = std::max(line_bytes_, *fetch);
  }
}

std::string UncachedPages::how() const {
  return "One line in each of many pages, another one in every pass, so that no line is read twice and all come from memory: no "
         "data miss can pass for a TLB miss.";
}

Walk UncachedPages::raw_walk(const Addresses& pages, Passes passes, const std::string& label) {
  // Pages may share a block, and then its lines.
  std::unordered_map<std::uint64_t, std::uint64_t> sharing;
  std::uint64_t most_sharing = 1;
  for (const std::uint64_t page : pages) most_sharing = std::max(most_sharing, ++sharing[page / block_bytes()]);
  const std::uint64_t all_lines = block_bytes() / line_bytes_, lines = all_lines / most_sharing;
  if (lines < 3) throw Undecided("A page has too few lines to read another one in every pass.");
  if (passes.warm + passes.timed > lines) {
    // As much of it warm-up as was asked for.
    passes.warm = std::max<std::uint64_t>(1, lines * passes.warm / (passes.warm + passes.timed));
    passes.timed = lines - passes.warm;
  }
  const std::uint64_t rounds = passes.warm + passes.timed;
  const std::uint64_t step = (all_lines * 5 / 8) | 1;
  Addresses visited;
  visited.reserve(rounds * pages.size());
  // A page alone in its block comes to another line in each round by the step itself.
  const bool may_meet = most_sharing > 1 || !std::has_single_bit(all_lines);
  std::unordered_set<std::uint64_t> taken;
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const std::uint64_t block = pages[i] / block_bytes() * block_bytes();
      std::uint64_t attempt = 0, line = 0;
      do {
        line = block + (i + round * step + attempt++) % all_lines * line_bytes_;
      } while (may_meet && !taken.insert(line).second);
      visited.push_back(line);
    }
  Walk walk = lab().single(visited, passes.warm * pages.size(), passes.timed * pages.size(), label);
  walk.period = pages.size();
  return walk;
}

}  // namespace chasescope::structure
