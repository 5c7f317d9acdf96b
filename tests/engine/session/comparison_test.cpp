#include "engine/session/compare/comparison.h"

#include <gmock/gmock.h>

#include "engine/session/compare/comparison_report.h"
#include "tests/engine/session/report_samples.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Session compared_with(std::vector<Finding> findings) {
  Session session;
  session.device.name = "Card";
  session.findings = std::move(findings);
  return session;
}

Compared compared(const Finding& a, const Finding& b) {
  const Comparison comparison = compare_sessions(compared_with({a}), compared_with({b}));
  if (comparison.rows.size() != 1) throw std::runtime_error("the findings were not paired");
  return comparison.rows.front();
}

Agreement agreement(const Finding& a, const Finding& b) { return compared(a, b).verdict; }

Finding between(double low, double value, double high) {
  Finding finding = measured("l1_data", "hit_latency_cycles", value, "cycles");
  finding.low = low;
  finding.high = high;
  return finding;
}

Finding status(FindingStatus status, const std::string& reason = {}) {
  Finding finding = measured("l1_data", "capacity_bytes", nullptr, "bytes");
  finding.status = status;
  finding.reason = reason;
  return finding;
}

Finding capacity(double bytes) { return measured("l1_data", "capacity_bytes", bytes, "bytes"); }

TEST(Comparison, ASessionAgreesWithItself) {
  const Session session = report_session();
  const Comparison comparison = compare_sessions(session, session);
  EXPECT_EQ(comparison.count(Agreement::neither), 2U);  // the two findings that neither session could tell
  EXPECT_EQ(comparison.count(Agreement::agrees) + 2, comparison.rows.size());
  EXPECT_GE(comparison.rows.size(), session.findings.size());
}

TEST(Comparison, IntervalsThatOverlapAgree) {
  EXPECT_EQ(agreement(between(30, 35, 40), between(39, 45, 50)), Agreement::agrees);
  EXPECT_EQ(agreement(between(30, 35, 38), between(39, 45, 50)), Agreement::differs);
  EXPECT_THAT(compared(between(30, 36, 38), between(39, 45, 50)).remark, HasSubstr("20 % apart"));
}

TEST(Comparison, intervals_that_are_apart_read_apart) {
  const auto rate = [](double low, double value, double high) {
    Finding finding = measured("shared_memory", "read_bandwidth", value, "bytes/s");
    finding.low = low;
    finding.high = high;
    return finding;
  };
  const ComparedWords words = words_of(compared(rate(29.5849e12, 29.59e12, 29.604e12), rate(29.558e12, 29.566e12, 29.5756e12)));
  EXPECT_EQ(words.a, "29.590 (29.585 to 29.604) TB/s");
  EXPECT_EQ(words.b, "29.566 (29.558 to 29.576) TB/s");
  EXPECT_EQ(words_of(compared(between(30, 35, 38), between(39, 45, 50))).a, "35 cycles (30 to 38 cycles)");
}

TEST(Comparison, of_two_curves_it_says_where_they_are_farthest_apart) {
  Finding a = measured("l1_tlb", "miss_rate", {0, 0, 1, 1}, "1");
  a.conditions = {{"from_bytes", 1024}, {"step_bytes", 1024}};
  Finding b = a;
  b.value = {0, 0.25, 0.5, 1};
  EXPECT_EQ(compared(a, b).verdict, Agreement::differs);
  EXPECT_EQ(compared(a, b).remark, "Farthest apart at N = 3 KiB: 100 % and 50 %.");
}

TEST(Comparison, what_two_probes_of_a_session_told_is_compared_once) {
  Finding first = capacity(16384), again = first;
  first.evidence = {"run-1"};
  again.evidence = {"run-2"};
  const Comparison comparison = compare_sessions(compared_with({first, again}), compared_with({capacity(16384)}));
  ASSERT_EQ(comparison.rows.size(), 1U);
  EXPECT_EQ(comparison.rows[0].verdict, Agreement::agrees);
  EXPECT_EQ(comparison.rows[0].a->evidence, (std::vector<std::string>{"run-1", "run-2"}));
}

TEST(Comparison, a_tolerance_decides_whatever_the_intervals_are) {
  const auto verdict = [](const Finding& a, const Finding& b, double tolerance) {
    return compare_sessions(compared_with({a}), compared_with({b}), tolerance).rows.front().verdict;
  };
  EXPECT_EQ(verdict(between(30, 100, 140), between(39, 103, 150), 0.02), Agreement::differs);
  EXPECT_EQ(verdict(between(100, 100, 100), between(102, 102, 102), 0.02), Agreement::agrees);
  EXPECT_EQ(verdict(capacity(100), capacity(102), 0.01), Agreement::differs);
  EXPECT_EQ(verdict(capacity(100), capacity(102), 0.02), Agreement::agrees);
  EXPECT_EQ(verdict(capacity(98), capacity(100), 0.02), Agreement::agrees) << "the limit itself is within";
  EXPECT_EQ(verdict(measured("l2", "replacement_policy", "lru", ""), measured("l2", "replacement_policy", "fifo", ""), 1),
            Agreement::differs);
}

TEST(Comparison, a_check_fails_where_something_differs_or_nothing_is_known) {
  const auto why = [](const Session& a, const Session& b) { return why_it_fails(compare_sessions(a, b, 0.02)); };
  EXPECT_EQ(why(compared_with({capacity(100)}), compared_with({capacity(101)})), std::nullopt);
  const auto failed = why(compared_with({capacity(16'384)}), compared_with({capacity(20'480)}));
  ASSERT_TRUE(failed);
  EXPECT_THAT(*failed, HasSubstr("differs by more than 2 %: "));
  EXPECT_THAT(*failed, HasSubstr("16 KiB"));
  EXPECT_THAT(*failed, HasSubstr("20 KiB"));
  EXPECT_THAT(why(compared_with({status(FindingStatus::not_measurable)}), compared_with({capacity(1)})).value_or(""),
              HasSubstr("Nothing could be compared"));
}

TEST(Comparison, a_new_driver_is_no_failure_and_lower_bounds_contradict_nothing) {
  const auto of_driver = [](const char* driver, double outstanding) {
    Finding bound = measured("request_table", "outstanding_at_least", outstanding, "requests");
    bound.low = outstanding;
    bound.high = std::nullopt;
    return compared_with({capacity(16'384), measured("device", "driver", driver, "1"), bound});
  };
  const Comparison comparison = compare_sessions(of_driver("580", 197), of_driver("590", 223), 0.02);
  EXPECT_EQ(why_it_fails(comparison), std::nullopt);
  EXPECT_EQ(comparison.count(Agreement::differs), 1U) << "the driver is told all the same";
}

TEST(Comparison, a_check_counts_as_the_table_does) {
  const auto of_driver = [](const char* driver, double bytes) {
    return compared_with(
        {capacity(bytes), measured("device", "driver", driver, "1"), measured("l2", "replacement_policy", "lru", "")});
  };
  const Comparison comparison = compare_sessions(of_driver("580", 16'384), of_driver("590", 20'480));
  EXPECT_EQ(comparison_summary(comparison), "2 differ, 1 agree");
  EXPECT_THAT(why_it_fails(comparison).value_or(""),
              ::testing::StartsWith("2 of 3 values differ beyond the intervals, 1 without driver, runtime and notes: "));
}

TEST(Comparison, a_tolerance_is_per_cent) {
  EXPECT_EQ(tolerance_from("2%"), 0.02);
  EXPECT_EQ(tolerance_from("0.5 %"), 0.005);
  EXPECT_EQ(tolerance_from("0%"), 0.0);
  for (const char* wrong : {"", "%", "2", "2ms", "-1%", "101%", "nan%", "inf%", "2%%", " 2%", "1e1%", "2,5%"})
    EXPECT_EQ(tolerance_from(wrong), std::nullopt) << wrong;
}

TEST(Comparison, every_format_knows_the_tolerance) {
  const Comparison comparison = compare_sessions(compared_with({capacity(16'384)}), compared_with({capacity(20'480)}), 0.02);
  for (const ComparisonFormat format : {ComparisonFormat::text, ComparisonFormat::markdown, ComparisonFormat::latex})
    EXPECT_THAT(comparison_report(comparison, "a", "b", format), HasSubstr("Differs by more than 2"));
  const json document = json::parse(comparison_report(comparison, "a", "b", ComparisonFormat::json));
  EXPECT_EQ(document["tolerance"], 0.02);
  EXPECT_EQ(document["rows"][0]["apart"], 0.2);
  EXPECT_THAT(comparison_report(comparison, "a", "b", ComparisonFormat::csv), HasSubstr(",apart,tolerance\n"));
}

TEST(Comparison, TimesWithoutIntervalsMayDifferABitAndSizesMayNot) {
  const auto latency = [](double cycles) { return measured("l1_data", "hit_latency_cycles", cycles, "cycles"); };
  EXPECT_EQ(agreement(latency(100), latency(101.5)), Agreement::agrees);
  EXPECT_EQ(agreement(latency(100), latency(103)), Agreement::differs);
  EXPECT_EQ(agreement(capacity(1'000'000), capacity(1'000'001)), Agreement::differs);
  EXPECT_EQ(agreement(capacity(16'384), capacity(16'384)), Agreement::agrees);
}

TEST(Comparison, RatesAreBroughtToOneUnit) {
  const auto rate = [](double value, const std::string& unit) { return measured("l2", "read_bandwidth", value, unit); };
  EXPECT_EQ(agreement(rate(4, "GiB/s"), rate(0x1p32, "bytes/s")), Agreement::agrees);
  EXPECT_EQ(agreement(rate(4, "GB/s"), rate(0x1p32, "bytes/s")), Agreement::differs);
  EXPECT_EQ(agreement(rate(4, "GB/s"), rate(4, "bytes/cycle")), Agreement::incomparable);
}

TEST(Comparison, ABoundIsKeptOrBroken) {
  Finding bound = status(FindingStatus::not_measurable, "It holds all that could be asked for.");
  bound.low = 65'536;
  EXPECT_EQ(agreement(capacity(131'072), bound), Agreement::agrees);
  EXPECT_EQ(agreement(bound, capacity(65'536)), Agreement::agrees);
  EXPECT_EQ(agreement(capacity(32'768), bound), Agreement::differs);
  EXPECT_EQ(agreement(bound, bound), Agreement::neither);
}

TEST(Comparison, AbsenceIsAStatementAndNotKnowingIsNone) {
  const Finding absent = status(FindingStatus::absent);
  const Finding unknown = status(FindingStatus::not_measurable, "Too noisy.");
  EXPECT_EQ(agreement(absent, absent), Agreement::agrees);
  EXPECT_EQ(agreement(absent, capacity(1)), Agreement::differs);
  EXPECT_EQ(agreement(capacity(1), unknown), Agreement::only_a);
  EXPECT_EQ(agreement(unknown, capacity(1)), Agreement::only_b);
  EXPECT_EQ(compared(unknown, capacity(1)).remark, "Too noisy.");
  EXPECT_EQ(agreement(absent, unknown), Agreement::only_a);
}

TEST(Comparison, ArraysWithoutAnOrderAreComparedAsSuch) {
  const auto ways = [](json value) { return measured("texture", "ways_per_set", std::move(value), "1"); };
  EXPECT_EQ(agreement(ways({17, 8, 8}), ways({8, 17, 8})), Agreement::agrees);
  EXPECT_EQ(agreement(ways({17, 8, 8}), ways({17, 8})), Agreement::differs);
  const auto shares = [](json value) { return measured("l1_data", "way_replacement_probability", std::move(value), "1"); };
  EXPECT_EQ(agreement(shares({0.5, 0.25, 0.25}), shares({0.26, 0.24, 0.5})), Agreement::agrees);
  EXPECT_EQ(agreement(shares({0.5, 0.25, 0.25}), shares({0.3, 0.3, 0.4})), Agreement::differs);
  EXPECT_EQ(agreement(ways({4}), ways(4)), Agreement::incomparable);
}

TEST(Comparison, FindingsArePairedByTheirConditions) {
  const auto at = [](double bytes, json conditions) {
    Finding finding = capacity(bytes);
    finding.conditions = std::move(conditions);
    return finding;
  };
  const Comparison comparison = compare_sessions(compared_with({at(16, {{"l1_kib", 16}}), at(48, {{"l1_kib", 48}})}),
                                                 compared_with({at(48, {{"l1_kib", 48}}), at(16, {{"l1_kib", 16}})}));
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.count(Agreement::agrees), 2U);

  // A condition that only one side names is no contradiction. The SM tells where a quantity was measured, and is no part of the
  // quantity.
  EXPECT_EQ(
      compare_sessions(compared_with({at(16, {{"space", "global.ca"}})}), compared_with({at(16, json::object())})).rows.size(), 1U);
  EXPECT_EQ(compare_sessions(compared_with({at(16, {{"sm", 1}})}), compared_with({at(16, {{"sm", 2}})})).rows.size(), 1U);
  // Findings with other conditions are about other things.
  const Comparison apart = compare_sessions(compared_with({at(16, {{"l1_kib", 16}})}), compared_with({at(48, {{"l1_kib", 48}})}));
  EXPECT_EQ(apart.count(Agreement::only_a), 1U);
  EXPECT_EQ(apart.count(Agreement::only_b), 1U);
}

TEST(Comparison, no_carveout_named_is_the_drivers_choice) {
  const auto at = [](json conditions) {
    Finding finding = measured("l1_data", "contiguous_bytes", 65'536, "bytes");
    finding.conditions = std::move(conditions);
    return finding;
  };
  const Comparison comparison =
      compare_sessions(compared_with({at({{"carveout_percent", 0}})}), compared_with({at(json::object())}));
  EXPECT_EQ(comparison.count(Agreement::only_a), 1U);
  EXPECT_EQ(comparison.count(Agreement::only_b), 1U);
}

TEST(Comparison, what_differs_is_not_told_in_words_that_do_not) {
  const auto clock = [](double khz, double apart) {
    Finding finding = measured("device", "clock_khz", static_cast<std::uint64_t>(khz), "kHz");
    finding.low = khz - apart;
    finding.high = khz + apart;
    return finding;
  };
  // Both were measured, one of them without an interval. No clock is so steady that this could be a difference.
  EXPECT_EQ(agreement(clock(1'980'000, 0), clock(1'979'854, 200)), Agreement::agrees);
  const Comparison comparison = compare_sessions(compared_with({clock(1'980'000, 10)}), compared_with({clock(1'979'854, 10)}));
  ASSERT_EQ(comparison.rows.size(), 1U);
  ASSERT_EQ(comparison.rows.front().verdict, Agreement::differs);
  const ComparedWords words = words_of(comparison.rows.front());
  EXPECT_EQ(words.a, "1,980,000 kHz");
  EXPECT_EQ(words.b, "1,979,854 kHz");
}

TEST(Comparison, DevicesAreComparedToo) {
  Session a = compared_with({});
  Session b = compared_with({});
  a.device.properties.sm_count = 80;
  b.device.properties.sm_count = 132;
  const Comparison comparison = compare_sessions(a, b);
  ASSERT_EQ(comparison.rows.size(), 1U);
  EXPECT_EQ(comparison.rows.front().either().quantity, "sm_count");
  EXPECT_EQ(comparison.rows.front().verdict, Agreement::differs);
}

TEST(ComparisonReport, SaysTheSameInEveryFormat) {
  const Comparison comparison = compare_sessions(compared_with({capacity(16'384), measured("l2", "line_bytes", 128, "bytes")}),
                                                 compared_with({capacity(32'768), measured("l2", "sets", 64, "1")}));
  EXPECT_EQ(comparison_summary(comparison), "1 differ, 1 only in A, 1 only in B");
  EXPECT_EQ(comparison_report(comparison, "a.json", "b.json", ComparisonFormat::text),
            "A  Card  (a.json)\nB  Card  (b.json)\n1 differ, 1 only in A, 1 only in B\n"
            "\nDiffers beyond the intervals\n"
            "                           A       B\n"
            "  L1 data cache: Capacity  16 KiB  32 KiB  50 % apart.\n"
            "\nOnly in A\n"
            "                  A      B\n"
            "  L2 cache: Line  128 B\n"
            "\nOnly in B\n"
            "                  A  B\n"
            "  L2 cache: Sets     64\n");
  const json document = json::parse(comparison_report(comparison, "a.json", "b.json", ComparisonFormat::json));
  EXPECT_EQ(document.at("rows").size(), 3U);
  EXPECT_EQ(document.at("rows")[0].at("verdict"), "differs");
  EXPECT_EQ(document.at("rows")[0].at("b").at("value"), 32'768);
  EXPECT_THAT(comparison_report(comparison, "a.json", "b.json", ComparisonFormat::csv),
              HasSubstr("\ndiffers,l1_data,capacity_bytes,16384,bytes,,,measured,{},32768,bytes,,,measured,{},50 % apart.\n"));
  EXPECT_THAT(comparison_report(comparison, "a|b.json", "b.json", ComparisonFormat::markdown), HasSubstr("a\\|b.json"));
}

}  // namespace
}  // namespace chasescope
