#include "engine/structure/translation/tlb_survey.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

#include "engine/structure/levels/true_levels.h"
#include "engine/structure/translation/data_parts.h"
#include "engine/structure/translation/translation_levels.h"
#include "engine/trace/number_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::Band;

constexpr std::size_t kFewestTimed = 512;
constexpr double kSigmasApartOfMeans = 3;   // of the means of passes in several orders
constexpr double kSigmasApartByPasses = 2;  // levels that are closer can't be told apart by the share of accesses beyond the middle
constexpr std::uint64_t kFarthestNeighbours = std::uint64_t{16} << 20;

Addresses spread(std::size_t count, std::uint64_t distance) {
  Addresses pages;
  for (std::size_t i = 0; i < count; ++i) pages.push_back(i * distance);
  return pages;
}

// The tick of the clock (cycles) that may split one translation latency into two, if it split no data latency; else 0. All
// latencies are multiples of the tick, and a page has one of two latencies that are a tick apart. A page may have the same of the
// two in every pass, so that repeated walks can't exclude a tick. Two real levels of translation that are so close are therefore
// not told apart.
//
// `of_data`: the longest tick that the latencies of data allow. Walks over pages have few different latencies, which may be
// multiples of any number.
double tick_of_walks(const std::vector<PagesWalked>& walks, std::uint64_t of_data) {
  constexpr double kSome = 0.05;  // share of the walk's accesses that are slower than most
  if (of_data <= 1) return 0;
  std::uint64_t tick = of_data;
  for (const auto& [pages, walk] : walks)
    for (const float cycles : walk.cycles) {
      if (cycles != std::floor(cycles) || cycles < 0) return 0;
      tick = std::gcd(tick, static_cast<std::uint64_t>(cycles));
      if (tick == 1) return 0;
    }
  for (const auto& [pages, walk] : walks) {
    std::map<float, std::size_t> times;
    for (const float cycles : walk.cycles) ++times[cycles];
    const double some = kSome * static_cast<double>(walk.cycles.size());
    if (times.empty()) continue;
    for (auto low = times.begin(), high = std::next(low); high != times.end(); ++low, ++high)
      if (high->first - low->first == static_cast<float>(tick) && static_cast<double>(low->second) > some &&
          static_cast<double>(high->second) > some)
        return static_cast<double>(tick);
  }
  return 0;
}

// The levels of translation behind the nearest TLB, whose hits are result.levels[0].
std::vector<SeenLevel> levels_behind(const std::vector<PagesWalked>& walks, const PageWalk& pages, double tick, TlbSurvey& result) {
  const inference::Band& data = pages.data_band();
  result.levels.push_back({data, {}, pages.data_shown_by(), {}});
  const double resolution = std::max(0.001 * data.median, 0.6);
  std::vector<SeenLevel> levels = levels_of_accesses(walks, resolution);
  const Band base = inference::widened(data, pages.noise());
  std::erase_if(levels, [&](const SeenLevel& level) {
    return level.median <= data.high + std::max(resolution, tick) || base.holds(level.median);
  });
  return without_parts(std::move(levels), result.data_parts, resolution);
}

std::vector<SeenLevel> levels_behind_in_noise(const std::vector<PagesWalked>& walks, const PageWalk& pages, TlbSurvey& result) {
  std::vector<SeenLevel> levels = levels_of_pages(walks, pages.noise(), pages.walks_are_means());
  levels = without_parts(std::move(levels), result.data_parts, pages.noise().sigma);
  if (levels.empty() || !inference::widened(pages.data_band(), pages.noise()).holds(levels.front().median))
    throw Undecided("Even few pages did not hit in every pass: their accesses took longer than the data alone.");
  // The nearest TLB may need many passes. A level behind it may be a window, which shows in single accesses only. If the data lie
  // in parts, all latencies are spread.
  const bool by_passes = !pages.walks_are_means() && result.data_parts.back() == 0;
  const double sigmas = pages.walks_are_means() ? kSigmasApartOfMeans : kSigmasApart;
  for (std::size_t i = 1; i < levels.size(); ++i)
    if (const double apart = levels[i].median - levels[i - 1].median;
        apart < (by_passes && i == 1 ? kSigmasApartByPasses : sigmas) * pages.noise().sigma)
      throw Undecided("Latencies " + std::to_string(static_cast<int>(apart + 0.5)) +
                      " cycles apart were seen, which single accesses do not tell apart in this noise.");
  const SeenLevel& nearest = levels.front();
  result.levels.push_back({{nearest.low, nearest.median, nearest.high}, {}, pages.data_shown_by(), nearest.many});
  levels.erase(levels.begin());
  return levels;
}

// Throws Undecided if the data lie in parts and the misses of a TLB, other than the nearest one that was seen, take less than these
// parts differ by.
void refuse_hidden_level(PageWalk& pages, std::uint64_t end, const std::vector<SeenLevel>& seen, double parts_apart) {
  const double slow = seen.empty() ? std::numeric_limits<double>::infinity() : seen.front().low;
  const std::optional<double> penalty = hidden_penalty(pages, end, slow);
  if (!penalty) return;
  // With near data, misses in the nearest TLB that was seen may take no longer than hits with far data.
  const Band& data = pages.data_band();
  if (!seen.empty() && *penalty >= seen.front().low - data.high && *penalty <= seen.front().high - data.low) return;
  throw Undecided("A TLB miss adds about " + number_text(*penalty) + " cycles, and the data of some pages take up to " +
                  number_text(parts_apart) + " cycles longer than those of others, so that misses can't be told from far data.");
}

}  // namespace

TlbSurvey survey_translation(PageWalk& pages, std::size_t most_pages) {
  TlbSurvey result;
  const auto& noise = pages.noise();
  const auto passes = [&](std::size_t count) {
    const std::uint64_t few = pages.walks_are_means() ? 0 : kFewestTimed / count;
    const std::uint64_t timed = std::max<std::uint64_t>(pages.passes_to_survey(), few);
    return noise.exact() ? Passes{3, timed} : passes_in_noise(timed);
  };
  // Even distances between pages are powers of two. Random pages may lie up to the end of the memory, which may be little more than
  // a TLB covers: a TLB that covers 64 GiB is outgrown by the 78 GiB of a card, but by a range of 64 GiB only if the array lies
  // badly.
  const std::uint64_t reach = std::bit_floor(pages.lab().limit_bytes());
  const std::uint64_t end = pages.lab().limit_bytes();
  const std::size_t most = std::min(most_pages, pages.most_pages());
  std::vector<PagesWalked> walks;
  // Pages at even distances overflow single sets early. Random pages fill all sets evenly, so that each level shows before the next
  // one overflows.
  Random random(0x9a9e5);
  const auto look = [&](const Addresses& asked) {
    try {
      walks.push_back({asked, pages.walk(asked, passes(asked.size()), std::to_string(asked.size()) + " pages")});
      result.most_pages = std::max(result.most_pages, asked.size());
      result.reached_bytes = end;
      return true;
    } catch (const Undecided&) {
      return false;
    }
  };
  // Neighbouring pages show a TLB whose pages are smaller than those of the TLB behind it.
  for (std::uint64_t distance = kSmallestPage; distance <= kFarthestNeighbours; distance *= 8) {
    bool room = true;
    for (std::size_t count = 4; count <= std::min(most, pages.most_neighbours()) && room && count * distance <= reach; count *= 2)
      room = look(spread(count, distance));
  }
  bool even = true, mixed = true;
  for (std::size_t count = 2; count <= most && (even || mixed); count *= 2) {
    const std::uint64_t distance = reach / count;
    if (distance < kSmallestPage) break;
    even = even && look(spread(count, distance));
    std::vector<std::size_t> counts{count};
    if (!pages.walks_are_means()) counts.push_back(count + count / 2);  // these walks take long
    for (const std::size_t some : counts)
      mixed = mixed && some <= most && some <= end / kSmallestPage / 2 && look(pages_anywhere(random, some, end));
  }
  const double tick = noise.exact() ? tick_of_walks(walks, longest_tick(pages.survey())) : noise.tick;
  result.data_parts = parts_of_data(pages, end);
  const double parts_apart = result.data_parts.back();
  if (tick > 0) result.data_parts.push_back(parts_apart + tick);
  std::vector<SeenLevel> above =
      noise.exact() ? levels_behind(walks, pages, tick, result) : levels_behind_in_noise(walks, pages, result);
  const auto rewalk = [&](const Addresses& asked) -> std::optional<Walk> {
    try {
      return pages.walk(asked, passes(asked.size()), "the same pages in another order");
    } catch (const Undecided&) {
      return {};
    }
  };
  const double data_high = pages.data_band().high;
  result.window = find_activation_window(walks, above, data_high, noise.sigma, pages.lab().limit_bytes(), rewalk);
  if (parts_apart > 0) refuse_hidden_level(pages, end, above, parts_apart);
  if (result.window) above.pop_back();
  // Walks on a card are means over several orders, in which the access before leaves no trace.
  else if (!pages.walks_are_means()) {
    result.last_is_of_the_order = is_of_the_order(walks, above, data_high, noise.sigma, rewalk);
    result.walks_apart = distance_of_walks(walks, above, data_high, noise.sigma);
  }
  for (const SeenLevel& level : above)
    result.levels.push_back({{level.low, level.median, level.high}, level.pages, level.run, level.many});
  return result;
}

}  // namespace chasescope::structure
