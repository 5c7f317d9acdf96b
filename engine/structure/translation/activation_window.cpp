#include "engine/structure/translation/activation_window.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kFewest = 8, kFewestOfOneWalk = 2;  // accesses of each kind
constexpr double kContrary = 0.1;                         // share of them
constexpr double kStray = 1e-4;                           // share of the accesses: outliers that happen to have the same latency
constexpr double kSure = 2.5;                             // standard deviations; hardly one access in a hundred deviates more
// standard deviations; an access farther away from its level is an outlier
constexpr double kSigmas = 6;
constexpr double kMostlyWalked = 0.9;                     // of the accesses of a walk
constexpr std::size_t kNotTooManyPages = 4096;            // pages

enum class Access { answered_by_tlb, walked, switched, unknown };

// Classifies an access by its latency.
class Latencies {
 public:
  Latencies(const std::vector<SeenLevel>& above, double data_high, double sigma)
      : walked_(above[above.size() - 2].median), switched_(above.back().median) {
    const double under = above.size() > 2 ? above[above.size() - 3].median : data_high, apart = switched_ - walked_;
    tlb_high_ = walked_low_ = (walked_ + under) / 2;
    if (walked_ - under < kSigmasApart * sigma) {
      tlb_high_ = std::min(tlb_high_, walked_ - kSure * sigma);
      walked_low_ = std::max(walked_low_, under + kSure * sigma);
    }
    around_ = sigma > 0 ? std::min(kSigmas * sigma, apart / 2) : apart / 2;
  }

  Access of(double cycles) const {
    if (cycles <= tlb_high_) return Access::answered_by_tlb;
    if (cycles < walked_low_) return Access::unknown;
    if (std::abs(cycles - walked_) <= around_) return Access::walked;
    return std::abs(cycles - switched_) <= around_ ? Access::switched : Access::unknown;
  }
  double penalty() const { return switched_ - walked_; }

 private:
  double walked_, switched_, tlb_high_ = 0, walked_low_ = 0, around_ = 0;
};

// How well the accesses agree with one size of the window: a page walk must be slow if it enters another window, and fast if it
// stays.
struct Score {
  std::size_t entered = 0, stayed = 0;            // agree with it
  std::size_t entered_fast = 0, stayed_slow = 0;  // disagree with it

  std::size_t contrary() const { return entered_fast + stayed_slow; }
  bool fits(std::size_t fewest) const {
    const double few = kContrary * static_cast<double>(entered);
    return entered >= fewest && static_cast<double>(entered_fast) <= few &&
           static_cast<double>(stayed_slow) <= few + kStray * static_cast<double>(stayed);
  }
  bool says_that_both_are_held() const {
    return entered_fast >= kFewest && static_cast<double>(entered_fast) > kContrary * static_cast<double>(entered);
  }
};

// Counts page walks by the highest address bit in which they differ from the page walk before. So one pass over the accesses is
// enough for all sizes of the window. Accesses that hit a TLB don't count, because only a page walk changes the active window.
class Steps {
 public:
  explicit Steps(const Latencies& latencies) : latencies_(latencies) {}

  void add(const Addresses& asked, const Walk& walk) {
    std::uint64_t active = 0;  // the page of the page walk before
    bool is_active = false;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (std::size_t i = 0; i < walk.period; ++i) {
        const Access access = latencies_.of(walk.at(pass, i));
        if (access == Access::answered_by_tlb) continue;
        if (is_active && access != Access::unknown)
          ++(access == Access::switched ? slow_ : fast_)[static_cast<std::size_t>(std::bit_width(active ^ asked[i]))];
        is_active = access != Access::unknown;
        active = asked[i];
      }
  }

  /// \pre a power of two
  Score score(std::uint64_t window) const {
    Score score;
    for (std::size_t width = 0; width < slow_.size(); ++width) {
      const bool enters = width >= static_cast<std::size_t>(std::bit_width(window));
      (enters ? score.entered : score.stayed_slow) += slow_[width];
      (enters ? score.entered_fast : score.stayed) += fast_[width];
    }
    return score;
  }

 private:
  const Latencies& latencies_;
  std::array<std::size_t, 65> slow_{}, fast_{};
};

std::vector<Addresses> by_window(const Addresses& pages, std::uint64_t window_bytes) {
  std::vector<Addresses> windows;
  for (const std::uint64_t page : pages) {
    if (windows.empty() || windows.back().back() / window_bytes != page / window_bytes) windows.emplace_back();
    windows.back().push_back(page);
  }
  return windows;
}

std::optional<std::uint64_t> best_window(const std::vector<PagesWalked>& walks, const Latencies& latencies) {
  std::uint64_t reach = 0;
  Steps steps(latencies);
  for (const PagesWalked& seen : walks) {
    reach = std::max(reach, seen.pages.back());
    steps.add(seen.pages, seen.walk);
  }
  std::optional<std::uint64_t> window;
  std::size_t least = 0;
  for (std::uint64_t size = kSmallestPage; size <= reach; size *= 2) {
    const Score score = steps.score(size);
    if (!score.fits(kFewest) || score.stayed < kFewest || (window && score.contrary() >= least)) continue;
    window = size;
    least = score.contrary();
  }
  return window;
}

// The pages of the walk over most windows in which hardly any access hits a TLB. If pages are visited in ascending order, most page
// walks stay in a window.
const Addresses* widest(const std::vector<PagesWalked>& walks, std::uint64_t window, const Latencies& latencies) {
  const Addresses* best = nullptr;
  std::size_t most = 0;
  for (const auto& [asked, walk] : walks) {
    if (asked.size() > kNotTooManyPages) continue;
    Steps steps(latencies);
    steps.add(asked, walk);
    const Score score = steps.score(window);
    if (!score.fits(kFewestOfOneWalk) || score.stayed < score.entered || score.entered <= most) continue;
    if (static_cast<double>(score.entered + score.stayed) < kMostlyWalked * static_cast<double>(walk.cycles.size())) continue;
    most = score.entered;
    best = &asked;
  }
  return best;
}

// Orders in which pages of two windows are visited in turn, at every distance of the windows that is a power of two, as far as
// there is memory. Several orders are needed because a TLB may put the two pages into different sets.
std::vector<Addresses> other_turns(const Addresses& pages, std::uint64_t window, std::uint64_t limit) {
  std::vector<Addresses> turns;
  const std::size_t windows = by_window(pages, window).size();
  for (std::size_t apart = 2; apart < windows / 2; apart *= 2) turns.push_back(in_turn(pages, window, apart));
  const Addresses near(pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>((pages.size() + 1) / 2));
  for (std::uint64_t apart = std::bit_ceil(near.back() + 1); apart <= limit / 2 && near.back() < limit - apart; apart *= 2) {
    Addresses& turn = turns.emplace_back();
    for (const std::uint64_t page : near) turn.insert(turn.end(), {page, page + apart});
  }
  return turns;
}

}  // namespace

Addresses in_turn(const Addresses& pages, std::uint64_t window_bytes, std::size_t apart) {
  const std::vector<Addresses> windows = by_window(pages, window_bytes);
  std::vector<bool> taken(windows.size(), false);
  Addresses ordered, left;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (taken[i]) continue;
    const bool paired = i + apart < windows.size() && !taken[i + apart];
    const std::size_t pairs = paired ? std::min(windows[i].size(), windows[i + apart].size()) : 0;
    for (std::size_t k = 0; k < pairs; ++k) ordered.insert(ordered.end(), {windows[i][k], windows[i + apart][k]});
    for (const std::size_t which : {i, i + apart}) {
      if (which != i && !paired) continue;
      taken[which] = true;
      left.insert(left.end(), windows[which].begin() + static_cast<std::ptrdiff_t>(pairs), windows[which].end());
    }
  }
  ordered.insert(ordered.end(), left.begin(), left.end());
  return ordered;
}

std::optional<ActivationWindow> find_activation_window(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above,
                                                       double data_high, double sigma, std::uint64_t limit, const Rewalk& rewalk) {
  if (above.size() < 2) return {};
  const Latencies latencies(above, data_high, sigma);
  const auto window = best_window(walks, latencies);
  if (!window) return {};
  const Addresses* pages = widest(walks, *window, latencies);
  if (!pages) return {};
  RunPtr run;
  const auto score_of = [&](const Addresses& asked, const Walk& walk) {
    Steps steps(latencies);
    steps.add(asked, walk);
    return steps.score(*window);
  };
  const std::size_t windows = by_window(*pages, *window).size();
  for (const std::size_t apart : {std::size_t{1}, windows / 2}) {
    const Addresses asked = in_turn(*pages, *window, apart);
    const auto again = rewalk(asked);
    if (!again) return {};
    const Score score = score_of(asked, *again);
    if (!score.fits(kFewest) || score.entered * 2 < again->cycles.size()) return {};
    run = again->run;
  }
  // In the walks so far, a TLB might evict the two pages because they share a set of one way. They can't share a set in all of
  // these orders.
  for (const Addresses& asked : other_turns(*pages, *window, limit))
    if (const auto again = rewalk(asked); again && score_of(asked, *again).says_that_both_are_held()) return {};
  return ActivationWindow{*window, latencies.penalty(), run};
}

std::uint64_t distance_of_walks(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above, double data_high,
                                double sigma) {
  constexpr double kHardlyAny = 0.01;  // share of the pairs; an outlier may pass for a page walk
  if (above.empty()) return 0;
  const double walked = above.back().median, under = above.size() > 1 ? above[above.size() - 2].median : data_high;
  const double around = sigma > 0 ? std::min(kSigmas * sigma, (walked - under) / 2) : (walked - under) / 2;
  std::array<std::size_t, 65> apart{};  // pairs of page walks in a row, by the highest bit in which their addresses differ
  std::size_t pairs = 0;
  for (const auto& [asked, walk] : walks) {
    std::optional<std::uint64_t> before;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (std::size_t i = 0; i < walk.period; ++i) {
        if (std::abs(walk.at(pass, i) - walked) > around) continue;
        if (before && *before != asked[i]) ++pairs, ++apart[static_cast<std::size_t>(std::bit_width(*before ^ asked[i]))];
        before = asked[i];
      }
  }
  const double fewest = std::max(static_cast<double>(kFewest), kHardlyAny * static_cast<double>(pairs));
  std::size_t nearer = 0;
  for (std::size_t width = 1; width < apart.size(); ++width)
    if (nearer += apart[width]; static_cast<double>(nearer) >= fewest) return std::uint64_t{1} << (width - 1);
  return 0;
}

bool is_of_the_order(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above, double data_high, double sigma,
                     const Rewalk& rewalk) {
  constexpr double kMany = 2, kSome = 0.1;
  if (above.size() < 2) return false;
  const Latencies latencies(above, data_high, sigma);
  const auto share_of = [&](const Walk& walk, Access kind) {
    const auto count =
        std::count_if(walk.cycles.begin(), walk.cycles.end(), [&](double cycles) { return latencies.of(cycles) == kind; });
    return static_cast<double>(count) / static_cast<double>(walk.cycles.size());
  };
  // Looks for a walk in which most accesses have about the same latency, and a few have a larger one.
  const Addresses* pages = nullptr;
  double least = 1;
  for (const auto& [asked, walk] : walks) {
    const double slow = share_of(walk, Access::switched), walked = share_of(walk, Access::walked);
    if (asked.size() > kNotTooManyPages || slow * static_cast<double>(walk.cycles.size()) < 2 || slow >= least) continue;
    if (slow + walked < kMostlyWalked) continue;
    least = slow;
    pages = &asked;
  }
  if (!pages) return false;
  Addresses mixed = *pages;
  Random random(0x0bde4);
  for (std::size_t i = mixed.size(); i > 1; --i) std::swap(mixed[i - 1], mixed[random.below(i)]);
  const auto again = rewalk(mixed);
  return again && share_of(*again, Access::switched) > kMany * least + kSome;
}

}  // namespace chasescope::structure
