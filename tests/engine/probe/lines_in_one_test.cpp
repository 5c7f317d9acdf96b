// Behind a cache that asks for several lines at a time, which no other path shows: what is told must allow for them.
#include <gmock/gmock.h>

#include "tests/engine/probe/made_up_cards.h"

namespace chasescope {
namespace {

json card_with_l2_line_of(std::uint64_t line, std::uint64_t sets) {
  json card = card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(line, line, sets, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}}});
  card.erase("tlbs");
  return card;
}

const Finding& found(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding;
  throw std::runtime_error(subject + " has no " + quantity);
}

TEST(LinesInOne, AreAllowedForInTheIntervals) {
  for (const std::uint64_t line : {32, 128}) {
    const json card = card_with_l2_line_of(line, 64 * 1024 / line);
    const auto lines = found_on(card, "line"), sets = found_on(card, "sets");
    const Finding& told = found(lines, "l2", "line_bytes");
    ASSERT_EQ(told.status, FindingStatus::measured) << told.reason;
    EXPECT_LE(*told.low, line);
    EXPECT_GE(*told.high, line);
    const Finding& count = found(sets, "l2", "sets");
    ASSERT_EQ(count.status, FindingStatus::measured) << count.reason;
    EXPECT_LE(*count.low, 64 * 1024 / line);
    EXPECT_GE(*count.high, 64 * 1024 / line);
    EXPECT_THAT(count.reason, testing::HasSubstr("smaller lines"));
    // What no cache is in front of is told as it is.
    EXPECT_EQ(found(lines, "l1_data", "line_bytes").low, 128);
    EXPECT_EQ(found(sets, "l1_data", "sets").high, 32);
  }
}

}  // namespace
}  // namespace chasescope
