// Walks over footprints of a data cache, one line after the other.
#include "engine/structure/testers/data_tester.h"

#include <algorithm>

#include "engine/inference/levels/conflict_verdict.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {

// A walk over few lines may stay in the cache in front. Then it is repeated with smaller steps: all parts of a line that are
// separate lines in the cache in front are read, one after the other.
Answer DataTester::ask_contiguous(std::uint64_t bytes, const std::string& label) {
  try {
    return ask_every(walked_every_, bytes, label);
  } catch (const KeptInFront&) {
    const std::uint64_t finer =
        cache_ == 0 ? unit_ : survey_.fetch_bytes[cache_ - 1].value_or(survey_.boundaries[cache_ - 1].stride);
    if (finer == 0 || finer >= walked_every_ || walked_every_ % finer != 0) throw;
    walked_every_ = finer;
  }
  return ask_every(walked_every_, bytes, label);
}

// Which accesses count. A TLB miss may slow the first access to a page; where TLB misses are possible, only the other accesses
// count.
std::vector<bool> DataTester::beside_page_begins(std::uint64_t bytes, std::uint64_t stride, std::size_t elements) const {
  std::vector<bool> counts(elements, true);
  for (std::size_t i = 0; bytes > clean_until_ && i < elements; ++i)
    counts[i] = i != 0 && !first_of_block((i - 1) * stride, i * stride);
  return counts;
}

bool DataTester::comes_to_rest(std::uint64_t bytes) {
  constexpr std::uint64_t kMostAccesses = 4'000'000, kMostPasses = 1024, kFewestPasses = 32, kTimed = 8;
  const std::uint64_t lines = bytes / walked_every_;
  if (lines == 0 || kFewestPasses * lines > kMostAccesses) return false;
  const std::uint64_t warm = std::min(kMostPasses, kMostAccesses / lines);
  const Walk walk = lab_.uniform(lines * walked_every_, walked_every_, {warm, kTimed}, "many passes over " + format_bytes(bytes));
  const auto misses =
      inference::count_misses(walk.cycles, walk.period, cut_, bands_, beside_page_begins(bytes, walked_every_, walk.period));
  return std::all_of(misses.by_pass.begin(), misses.by_pass.end(), [](auto count) { return count == 0; });
}

// Whether the misses are those of a TLB: most of them lie at the beginnings of pages. A footprint that overflows only one set of a
// TLB misses there, because few of its pages lie in that set. A cache whose ways are as large as a page may also miss there; but
// such a cache misses even if the page was looked up just before.
bool DataTester::misses_begin_blocks(const Answer& answer, std::uint64_t step, std::uint64_t bytes) {
  constexpr double kMost = 0.5;
  constexpr std::uint64_t kFewest = 4;  // lines of a block, of which the first is not to be counted
  if (bytes <= kSmallestPage || step * kFewest > kSmallestPage) return false;
  std::uint64_t all = 0, beginning = 0;
  for (std::size_t i = 0; i < answer.misses.size(); ++i) {
    all += answer.misses[i];
    if (i * step % kSmallestPage == 0) beginning += answer.misses[i];
  }
  return static_cast<double>(beginning) > kMost * static_cast<double>(all);
}

// Without primers, the first line that is read in each block is not counted. So a second walk begins each block at another line,
// and counts the lines that the first walk did not count.
Answer DataTester::ask_every(std::uint64_t step, std::uint64_t bytes, const std::string& label) {
  constexpr std::uint64_t kFewestPasses = 3;
  lab_.refuse_if_too_long(bytes / step, kFewestPasses * (bytes / step));
  Addresses lines;
  for (std::uint64_t at = 0; at < bytes; at += step) lines.push_back(at);
  DataPlanner planner = this->planner(lines, {});
  if (planner.manner != PageManner::plain) planner.manner = PageManner::grouped;
  planner.front = nullptr;
  planner.parts = {0};
  const auto walk = [&](const DataPlanner& manner, unsigned variant) {
    // A walk over the whole footprint flushes the caches in front by itself.
    return run(manner.plan(lines, {}, variant), lines.size(), label);
  };
  const auto walk_grouped = [&](DataPlanner grouped) {
    grouped.manner = PageManner::grouped;
    Answer first = walk(grouped, 0);
    return first.conflict ? first : walk(grouped, 1);
  };
  const bool is_clean = bytes <= clean_until_ || apart_;
  Answer answer = is_clean ? walk(planner, 0) : walk_grouped(planner);
  if (is_clean && !apart_ && answer.conflict && misses_begin_blocks(answer, step, bytes)) {
    const Answer again = walk_grouped(planner);
    if (!again.conflict) {
      clean_until_ = bytes / 2;
      answer = again;
    }
  }
  // A unit missed as often as the element of it that missed most often.
  const std::uint64_t each = unit_ / step;
  for (std::size_t i = 0; each > 1 && i < lines.size() / each; ++i) {
    const auto begin = answer.misses.begin() + static_cast<std::ptrdiff_t>(i * each);
    answer.misses[i] = *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  answer.misses.resize(bytes / unit_);
  return answer;
}

bool DataTester::halves_miss(std::uint64_t bytes) {
  constexpr std::uint64_t kElement = 4;
  constexpr std::uint64_t kMostInNoise = 1 << 13;  // elements; in noise, longer walks showed misses where nothing was evicted
  const std::uint64_t half = walked_every_ / 2;
  if (noisy() && (cache_ > 0 || bytes > kMostInNoise * half)) return false;
  const auto miss = [&] { return ask_every(half, bytes, "every half of what a miss brings, " + format_bytes(bytes)).conflict; };
  // With so many elements, noise alone makes one walk in some thousand look like a conflict, but not two in a row.
  return half % kElement == 0 && half > 0 && miss() && (!noisy() || miss());
}

std::optional<bool> DataTester::overflows_at_a_glance(std::uint64_t bytes, std::uint64_t stride, const std::string& label) {
  if (!survey_.noise.exact() || lab_.keeps_state() || bytes < stride) return std::nullopt;
  const Walk walk = lab_.uniform(bytes, stride, {1, 1}, label);
  if (bytes <= clean_until_)
    return std::any_of(walk.cycles.begin(), walk.cycles.end(), [&](float cycles) { return cycles > cut_; });
  const auto counts = beside_page_begins(bytes, stride, walk.period);
  return inference::count_misses(walk.cycles, walk.period, cut_, bands_, counts).by_pass.front() > 0;
}

}  // namespace chasescope::structure
