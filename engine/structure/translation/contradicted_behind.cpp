#include "engine/structure/translation/contradicted_behind.h"

#include "engine/structure/sets/shape_prediction.h"
#include "engine/structure/testers/front_emptier.h"
#include "engine/structure/testers/in_company.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr const char* kLookedUpAgain =
    "Other parts of a page miss the TLB right after the page was looked up: pages are smaller than they seem.";
constexpr const char* kSmaller =
    "A page that is read at another place does not evict pages of its set: pages are smaller than they seem.";

/// Fills the TLBs in front as before when it ends.
class FilledOtherwise {
 public:
  FilledOtherwise(TlbTester& tester, const std::vector<const CacheShape*>& fronts, std::uint64_t unit)
      : tester_(tester), fronts_(fronts), unit_(unit) {}
  ~FilledOtherwise() {
    tester_.count_parts_of(0);
    tester_.fill_fronts(fronts_, unit_);
  }
  FilledOtherwise(const FilledOtherwise&) = delete;
  FilledOtherwise& operator=(const FilledOtherwise&) = delete;

 private:
  TlbTester& tester_;
  const std::vector<const CacheShape*>& fronts_;
  std::uint64_t unit_;
};

// Tests the page size with parts of `part` bytes of each page. Pages of all sets together flush the TLBs in front. If pages are
// smaller than assumed, the parts that are not read leave room in their sets, and fewer pages are evicted. The part in question is
// read before the filler parts, which would otherwise look up its page.
std::string contradiction_of_parts(TlbTester& tester, const CacheShape& shape, std::uint64_t part, const Crowding& crowding) {
  tester.fill_fronts({crowding.fronts.begin(), crowding.fronts.end()}, part);
  tester.count_parts_of(shape.line_bytes);
  std::string wrong = contradicted(tester, shape, part, crowding);
  if (wrong.empty() && tester.parts_are_looked_up_again()) wrong = kLookedUpAgain;
  return wrong;
}

// Tests the page size with a set full of pages of one crowd. One more page of the crowd, read at another place within the page,
// must evict one of them. If pages were smaller, that place might lie in another set.
std::string contradiction_of_page(TlbTester& tester, const CacheShape& shape, std::uint64_t in_front, const Crowding& crowding) {
  constexpr int kTimes = 4;
  Random random(0x9a6e5);
  tester.fill_fronts({crowding.fronts.begin(), crowding.fronts.end()}, shape.line_bytes);
  for (std::uint64_t beside = in_front; beside < shape.line_bytes; beside *= 2) {
    int told = 0;
    std::string untold;
    for (int time = 0; time < kTimes; ++time) try {
        const auto set = static_cast<std::uint32_t>(random.below(shape.ways.size()));
        std::vector<std::uint32_t> counts(shape.ways.size(), 0);
        counts[set] = shape.ways[set] + 1;
        const auto drawn = draw_lines(shape, counts, tester.limit_bytes(), in_front, 1, crowding, random);
        if (!drawn) throw Undecided("Memory has too few pages of one set.");
        const Addresses fitting(drawn->addresses.begin(), drawn->addresses.end() - 1);
        if (!tester.shares_a_set(fitting, drawn->addresses.back() ^ beside, "a page at another place").conflict) return kSmaller;
        ++told;
      } catch (const Undecided& undecided) {
        untold = undecided.what();
      }
    if (2 * told < kTimes) throw Undecided(untold);
  }
  return {};
}

}  // namespace

std::string contradicted_behind(TlbTester& tester, const std::vector<const CacheShape*>& fronts, const CacheShape& shape,
                                std::uint64_t in_front, std::uint64_t unit) {
  // The company was chosen for the first set, and is not read here.
  const InCompanyOf none(tester, {});
  const FilledOtherwise filled(tester, fronts, unit);
  std::string untold;
  // Pages from all over memory may be too few in each set of the TLBs in front to evict each other there. Then they are drawn in
  // crowds, and in larger crowds if the TLBs in front replace at random.
  for (const std::uint32_t factor : {0U, 1U, kEnoughByChance}) {
    if (factor > 0 && !tester.can_evict_in_front()) break;
    for (std::uint64_t part = in_front; part == in_front || part < shape.line_bytes; part *= 2) try {
        return contradiction_of_parts(tester, shape, part, {fronts, factor});
      } catch (const Undecided& undecided) {
        untold = undecided.what();
      }
  }
  // One crowd in each set can't show that pages are smaller, because all pages of a crowd have the same address bits in front. So
  // contradiction_of_page() tests the page size as well.
  if (unit != in_front || !tester.can_evict_in_front()) throw Undecided(untold);
  const Crowding one_crowd{fronts, 1, 1};
  std::string wrong = contradiction_of_parts(tester, shape, in_front, one_crowd);
  return wrong.empty() ? contradiction_of_page(tester, shape, in_front, one_crowd) : wrong;
}

}  // namespace chasescope::structure
