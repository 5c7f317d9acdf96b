// Trials of a real card's L2 TLB of 256 sets of 8 ways, with 2,061 pages (docs/h200.md).
#include <gtest/gtest.h>

#include <map>

#include "engine/experiment/trial_table.h"
#include "engine/session/session_file.h"

namespace chasescope::structure {
namespace {

TEST(RecordedH100, ItsL2TlbLosesPagesOfSetsThatHaveMoreThanEightAndNoOthers) {
  const auto session = read_session(CHASESCOPE_SOURCE_DIR "/tests/recordings/h100-l2-tlb.json");
  ASSERT_TRUE(session) << session.error().message;
  const auto& asked = *session->runs.at(0)->as<TrialsRequest>();
  const auto set_of = [&](std::uint64_t place) {
    const std::uint64_t page = offset_of(asked.request.places, place) >> 25;
    return (page ^ page >> 8 ^ page >> 16) % 256;
  };
  const std::uint64_t places = count_of(asked.request.places);
  std::map<std::uint64_t, int> held;
  for (std::uint64_t i = 0; i < places; ++i) ++held[set_of(i)];
  EXPECT_EQ(held.size(), 256U);
  experiment::TrialTable table(places);
  table.append(asked.request, asked.result);
  std::map<std::uint64_t, int> missing;  // pages of overfull sets that missed at least once
  for (std::uint64_t i = 0; i < places; ++i) {
    if (table.times_missed(i) == 0) continue;
    ++missing[set_of(i)];
    EXPECT_GT(held[set_of(i)], 8) << "page " << i;
  }
  for (const auto& [set, pages] : held)
    if (pages > 8) {
      EXPECT_GT(missing[set], 0) << "set " << set;
    }
}

}  // namespace
}  // namespace chasescope::structure
