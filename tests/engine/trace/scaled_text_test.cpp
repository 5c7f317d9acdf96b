#include "engine/trace/scaled_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace chasescope {
namespace {

std::string text(double number, std::string_view unit) {
  const auto scaled = scaled_text(number, unit);
  return scaled ? scaled->value + " " + scaled->unit : "";
}

TEST(ScaledText, TellsRatesAndClocksAsPeopleDo) {
  EXPECT_EQ(text(29609332966849.0, "bytes/s"), "29.61 TB/s");
  EXPECT_EQ(text(4568838855879.0, "bytes/s"), "4.569 TB/s");
  EXPECT_EQ(text(192.4e9, "bytes/s"), "192.4 GB/s");
  EXPECT_EQ(text(999, "bytes/s"), "999.0 B/s");
  EXPECT_EQ(text(5e15, "bytes/s"), "5,000 TB/s");
  EXPECT_EQ(text(1980000, "kHz"), "1,980 MHz");
  EXPECT_EQ(text(822500, "kHz"), "822.5 MHz");
}

TEST(ScaledText, LeavesEverythingElseAlone) {
  EXPECT_EQ(text(1980000, "cycles"), "");
  EXPECT_EQ(text(12, "kHz"), "");
  EXPECT_EQ(text(0, "bytes/s"), "");
  EXPECT_EQ(text(-5, "bytes/s"), "");
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN(), "bytes/s"), "");
  EXPECT_EQ(text(std::numeric_limits<double>::infinity(), "kHz"), "");
}

}  // namespace
}  // namespace chasescope
