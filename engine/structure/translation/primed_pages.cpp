// Decision 11: docs/decisions/inference/11-translation-on-a-card.md
#include "engine/structure/translation/primed_pages.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_set>

#include "engine/structure/shape/global_caches.h"
#include "engine/structure/shape/space_report.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kWarm = 3, kTogether = 6;  // passes of a run that make one pass of the walk
constexpr std::uint64_t kOrders = 5;               // orders in which lines are read to measure their own latencies
constexpr std::uint64_t kPassesOfAnOrder = 4;      // passes in each order
constexpr std::size_t kFewLines = 4;
constexpr std::uint64_t kLine = 128;  // lines begin at multiples of this; pages are farther apart than any line is long
constexpr std::uint64_t kHalf = kSmallestPage / 2;
constexpr std::size_t kMostPrimed = 4096;
constexpr std::size_t kSample = 256;
constexpr std::uint64_t kRoom = 4;    // times the size of the sample, so that it can lie anywhere
constexpr double kFinestClock = 0.3;  // cycles
constexpr std::uint64_t kMostAttempts = 1024;
constexpr double kSteady = 0.05;            // share of a latency
constexpr std::uint64_t kHoldEvery = 16;    // chases
constexpr std::uint64_t kShareOfCache = 4;  // the lines take at most one part in this many of the cache

/// The mean without the outer quarters, so that a rare interruption has no effect.
float middle_mean(std::vector<float>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t cut = values.size() / 4;
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(cut), end = values.end() - static_cast<std::ptrdiff_t>(cut);
  return std::accumulate(begin, end, 0.0F) / static_cast<float>(end - begin);
}

/// The latencies of column `at` in passes [begin, end) of a walk.
float of_passes(const Walk& walk, std::size_t at, std::size_t begin, std::size_t end, std::vector<float>& values) {
  values.clear();
  for (std::size_t pass = begin; pass < end; ++pass) values.push_back(walk.at(pass, at));
  return middle_mean(values);
}

std::vector<std::size_t> random_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> at(count);
  std::iota(at.begin(), at.end(), std::size_t{0});
  Random random(mixed_seed(0x0bde5, seed));
  for (std::size_t i = count; i > 1; --i) std::swap(at[i - 1], at[random.below(i)]);
  return at;
}

/// The name of a space's last cache. If global.cg meets several, it is unknown whether the first is the L1.
std::string last_cache(const Description& device, MemorySpace space, std::size_t caches) {
  switch (space) {
    case MemorySpace::global_cg: return caches == 1 ? "l2" : "device";
    case MemorySpace::texture:
    case MemorySpace::readonly:
      if (caches > 1) return caches == 2 ? "l2" : "l3";
      break;
    default: break;
  }
  return subjects_of(device, space, caches, 0).back();
}

}  // namespace

PrimedPages::PrimedPages(Lab& lab, const Survey& survey) : PageWalk(lab, survey) {
  if (survey.caches() == 0) throw Undecided("There is no data cache.");
  data_level_ = last_cache(lab.description(), lab.setting().space, survey.caches());
  most_pages_ = kMostPrimed;
  // The size of the cache is known to a power of two. If it has near and far lines, it may seem smaller than it is.
  if (const Boundary& boundary = survey.boundaries.back(); boundary.known())
    most_pages_ = std::min<std::size_t>(most_pages_, boundary.outgrown / 2 / (2 * kLine * kShareOfCache));
  if (most_pages_ < kSample) throw Undecided("The last cache holds lines of too few pages: " + std::to_string(most_pages_) + ".");
  // From another SM, every line has another latency, so all chases run on the SM of the reference.
  if (const auto sm = survey.reference->chase()->result.sm) lab.stay_on(*sm);
  // If the array grows, it is allocated anew and its lines lie elsewhere; so the largest one is allocated first. The limit may turn
  // out to be lower than the device says, hence the second attempt.
  if (!lab.reaches(lab.limit_bytes()) && !lab.reaches(lab.limit_bytes())) throw Undecided("No large array can be had.");
  if (lab.limit_bytes() < kRoom * kSample * kSmallestPage) throw Undecided("The device has too little memory for many pages.");
  top_ = lab.limit_bytes() - kLine;
  measure_noise();
}

std::string PrimedPages::how() const {
  return "One line in each of many pages, all from " + data_level() +
         ". The latency of each line right after another line of its page was measured before and is subtracted, so that only "
         "translation is left.";
}

Addresses PrimedPages::lines_of(const Addresses& pages) const {
  Addresses lines;
  lines.reserve(pages.size());
  std::unordered_set<std::uint64_t> taken;
  for (const std::uint64_t page : pages) {
    const std::uint64_t block = page / block_bytes() * block_bytes();
    // Several pages may lie in one block, and then share its lines.
    for (std::uint64_t attempt = 0;; ++attempt) {
      if (attempt == kMostAttempts) throw Undecided("A page has too few lines for so many pages beside each other.");
      const std::uint64_t part = mixed_seed(0x11e5 + attempt, block) % (kHalf / kLine);
      const std::uint64_t small = mixed_seed(0x5a11 + attempt, block) % (block_bytes() / kSmallestPage);
      const std::uint64_t line = block + small * kSmallestPage + part * kLine;
      if (!taken.insert(line).second) continue;
      lines.push_back(line);
      break;
    }
  }
  return lines;
}

Walk PrimedPages::primed_walk(const Addresses& lines, std::uint64_t timed_passes, const std::string& label) {
  Addresses visited;
  visited.reserve(2 * lines.size());
  for (const std::uint64_t line : lines) {
    visited.push_back(line + kHalf);
    visited.push_back(line);
  }
  return lab().walk(visited, {1, timed_passes}, label);
}

// The latencies of the lines with a TLB hit, from one walk in one random order.
std::vector<float> PrimedPages::one_order(const Addresses& lines, std::uint64_t order, RunPtr* run) {
  const std::vector<std::size_t> at = random_order(lines.size(), order);
  Addresses ordered;
  for (const std::size_t i : at) ordered.push_back(lines[i]);
  hold_array();
  const Walk walk = primed_walk(ordered, kPassesOfAnOrder, "each line after another one of its page");
  if (run != nullptr) *run = walk.run;
  std::vector<float> cycles(lines.size()), values;
  for (std::size_t i = 0; i < at.size(); ++i) cycles[at[i]] = of_passes(walk, 2 * i + 1, 0, walk.passes(), values);
  return cycles;
}

// The latency of each line with a TLB hit, averaged over several orders: it also depends a little on the line that was read before,
// because other parts of the chip have other clocks.
std::vector<float> PrimedPages::own_time(const Addresses& lines) {
  std::vector<float> cycles(lines.size(), 0);
  const std::uint64_t orders = lines.size() < kFewLines ? 1 : kOrders;  // few lines have only one order
  for (std::uint64_t order = 0; order < orders; ++order) {
    const std::vector<float> one = one_order(lines, order, nullptr);
    for (std::size_t i = 0; i < lines.size(); ++i) cycles[i] += one[i] / static_cast<float>(orders);
  }
  return cycles;
}

void PrimedPages::measure(const Addresses& lines) {
  Addresses unknown;
  for (const std::uint64_t line : lines)
    if (!primed_.contains(line)) unknown.push_back(line);
  if (unknown.empty()) return;
  const std::vector<float> cycles = own_time(unknown);
  for (std::size_t i = 0; i < unknown.size(); ++i) primed_[unknown[i]] = cycles[i];
}

// The noise that is left after each line's own latency is subtracted, from walks in which translation always hits.
void PrimedPages::measure_noise() {
  // Takes random pages, because neighbouring pages may have similar latencies.
  Random random(0x5a3b1e);
  std::set<std::uint64_t> pages;
  while (pages.size() < kSample) pages.insert(random.below(lab().limit_bytes() / kSmallestPage) * kSmallestPage);
  const Addresses lines = lines_of({pages.begin(), pages.end()});
  std::vector<float> own = own_time(lines), left;
  for (std::uint64_t order = kOrders; order < 2 * kOrders; ++order) {
    const std::vector<float> again = one_order(lines, order, &shown_by_);
    for (std::size_t i = 0; i < lines.size(); ++i) left.push_back(again[i] - own[i]);
  }
  std::nth_element(own.begin(), own.begin() + kSample / 2, own.end());
  const double median = own[kSample / 2];
  for (float& cycles : left) cycles += static_cast<float>(median);
  noise_ = inference::estimate_noise(left);
  noise_.sigma = std::max(noise_.sigma, kFinestClock);
  noise_.drift = 0;
  if (noise_.sigma > kSteady * median)
    throw Undecided("The latencies of lines in the last cache changed when they were read again.");
  band_ = {median, median, median};
}

void PrimedPages::hold_array() {
  if (chases_++ % kHoldEvery == 0) lab().single({top_}, 1, 1, "the whole array");
}

Walk PrimedPages::raw_walk(const Addresses& pages, Passes passes, const std::string& label) {
  const Addresses lines = lines_of(pages);
  measure(lines);
  Walk walk{nullptr, lines.size(), std::vector<float>(passes.timed * lines.size())};
  std::vector<float> values;
  // Each pass of the walk is the mean of the passes of one run, all in one order. If a page hits in one order and misses in
  // another, a mean over both orders would lie between two levels.
  for (std::size_t pass = 0; pass < passes.timed; ++pass) {
    const std::vector<std::size_t> at = random_order(lines.size(), pass);
    Addresses ordered;
    for (const std::size_t i : at) ordered.push_back(lines[i]);
    hold_array();
    const Walk run = lab().walk(ordered, {kWarm, kTogether}, label);
    if (pass == 0) walk.run = run.run;
    for (std::size_t i = 0; i < at.size(); ++i)
      walk.cycles[pass * lines.size() + at[i]] =
          of_passes(run, i, 0, kTogether, values) - primed_.at(lines[at[i]]) + static_cast<float>(band_.median);
  }
  return walk;
}

}  // namespace chasescope::structure
