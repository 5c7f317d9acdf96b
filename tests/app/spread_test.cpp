// How far the numbers of several discoveries of one card lie apart.
#include <gtest/gtest.h>

#include "engine/session/summary/summary_spread.h"

namespace chasescope {
namespace {

Summary with(double cycles, std::optional<double> size) {
  SummaryRow row{.id = "l1_data", .name = "L1 data"};
  row.latency = SummaryNumber{.value = cycles, .unit = "cycles"};
  if (size) row.size = SummaryNumber{.value = *size, .unit = "bytes"};
  row.series = {{"2-way", SummaryNumber{.value = 25, .unit = "cycles"}}};
  return {.device = "A card", .sections = {{"sm", "Each SM", {row}}}};
}

TEST(Spread, is_least_and_most_of_each_number_and_counts_who_told_it) {
  const std::vector<Summary> summaries{with(33.25, 1024), with(33, std::nullopt), with(34, 1024)};
  const SummarySpread spread = spread_of(summaries);
  EXPECT_EQ(spread.discoveries, 3U);
  const nlohmann::json json = spread_json(spread);
  EXPECT_EQ(json["numbers"], nlohmann::json::parse(
                                 R"([{"row": "l1_data", "column": "size", "unit": "bytes", "min": 1024.0, "max": 1024.0, "told": 2},
                                      {"row": "l1_data", "column": "cycles", "unit": "cycles", "min": 33.0, "max": 34.0, "told": 3},
                                      {"row": "l1_data", "column": "2-way", "unit": "cycles", "min": 25.0, "max": 25.0, "told": 3}])"));
  const std::string text = plain_text(spread_lines(spread, 80));
  EXPECT_NE(text.find("IN 3 DISCOVERIES"), std::string::npos) << text;
  EXPECT_NE(text.find("L1 data, cycles  33 cycles to 34 cycles"), std::string::npos) << text;
  EXPECT_NE(text.find("Told in some only: L1 data, size (2)."), std::string::npos) << text;
  EXPECT_NE(text.find("1 number was the same in all."), std::string::npos) << text;
}

TEST(Spread, of_ranges_is_from_the_lowest_start_to_the_highest_end) {
  std::vector<Summary> summaries{with(267, std::nullopt), with(268, std::nullopt)};
  summaries[0].sections[0].rows[0].latency->to = 297;
  summaries[1].sections[0].rows[0].latency->to = 298;
  const std::string text = plain_text(spread_lines(spread_of(summaries), 80));
  EXPECT_NE(text.find("L1 data, cycles  267 cycles to 298 cycles"), std::string::npos) << text;
}

TEST(Spread, of_bounds_and_digits_that_nobody_sees_is_none) {
  std::vector<Summary> summaries{with(267.261, std::nullopt), with(267.259, std::nullopt)};
  for (Summary& summary : summaries)
    summary.sections[0].rows[0].size = SummaryNumber{.value = 65536, .unit = "bytes", .bound = SummaryNumber::Bound::at_least};
  const std::string text = plain_text(spread_lines(spread_of(summaries), 80));
  EXPECT_NE(text.find("3 numbers were the same in all."), std::string::npos) << text;
}

}  // namespace
}  // namespace chasescope
