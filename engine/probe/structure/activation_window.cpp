#include "engine/probe/structure/activation_window.h"

#include <algorithm>
#include <map>

namespace chasescope::structure {
namespace {

// So few windows are entered that a walk in ascending order takes a switch rarely. The misses of a TLB with larger pages than
// those in front of it come back at each of its pages too, but not among so few of them.
constexpr std::uint64_t kFewWindows = 3;

struct Cuts {
  double walked = 0;    ///< above it an access walked the page table
  double switched = 0;  ///< above it it switched the window too
};

Cuts cuts_between(const std::vector<SeenLevel>& above, double data_high) {
  const SeenLevel& top = above.back();
  const SeenLevel& below = above[above.size() - 2];
  const double under = above.size() > 2 ? above[above.size() - 3].median : data_high;
  return {(below.median + under) / 2, (top.median + below.median) / 2};
}

// The window that one walk in ascending order fits.
std::optional<std::uint64_t> window_of(const PagesWalked& seen, const Cuts& cuts) {
  const auto& [asked, walk] = seen;
  if (walk.at(walk.passes() - 1, 0) <= cuts.switched) return {};  // back to where the pass before began
  std::uint64_t bits = 0;
  std::size_t slow = 0, walked = 0;
  for (std::size_t i = 1; i < asked.size(); ++i) {
    const double first = walk.at(0, i), last = walk.at(walk.passes() - 1, i);
    if (first > cuts.switched && last > cuts.switched) {
      ++slow;
      bits |= asked[i];
    } else if (first > cuts.walked && last > cuts.walked) {
      ++walked;
    }
  }
  if (slow == 0 || slow + walked + 1 < asked.size() * 95 / 100 || slow * 3 > walked) return {};
  const std::uint64_t window = bits & (~bits + 1);
  const std::uint64_t windows = (asked.back() + window) / window;
  if (slow + 1 != windows || windows > kFewWindows) return {};
  return window;
}

// Few pages of a TLB that miss among many that hit fit a window by accident, but not this.
bool always_switches(const Walk& walk, const Cuts& cuts) {
  std::size_t walked = 0, switched = 0;
  for (std::size_t pass = 0; pass < walk.passes(); ++pass)
    for (std::size_t i = 0; i < walk.period; ++i) {
      const double cycles = walk.at(pass, i);
      if (cycles > cuts.walked) ++walked;
      if (cycles > cuts.switched) ++switched;
    }
  return walked * 2 >= walk.passes() * walk.period && switched * 10 >= walked * 9;
}

}  // namespace

Addresses alternating(const Addresses& pages, std::uint64_t bytes) {
  std::map<std::uint64_t, Addresses> left;
  for (const std::uint64_t page : pages) left[page / bytes].push_back(page);
  Addresses ordered;
  while (true) {
    // From the window with most left, so that none remains alone for longer than it must.
    Addresses* most = nullptr;
    for (auto& [window, of_it] : left)
      if (!of_it.empty() && (ordered.empty() || window != ordered.back() / bytes) && (!most || of_it.size() > most->size()))
        most = &of_it;
    if (!most) break;
    ordered.push_back(most->back());
    most->pop_back();
  }
  while (!ordered.empty() && ordered.back() / bytes == ordered.front() / bytes) ordered.pop_back();
  return ordered;
}

std::optional<ActivationWindow> find_activation_window(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above,
                                                       double data_high, std::size_t enough, const Rewalk& rewalk) {
  if (above.size() < 2) return {};
  const Cuts cuts = cuts_between(above, data_high);
  struct Shown {
    std::size_t times = 0;
    const PagesWalked* by = nullptr;  ///< the last, which has most pages
  };
  std::map<std::uint64_t, Shown> shown;
  for (const PagesWalked& seen : walks)
    if (const auto window = window_of(seen, cuts)) {
      ++shown[*window].times;
      shown[*window].by = &seen;
    }
  for (const auto& [window, seen] : shown) {
    if (seen.times < enough) continue;
    const auto again = rewalk(alternating(seen.by->pages, window));
    if (!again || !always_switches(*again, cuts)) continue;
    return ActivationWindow{window, above.back().median - above[above.size() - 2].median, {seen.by->walk.run, again->run}};
  }
  return {};
}

}  // namespace chasescope::structure
