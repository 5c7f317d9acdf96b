// Whether the check finds a card like others of its kind. The cards are made up, or a recorded one with some findings changed.
#include "engine/library/card_check.h"

#include <gmock/gmock.h>

#include "engine/device/recording/bundled.h"
#include "engine/library/check_report.h"
#include "engine/library/contribution.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Finding told(const char* subject, const char* quantity, nlohmann::json value, std::optional<double> half = {}) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.value = std::move(value);
  finding.unit = std::string_view(quantity).ends_with("_cycles") ? "cycles" : "bytes";
  finding.status = FindingStatus::measured;
  if (half) {
    finding.low = finding.value.get<double>() - *half;
    finding.high = finding.value.get<double>() + *half;
  }
  return finding;
}

Finding latency(double cycles) { return told("l2", "hit_latency_cycles", cycles, 1); }

Session card(std::vector<Finding> findings) {
  Session session;
  session.device.name = "NVIDIA Test 1";
  session.device.origin = Origin::hardware;
  session.findings = std::move(findings);
  return session;
}

OtherCard other(const char* id, std::vector<Finding> findings, CardSource source = CardSource::contributed) {
  return {{source, id, "NVIDIA Test 1", "Test 1", "9.0", ""}, card(std::move(findings))};
}

CheckedRow only_row(const Session& mine, const std::vector<OtherCard>& others) {
  const CardCheck check = check_card(mine, "Test 1", others);
  if (check.rows.size() != 1) throw std::runtime_error("not one row");
  return check.rows.front();
}

Session recorded(const char* name) {
  auto read = read_session(recording_file(name));
  if (!read) throw std::runtime_error(read.error().message);
  return *std::move(read);
}

TEST(CardCheck, one_other_card_has_no_spread_and_says_so) {
  const std::vector<OtherCard> others{other("a", {latency(250)})};
  const CardCheck check = check_card(card({latency(264)}), "Test 1", others);
  ASSERT_EQ(check.rows.size(), 1U);
  EXPECT_EQ(check.rows[0].standing, Standing::apart);
  EXPECT_THAT(check.rows[0].how, AllOf(HasSubstr("only other"), HasSubstr("249 to 251"), HasSubstr("5.3 % apart")));
  EXPECT_THAT(verdict_words(check), HasSubstr("1 of 1 value of this Test 1 differs from the one other that is known."));
  EXPECT_THAT(caution_words(check), HasSubstr("has no spread"));
  EXPECT_THAT(check_report(check, CheckFormat::text, false),
              AllOf(HasSubstr("263 to 265"), HasSubstr("249 to 251"), Not(HasSubstr("Outside"))));
}

TEST(CardCheck, a_single_value_that_agrees_is_told_as_one) {
  CardCheck check;
  check.kind = "H200";
  check.cards = 1;
  check.others.resize(1);
  check.rows = {{.standing = Standing::inside}};
  EXPECT_EQ(verdict_words(check), "The one value of this H200 that another tells, too, agrees with the one other that is known.");
}

TEST(CardCheck, what_lies_beyond_all_others_is_outside_and_what_lies_between_is_not) {
  const std::vector<OtherCard> others{other("a", {latency(250)}), other("b", {latency(260)})};
  EXPECT_EQ(only_row(card({latency(251.5)}), others).standing, Standing::inside);
  EXPECT_EQ(only_row(card({latency(255)}), others).standing, Standing::inside);
  EXPECT_THAT(only_row(card({latency(255)}), others).how, HasSubstr("Lies between those of 2 others, 249 to 261 cycles."));
  const CheckedRow outside = only_row(card({latency(270)}), others);
  EXPECT_EQ(outside.standing, Standing::outside);
  EXPECT_THAT(outside.how, AllOf(HasSubstr("249 to 261 cycles"), HasSubstr("3.7 % apart")));
  const CardCheck check = check_card(card({latency(270)}), "Test 1", others);
  EXPECT_THAT(caution_words(check), HasSubstr("outside both others in up to two of three cases"))
      << "of three equal cards one is the slowest, and one the fastest";
}

TEST(CardCheck, few_others_tell_of_sizes_and_not_whether_a_time_is_usual) {
  const std::vector<OtherCard> others{other("a", {latency(250), told("l2", "ways", 8)}),
                                      other("b", {latency(260), told("l2", "ways", 8)})};
  for (const double cycles : {268.0, 520.0}) {
    const CardCheck slow = check_card(card({latency(cycles), told("l2", "ways", 8)}), "Test 1", others);
    EXPECT_EQ(verdict_words(slow),
              "1 of 2 values of this Test 1 lies outside what 2 other cards show. No size or count is among them. "
              "Whether the times and rates are usual can't be told from so few; more discoveries of such cards would "
              "tell. The farthest of them, by " +
                  std::string(cycles < 300 ? "3 %" : "50 %") + ": L2 cache: Hit latency.");
    EXPECT_THAT(slow.rows.at(0).how, HasSubstr("Both others lie at"));
    EXPECT_TRUE(why_not_normal(slow).has_value()) << "it lies outside, however far";
  }
  const CardCheck other_ways = check_card(card({latency(255), told("l2", "ways", 4)}), "Test 1", others);
  EXPECT_EQ(verdict_words(other_ways),
            "1 of 2 values of this Test 1 lies outside what 2 other cards show. A size or count is among them: L2 cache: Ways.");
}

TEST(CardCheck, both_ends_of_a_reach_are_in_one_unit) {
  const std::vector<OtherCard> others{other("a", {told("l1_data", "contiguous_bytes", 52736)}),
                                      other("b", {told("l1_data", "contiguous_bytes", 53984)})};
  const CardCheck check = check_card(card({told("l1_data", "contiguous_bytes", 48.0 * 1024)}), "Test 1", others);
  EXPECT_THAT(check.rows.at(0).how, HasSubstr("Both others lie at 51.5 to 52.72 KiB"));
  EXPECT_THAT(verdict_words(check), HasSubstr("The only sizes among them are footprints, which chance ends: 1."))
      << "the row below shows a size";
}

TEST(CardCheck, with_a_tolerance_the_others_reach_from_number_to_number) {
  const std::vector<OtherCard> others{other("a", {told("l2", "hit_latency_cycles", 250, 30)}),
                                      other("b", {told("l2", "hit_latency_cycles", 260, 30)})};
  const CardCheck check = check_card(card({latency(270)}), "Test 1", others, 0.02);
  ASSERT_EQ(check.rows.at(0).standing, Standing::outside);
  EXPECT_THAT(check.rows[0].how, HasSubstr("Both others lie at 250 to 260 cycles (3.7 % apart)."))
      << "270 lies within the intervals, which don't count";
}

TEST(CardCheck, the_verdict_names_what_differs_from_the_only_other_that_tells_it) {
  const std::vector<OtherCard> others{other("a", {latency(250), told("l2", "ways", 8)}), other("b", {latency(260)})};
  const Session mine = card({latency(255), told("l2", "ways", 4)});
  const CardCheck check = check_card(mine, "Test 1", others);
  ASSERT_EQ(check.count(Standing::apart), 1U);
  EXPECT_EQ(verdict_words(check),
            "None of 2 values of this Test 1 lies outside what 2 other cards show, but 1 differs from the only other card that "
            "tells it.");
  EXPECT_TRUE(why_not_normal(check).has_value());
  const CardCheck both = check_card(card({latency(300), told("l2", "ways", 4)}), "Test 1", others);
  EXPECT_THAT(verdict_words(both),
              HasSubstr("1 of 2 values of this Test 1 lies outside what 2 other cards show. Of the others, 1 differs "
                        "from the only other card that tells it."));
}

TEST(CardCheck, a_size_that_differs_from_all_is_outside_without_a_word_of_chance) {
  const std::vector<OtherCard> others{other("a", {told("l2", "capacity_bytes", 100)}),
                                      other("b", {told("l2", "capacity_bytes", 100)})};
  const CardCheck check = check_card(card({told("l2", "capacity_bytes", 90)}), "Test 1", others);
  EXPECT_EQ(check.rows.at(0).standing, Standing::outside);
  EXPECT_THAT(caution_words(check), IsEmpty());
  const std::vector<OtherCard> policies{other("a", {told("l2", "replacement_policy", "lru")}),
                                        other("b", {told("l2", "replacement_policy", "fifo")})};
  EXPECT_EQ(only_row(card({told("l2", "replacement_policy", "fifo")}), policies).standing, Standing::inside);
  EXPECT_EQ(only_row(card({told("l2", "replacement_policy", "plru")}), policies).standing, Standing::outside);
}

TEST(CardCheck, what_only_it_tells_is_alone_and_what_only_others_tell_is_missing) {
  const CardCheck check = check_card(card({latency(250)}), "Test 1", std::vector{other("a", {told("l2", "line_bytes", 128)})});
  ASSERT_EQ(check.rows.size(), 1U);
  EXPECT_EQ(check.rows[0].standing, Standing::alone);
  EXPECT_THAT(check.missing, testing::ElementsAre("L2 cache: Line"));
  EXPECT_THAT(verdict_words(check), HasSubstr("Nothing that this Test 1 tells"));
}

TEST(CardCheck, nobody_of_its_kind_is_told_and_no_verdict_made) {
  const CardCheck check = check_card(card({latency(250)}), "Test 1", {});
  EXPECT_THAT(verdict_words(check), HasSubstr("No other Test 1 is known"));
  EXPECT_TRUE(why_not_normal(check).has_value());
  EXPECT_EQ(check.count(Standing::alone), 1U);
}

TEST(CardCheck, a_card_is_not_compared_with_itself_nor_twice_with_one_discovery) {
  const Session mine = card({latency(250)});
  const std::vector<OtherCard> others{other("me", {latency(250)}), other("b", {latency(251)}), other("copy-of-b", {latency(251)})};
  const CardCheck check = check_card(mine, "Test 1", others);
  EXPECT_EQ(check.others.size(), 1U);
  EXPECT_THAT(check.remarks, testing::ElementsAre(HasSubstr("me is left out: it is the discovery of this card itself"),
                                                  HasSubstr("copy-of-b is left out: it is the discovery of b, too")));
}

TEST(CardCheck, another_tool_and_another_driver_decide_nothing) {
  Finding mine = told("device", "driver", "580");
  Finding theirs = told("device", "driver", "590");
  const std::vector<OtherCard> others{other("a", {latency(250), theirs}), other("mt4g", {latency(219)}, CardSource::published)};
  const CardCheck check = check_card(card({latency(250.5), mine}), "Test 1", others);
  EXPECT_EQ(check.count(Standing::apart) + check.count(Standing::outside), 0U);
  EXPECT_EQ(why_not_normal(check), std::nullopt);
  ASSERT_EQ(check.published.size(), 1U);
  EXPECT_EQ(check.published[0].differs, 1U);
  EXPECT_THAT(check.remarks, testing::ElementsAre(HasSubstr("The driver of a was another one: 590, and 580 here.")));
}

/// The recorded session as if from another card of the same kind: each time and rate is a little off, within its interval.
Session like_the_recorded(const Session& session, double part) {
  Session like = session;
  like.runs.clear();
  for (Finding& finding : like.findings) {
    finding.evidence.clear();
    if (finding.status == FindingStatus::measured && finding.value.is_number_float() && finding.low && finding.high)
      finding.value = finding.value.get<double>() + part * (*finding.high - *finding.low);
  }
  return like;
}

TEST(CardCheck, of_a_recorded_card_just_what_was_changed_is_found) {
  const Session h100 = recorded("h100");
  std::vector<OtherCard> others{other("a", {}), other("b", {}), other("c", {})};
  for (std::size_t i = 0; i < others.size(); ++i) others[i].session = like_the_recorded(h100, 0.1 * static_cast<double>(i + 1));
  Session mine = like_the_recorded(h100, -0.1);
  EXPECT_EQ(check_card(mine, "H100", others).count(Standing::outside), 0U);
  std::size_t changed = 0;
  for (Finding& finding : mine.findings) {
    const bool is_l2_latency = finding.subject == "l2" && finding.quantity == "hit_latency_cycles";
    const bool is_tlb = finding.subject == "l2_tlb" && finding.quantity == "entries";
    if (!is_l2_latency && !is_tlb) continue;
    const double factor = is_tlb ? 0.5 : 1.15;
    finding.value = finding.value.get<double>() * factor;
    for (auto* end : {&finding.low, &finding.high})
      if (*end) *end = **end * factor;
    ++changed;
  }
  ASSERT_EQ(changed, 3U);  // the latency is found through two spaces
  const CardCheck check = check_card(mine, "H100", others);
  EXPECT_EQ(check.count(Standing::outside), changed);
  for (std::size_t i = 0; i < changed; ++i)
    EXPECT_TRUE(check.rows[i].card.subject == "l2" || check.rows[i].card.subject == "l2_tlb") << check.rows[i].card.subject;
  EXPECT_GT(check.count(Standing::inside), 150U);
  EXPECT_THAT(why_not_normal(check).value_or(""), HasSubstr("3 of "));
  const auto json = nlohmann::json::parse(check_report(check, CheckFormat::json, true));
  EXPECT_EQ(json["count"]["outside"], changed);
  EXPECT_EQ(json["rows"].size(), check.rows.size());
}

TEST(CardCheck, two_recorded_cards_of_other_kinds_differ_where_they_should) {
  OtherCard h200{{CardSource::recording, "recording:h200", "NVIDIA H200", "H200", "9.0", ""}, recorded("h200")};
  const CardCheck check = check_card(recorded("h100"), "H100", std::vector{h200});
  EXPECT_EQ(check.others.at(0).chips->verdict, ChipVerdict::another_kind);
  const auto differs = [&](const char* subject, const char* quantity) {
    return std::any_of(check.rows.begin(), check.rows.end(), [&](const CheckedRow& row) {
      return row.standing == Standing::apart && row.card.subject == subject && row.card.quantity == quantity;
    });
  };
  EXPECT_TRUE(differs("device", "memory_bytes"));
  EXPECT_FALSE(differs("l1_data", "line_bytes"));
}

TEST(CardCheck, two_discoveries_of_one_chip_are_one_card) {
  const Session h100 = recorded("h100");
  Session again = like_the_recorded(h100, 0.1), third = like_the_recorded(h100, 0.2);
  again.runs = third.runs = h100.runs;
  for (Session* session : {&again, &third})
    for (Finding& finding : session->findings)
      if (finding.quantity == "read_bandwidth") finding.value = finding.value.get<std::int64_t>() + (session == &again ? 1 : 2);
  const Session mine = recorded("h200");
  std::vector<OtherCard> others{other("a", {}), other("b", {})};
  others[0].session = again;
  others[1].session = third;
  EXPECT_EQ(check_card(mine, "H", others).cards, 1U);
  const CardCheck own = check_card(h100, "H", others);
  EXPECT_EQ(own.others.size(), 2U);
  EXPECT_EQ(own.cards, 0U);
  EXPECT_EQ(own.count(Standing::outside), 0U);
  EXPECT_THAT(caution_words(own), HasSubstr("It is the same chip, or one with the same SMs"));
}

TEST(CardCheck, spans_lie_between_the_least_and_the_greatest) {
  const CheckedRow row = only_row(card({latency(270)}), {other("a", {latency(250)}), other("b", {latency(260)})});
  const auto spans = spans_of(row);
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans[0].high, 1);
  EXPECT_EQ(spans[1].low, 0);
  EXPECT_NEAR(spans[2].value, 0.5, 1e-9);
  EXPECT_THAT(
      spans_of(only_row(card({told("l2", "replacement_policy", "lru")}), {other("a", {told("l2", "replacement_policy", "lru")})})),
      IsEmpty());
}

}  // namespace
}  // namespace chasescope
