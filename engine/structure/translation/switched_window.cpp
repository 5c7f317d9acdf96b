#include "engine/structure/translation/switched_window.h"

#include <algorithm>
#include <bit>

#include "engine/statistics/median.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kTimedPasses = 16;
constexpr std::uint64_t kSmallestWindow = 64 * kSmallestPage;
constexpr int kPairs = 24;  // random pairs of blocks; even a TLB with sets of one way would hold both pages of some pairs

class Switches {
 public:
  explicit Switches(PageWalk& pages) : pages_(pages), cut_(slower_than(pages)) {}

  /// Whether both of two pages take longer if they are visited in turn. Many passes are measured, so that noise does not decide.
  bool disturb_each_other(std::uint64_t a, std::uint64_t b) {
    last_ = pages_.walk({a, b}, {4, kTimedPasses}, "two pages in turn");
    return cycles_of(last_, 0) > cut_ && cycles_of(last_, 1) > cut_;
  }

  /// Whether some pages of one block take longer if many pages of the block are visited. So many pages exceed the reach of a TLB.
  bool are_outgrown_within(std::uint64_t window) {
    for (std::size_t count = 8; count <= pages_.most_pages() && window / count >= kSmallestPage; count *= 2) {
      Addresses block;
      for (std::size_t i = 0; i < count; ++i) block.push_back(i * (window / count));
      const Walk walk = pages_.walk(block, {4, kTimedPasses}, std::to_string(count) + " pages of one block");
      for (std::size_t page = 0; page < walk.period; ++page)
        if (cycles_of(walk, page) > cut_) return true;
    }
    return false;
  }

  const Walk& last() const { return last_; }
  double last_cycles() const { return std::min(cycles_of(last_, 0), cycles_of(last_, 1)); }

 private:
  static double slower_than(const PageWalk& pages) {
    const auto& data = pages.data_band();
    return std::max(inference::widened(data, pages.noise()).high, data.high + std::max(0.001 * data.median, 0.6));
  }
  static double cycles_of(const Walk& walk, std::size_t page) {
    std::vector<double> cycles;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass) cycles.push_back(static_cast<double>(walk.at(pass, page)));
    return inference::median_of(cycles);
  }

  PageWalk& pages_;
  double cut_;
  Walk last_;
};

}  // namespace

std::optional<ActivationWindow> find_switched_window(PageWalk& pages) {
  const std::uint64_t end = std::bit_floor(pages.lab().limit_bytes());
  if (pages.walks_are_means() || end < 4 * kSmallestWindow) return std::nullopt;
  Switches switches(pages);
  // Two pages that are half of the memory apart are tried first. If they don't disturb each other, there is no window.
  if (!switches.disturb_each_other(0, end / 2)) return std::nullopt;
  std::uint64_t window = end / 2;
  while (window / 2 >= kSmallestWindow && switches.disturb_each_other(0, window / 2)) window /= 2;
  Random random(0x5717c4);
  const std::uint64_t blocks = end / window;
  const auto place = [&](std::uint64_t block) {
    return block * window + random.below(window / pages.block_bytes()) * pages.block_bytes();
  };
  for (int pair = 0; pair < kPairs; ++pair) {
    const std::uint64_t a = random.below(blocks), other = random.below(blocks - 1), b = other < a ? other : other + 1;
    if (!switches.disturb_each_other(place(a), place(b))) return std::nullopt;
    const std::uint64_t here = place(b), there = place(b);
    if (here != there && switches.disturb_each_other(here, there)) return std::nullopt;
  }
  if (!switches.are_outgrown_within(window)) return std::nullopt;
  if (!switches.disturb_each_other(0, end / 2)) return std::nullopt;
  return ActivationWindow{window, switches.last_cycles() - pages.data_band().median, switches.last().run, true};
}

}  // namespace chasescope::structure
