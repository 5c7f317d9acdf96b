#include "engine/structure/translation/page_walk.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/inference/levels/slow_drift.h"
#include "engine/statistics/assumptions.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

// The drift of a chase: its own, or that of the reference chase if this chase is too short to measure its own and does not
// contradict the reference.
inference::SlowDrift drift_of(const Walk& walk, const inference::LatencyNoise& noise) {
  constexpr double kTold = 0.003, kAgree = 3;  // standard errors
  const inference::SlowDrift own = inference::fit_drift(walk.cycles, walk.period, noise.sigma);
  if (own.uncertainty <= kTold || std::abs(own.share - noise.drift) > kAgree * own.uncertainty) return own;
  return {noise.drift, kTold};
}

}  // namespace

Addresses pages_anywhere(Random& random, std::size_t count, std::uint64_t end) {
  std::set<std::uint64_t> pages;
  while (pages.size() < count) pages.insert(random.below(end / kSmallestPage) * kSmallestPage);
  return {pages.begin(), pages.end()};
}

Walk PageWalk::walk(const Addresses& pages, Passes passes, const std::string& label) {
  return without_drift(raw_walk(pages, passes, label));
}

Walk PageWalk::without_drift(Walk walk) const {
  if (noise().exact() || walk.passes() < 2) return walk;
  walk.cycles = inference::without_drift(walk.cycles, drift_of(walk, noise()));
  return walk;
}

namespace {

constexpr const char* kNoSingleVisits =
    "A policy shows in single visits of pages. Here the cost of a translation is known only as a mean of walks in several orders. "
    "A device that begins each chase with empty TLBs would show the policy.";

}  // namespace

Walk PageWalk::visit(const Addresses&, std::uint64_t, std::uint64_t, const std::string&) { throw Undecided(kNoSingleVisits); }

std::uint32_t PageWalk::visits_of_a_page(std::uint64_t) const { throw Undecided(kNoSingleVisits); }

CachedPages::CachedPages(Lab& lab, const Survey& survey, const CacheReport& cache) : PageWalk(lab, survey), cache_(cache) {
  if (cache.shape.ways.empty() || !cache.shape.index)
    throw Undecided("The structure of " + cache.subject +
                    " is not known, so that its misses can't be kept out of a walk over pages.");
  // Not all lines of a cache can be used: with random replacement or a hashed index, the last ways of a set never fill. And the
  // shape that trials find is that of the tags, which may be for more lines than the data store has room for.
  const CacheShape& shape = cache.shape;
  std::uint64_t staying = shape.entries();
  if (!shape.by_trials.empty())
    staying = cache.outgrown ? cache.outgrown->contiguous_at_least / shape.line_bytes : staying / statistics::kTagsOfUnseenStore;
  most_pages_ = std::max<std::size_t>(1, static_cast<std::size_t>(statistics::kOfStaying * static_cast<double>(staying)));
}

std::string CachedPages::how() const {
  return "One line in each of many pages, all from " + cache_.subject +
         ": the lines lie in sets of it that have room, by its own structure as found just before, so that no data miss can pass "
         "for a TLB miss.";
}

Addresses CachedPages::place(const Addresses& pages) const {
  if (pages.size() > most_pages_)
    throw Undecided("It would take " + format_count(pages.size()) + " pages, and lines of only " + format_count(most_pages_) +
                    " stay in " + cache_.subject + ".");
  const CacheShape& shape = cache_.shape;
  const std::uint64_t lines_per_block = std::max<std::uint64_t>(1, block_bytes() / shape.line_bytes);
  // Lines spread over the block. The step is odd and the number of lines a power of two, so that no line is left out.
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

std::uint32_t CachedPages::visits_of_a_page(std::uint64_t) const {
  // Reads all elements of a line that one miss brings.
  constexpr std::uint64_t kSmallestFetch = 16;
  const auto fetched = cache_.level < survey().fetch_bytes.size() ? survey().fetch_bytes[cache_.level] : std::nullopt;
  return static_cast<std::uint32_t>(std::min(fetched.value_or(kSmallestFetch), cache_.shape.line_bytes) / element_bytes());
}

Walk CachedPages::visit(const Addresses& sequence, std::uint64_t rounds, std::uint64_t, const std::string& label) {
  Addresses pages;
  std::unordered_map<std::uint64_t, std::size_t> place_of;
  for (const std::uint64_t page : sequence)
    if (place_of.try_emplace(page, pages.size()).second) pages.push_back(page);
  const Addresses lines = place(pages);
  std::vector<std::uint64_t> visits(pages.size(), 0);
  Addresses offsets;
  for (const std::uint64_t page : sequence) {
    const std::size_t at = place_of.at(page);
    offsets.push_back(lines[at] + element_bytes() * visits[at]++);
  }
  return lab().walk(offsets, {0, rounds}, label);
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

std::uint32_t UncachedPages::visits_of_a_page(std::uint64_t unit_bytes) const {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(unit_bytes / line_bytes_, 1 << 16));
}

Walk UncachedPages::visit(const Addresses& sequence, std::uint64_t rounds, std::uint64_t unit_bytes, const std::string& label) {
  // No line is read twice in any round.
  std::unordered_map<std::uint64_t, std::uint64_t> visits;
  std::uint64_t most = 0;
  for (const std::uint64_t page : sequence) most = std::max(most, ++visits[page / unit_bytes]);
  const std::uint64_t lines = unit_bytes / line_bytes_, step = (lines * 5 / 8) | 1;
  if (most == 0 || most > lines) throw Undecided("A page has too few lines to read another one at every visit.");
  rounds = std::min(rounds, lines / most);
  visits.clear();
  Addresses visited;
  visited.reserve(rounds * sequence.size());
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (const std::uint64_t page : sequence) {
      const std::uint64_t unit = page / unit_bytes;
      visited.push_back(unit * unit_bytes + (unit + visits[unit]++ * step) % lines * line_bytes_);
    }
  Walk walk = lab().single(visited, 0, visited.size(), label);
  walk.period = sequence.size();
  return walk;
}

Walk UncachedPages::raw_walk(const Addresses& pages, Passes passes, const std::string& label) {
  // Several pages may lie in one block, and then share its lines.
  std::unordered_map<std::uint64_t, std::uint64_t> sharing;
  std::uint64_t most_sharing = 1;
  for (const std::uint64_t page : pages) most_sharing = std::max(most_sharing, ++sharing[page / block_bytes()]);
  const std::uint64_t all_lines = block_bytes() / line_bytes_, lines = all_lines / most_sharing;
  if (lines < 3) throw Undecided("A page has too few lines to read another one in every pass.");
  if (passes.warm + passes.timed > lines) {
    // The share of warm-up passes that was asked for.
    passes.warm = std::max<std::uint64_t>(1, lines * passes.warm / (passes.warm + passes.timed));
    passes.timed = lines - passes.warm;
  }
  const std::uint64_t rounds = passes.warm + passes.timed;
  const std::uint64_t step = (all_lines * 5 / 8) | 1;
  Addresses visited;
  visited.reserve(rounds * pages.size());
  // If a page is alone in its block, the step alone gives it another line in each round.
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
