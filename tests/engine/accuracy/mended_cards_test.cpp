// Cards of earlier series for which a probe reported something wrong, or could not tell much. Each card broke an assumption of a
// probe. Now the same probe reports nothing wrong for them, but it may leave quantities untold.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/engine/accuracy/table.h"
#include "tests/engine/accuracy/trial.h"

namespace chasescope::accuracy {
namespace {

struct MendedCard {
  const char* what;
  std::uint64_t seed, number;
  bool machines, noise;
  const char* probe;
  std::size_t least_told;               ///< the least number of quantities that must be found
  std::vector<std::string> families{};  ///< of the first generator
  friend std::ostream& operator<<(std::ostream& out, const MendedCard& card) { return out << card.what; }
};

class MendedCards : public ::testing::TestWithParam<MendedCard> {};

TEST_P(MendedCards, have_nothing_wrong) {
  const MendedCard& card = GetParam();
  TrialOptions options;
  options.seed = card.seed;
  options.noise = card.noise;
  options.machines = card.machines;
  options.families = card.families;
  options.together = true;
  options.probes = {card.probe};
  const CardResult result = try_card(card.number, options);
  AccuracyTable table;
  table.add(result);
  EXPECT_EQ(table.total().wrong, 0U) << details(result);
  EXPECT_GE(table.total().right, card.least_told);
}

INSTANTIATE_TEST_SUITE_P(
    Of, MendedCards,
    ::testing::Values(
        MendedCard{"hits of the level in front pass for those of the one behind, 12 cycles farther", 20262604, 58, true, true,
                   "latency", 2},
        MendedCard{"hits of the first constant cache pass for those of the second", 20262602, 118, false, true, "latency", 10},
        MendedCard{"a clock that ticks by 2 takes hits of the L2 for two levels", 20262613, 170, true, false, "latency", 6},
        MendedCard{"a clock that ticks by 4 takes misses of a TLB for two levels", 20262613, 190, true, false, "tlb", 6},
        MendedCard{"far lines hide which pages miss, and so the policy", 20262613, 206, true, false, "tlb", 9},
        MendedCard{"one walk of thousands in noise shows halves of a line missing", 20262604, 5, true, true, "capacity", 4},
        MendedCard{"two levels 12 cycles apart pass for one, and its end for that of the first", 20262604, 278, true, true,
                   "capacity", 0},
        MendedCard{"what misses bring to the next cache passes for what they bring to the first", 20262614, 138, true, true, "line",
                   1},
        MendedCard{"a cut amid the latencies of memory tells what a miss brings", 20262602, 148, false, true, "line", 4},
        MendedCard{"what slices differ by passes for a TLB in noise", 20262614, 206, true, true, "tlb", 0},
        MendedCard{"every second word is in the line of the one before it, and passes for a near part of the level behind",
                   20262704, 18, true, true, "capacity", 0},
        MendedCard{"slices that only lines read in no order show pass for six levels",
                   20261823,
                   25,
                   false,
                   false,
                   "latency",
                   4,
                   {"next-line", "sliced", "victim"}},
        MendedCard{"sets that hold less than a walk over neighbouring lines found in the cache make up its capacity", 20262803, 156,
                   true, false, "capacity", 2},
        MendedCard{"an index that passes over an address bit evicts the same places in larger walks, and passes for far slices",
                   20262801, 196, false, false, "latency", 12},
        MendedCard{"a cache of random replacement behind noise passes for two parts of one level", 20262804, 136, true, true,
                   "capacity", 2},
        MendedCard{"two words of a fetch hide a level that noise hides too", 20262804, 98, true, true, "capacity", 6},
        MendedCard{"the lines that flush the L1 all lie in one set of the L1.5, and are none once that set is asked about",
                   20262901, 5, false, false, "sets", 12},
        MendedCard{"slices of the nearest cache, each at its own distance, hide how much a miss brings", 20262907, 6, true, false,
                   "sets", 16},
        MendedCard{"one set of 512 whose lines stay in the cache in front takes the index of all with it", 20262905, 16, false,
                   false, "sets", 12},
        MendedCard{"a clock that ticks by 4 reads in step with the walk", 20261811, 70, true, false, "tlb", 6},
        MendedCard{"random replacement hides that a clock's tick makes two levels of one", 261130003, 50, true, false, "latency",
                   6},
        MendedCard{"a tree evicts half of the lines that are too many, which noise explains if it may be four times what it is",
                   261130004, 234, true, true, "capacity", 4},
        MendedCard{"something takes a way of a tree once, and the tree passes for another policy", 261130011, 10, false, false,
                   "replacement", 3},
        MendedCard{"hits of the L1, as many as those of the L2 behind it, pull the latency of the L2 towards theirs", 261130014,
                   156, true, true, "latency", 7},
        MendedCard{"latencies of pages are multiples of what a TLB miss adds, which passes for a tick of the clock", 261130013, 331,
                   true, false, "tlb", 10},
        MendedCard{"what random replacement evicts in front decides whether all lines of a walk stay in the next cache or none",
                   261130011, 196, false, false, "capacity", 8},
        MendedCard{"lines of a set are taken for those of others, which flush lines for the cache in front overflow", 261130011,
                   319, false, false, "capacity", 4},
        MendedCard{
            "2,515 sets behind another cache cost more than a step has if each is asked about with every choice of flush lines",
            261130011, 5, false, false, "capacity", 6},
        MendedCard{
            "a space of the same caches, in which the L2 answers nothing and memory was not reached, shows the L3 behind the L1",
            261130151, 50, false, false, "latency", 5}),
    [](const auto& of) {
      return "Card" + std::to_string(of.param.seed) + "_" + std::to_string(of.param.number) + "_" + of.param.probe;
    });

}  // namespace
}  // namespace chasescope::accuracy
