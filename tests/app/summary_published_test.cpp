// What a summary says of a card's numbers beside published ones.
#include <gtest/gtest.h>

#include "engine/session/summary/summary.h"
#include "engine/session/summary/summary_text.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

TEST(Published, a_single_number_that_agrees_is_told_as_one) {
  Session session;
  session.findings = {made_finding("l2", "hit_latency_cycles", 40, "cycles")};
  PublishedValue value;
  value.what = session.findings.front();
  const std::string text = plain_text(summary_lines(summarise(session, {value}, published_reasons()), {}));
  EXPECT_NE(text.find("AGAINST PUBLISHED  the one number agrees, within 2 %"), std::string::npos) << text;
}

PublishedValue published_size(double bytes, const char* key, const char* note) {
  PublishedValue value;
  value.what = made_finding("l1_data", "capacity_bytes", bytes, "bytes");
  value.key = value.short_name = value.source = key;
  value.note = note;
  return value;
}

// The driver may give a lone chase a small L1; what others found at the largest L1 is then no size of this one.
TEST(Published, a_size_at_the_largest_l1_is_compared_with_the_size_at_that_carve_out) {
  Session session;
  session.findings = {made_finding("l1_data", "capacity_bytes", 32768, "bytes"),
                      made_finding("l1_data", "contiguous_bytes", 117760, "bytes"),
                      made_finding("l1_data", "contiguous_bytes", 53760, "bytes")};
  session.findings[1].conditions = {{"carveout_percent", 0}};
  session.findings[2].conditions = {{"carveout_percent", 50}};
  const std::vector<PublishedValue> published{published_size(26244, "A", "in its default configuration"),
                                              published_size(117760, "B", "with the largest L1")};
  const auto compared = [&] { return summarise(session, published, published_reasons()).published; };
  ASSERT_EQ(compared().size(), 2U);
  EXPECT_FALSE(compared()[0].agrees);
  EXPECT_EQ(compared()[0].here.value, 32768);
  EXPECT_EQ(compared()[0].others.size(), 1U) << "nobody compares it with the largest L1";
  EXPECT_TRUE(compared()[1].agrees);
  EXPECT_EQ(compared()[1].what, "L1 data at its largest, size");
  EXPECT_EQ(compared()[1].here.value, 117760);
  session.findings.resize(1);
  ASSERT_EQ(compared().size(), 1U) << "no other carve-out was measured";
  EXPECT_EQ(compared()[0].others.size(), 2U);
}

}  // namespace
}  // namespace chasescope
