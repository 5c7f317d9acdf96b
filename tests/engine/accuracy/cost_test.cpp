// The number of accesses that finding the structure of a large cache takes: a person waits for the figure.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/accuracy/counting_device.h"
#include "tests/engine/accuracy/table.h"
#include "tests/engine/accuracy/trial.h"

namespace chasescope::accuracy {
namespace {

// The L2 of an A100 reaches beyond its TLBs. A bisection by whole walks over 655,360 lines took 110 million accesses to find its
// end.
TEST(Cost, the_end_of_a_cache_beyond_the_tlbs_is_found_by_glances) {
  constexpr std::uint64_t kMost = 85'000'000;
  auto opened = open_preset("a100");
  ASSERT_TRUE(opened) << opened.error().message;
  CountingDevice device(*std::move(opened));
  const auto report = find_probe("sets")->run(device, {{"space", "global.cg"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LT(device.accesses(), kMost);
  const auto end = std::find_if(report->findings.begin(), report->findings.end(), [](const Finding& finding) {
    return finding.subject == "l2" && finding.quantity == "sets" && finding.status == FindingStatus::measured;
  });
  EXPECT_NE(end, report->findings.end()) << "a cost without a result says nothing";
}

// Accesses for all caches of a card, none of whose findings is wrong.
std::uint64_t accesses_for(std::uint64_t seed, std::uint64_t number, bool machines, bool noise) {
  TrialOptions options;
  options.seed = seed;
  options.machines = machines;
  options.noise = noise;
  options.together = true;
  options.probes = {"sets"};
  const CardResult card = try_card(number, options);
  AccuracyTable table;
  table.add(card);
  EXPECT_EQ(table.total().wrong, 0U) << details(card);
  EXPECT_GT(table.total().right, 0U) << "a cost without a result says nothing";
  return card.probes.front().accesses;
}

// As many flush lines as just empty the caches in front are all needed. To leave out each part of them and each half of that part,
// down to single lines, took 700 million accesses.
TEST(Cost, flush_lines_are_not_tried_one_by_one) { EXPECT_LT(accesses_for(261130062, 20, false, true), 60'000'000U); }

// Lines of other sets seldom miss. To leave out every chunk of lines in the order of memory took 372 million accesses for an L2 of
// 64 ways, replaced at random, and then found no set.
TEST(Cost, what_missed_least_is_left_out_first) { EXPECT_LT(accesses_for(261130092, 10, false, true), 150'000'000U); }

// If all sets are in question, no flush lines are left beside them. To ask about 2,048 sets alone took 800 million accesses.
TEST(Cost, sets_that_are_held_in_front_are_asked_about_by_halves) {
  EXPECT_LT(accesses_for(261130063, 14, true, false), 200'000'000U);
}

// All of the untouched memory that is read lies in slices that are slower than that of the reference. To take each of its words for
// a fetch, and to walk word by word, took 1,185 million accesses.
TEST(Cost, words_of_slow_slices_are_no_fetches) { EXPECT_LT(accesses_for(261130133, 26, true, false), 160'000'000U); }

}  // namespace
}  // namespace chasescope::accuracy
