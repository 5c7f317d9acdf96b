#include "engine/trace/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace chasescope {
namespace {

std::string text(double number, std::string_view unit) { return quantity_text(number, unit).joined(); }

TEST(NumberText, tells_whole_numbers_in_full_and_others_to_four_digits) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(1408), "1,408");
  EXPECT_EQ(number_text(27'279'360), "27,279,360");
  EXPECT_EQ(number_text(33.25), "33.25");
  EXPECT_EQ(number_text(33.251), "33.25");
  EXPECT_EQ(number_text(116.21), "116.2");
  EXPECT_EQ(number_text(116.04), "116");
  EXPECT_EQ(number_text(999.96), "1,000");
  EXPECT_EQ(number_text(1160.4), "1,160");
  EXPECT_EQ(number_text(1.0 / 6), "0.1667");
  EXPECT_EQ(number_text(0.00012346), "0.0001235");
  EXPECT_EQ(number_text(-2.5), "−2.5");
  EXPECT_EQ(number_text(-4), "−4");
  EXPECT_EQ(number_text(1e18), "1e+18");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(NumberText, never_tells_a_few_misses_as_none) {
  EXPECT_EQ(share_text(0), "0 %");
  EXPECT_EQ(share_text(0.0001), "< 0.1 %");
  EXPECT_EQ(share_text(0.1204), "12 %");
  EXPECT_EQ(share_text(0.125), "12.5 %");
  EXPECT_EQ(share_text(0.9999), "> 99.9 %");
  EXPECT_EQ(share_text(1), "100 %");
}

TEST(NumberText, tells_sizes_exactly_while_that_is_short) {
  EXPECT_EQ(text(0, "bytes"), "0 B");
  EXPECT_EQ(text(128, "bytes"), "128 B");
  EXPECT_EQ(text(12'416, "bytes"), "12,416 B");
  EXPECT_EQ(text(228'096, "bytes"), "222.75 KiB");
  EXPECT_EQ(text(0x1.8p21, "bytes"), "3 MiB");
  EXPECT_EQ(text(17'110'399, "bytes"), "16.32 MiB");
  EXPECT_EQ(text(146'591'680.0 * 1024, "bytes"), "139.8 GiB");
  EXPECT_EQ(text(81'079.0 * 1024 * 1024, "bytes"), "79.18 GiB");
  EXPECT_EQ(text(41'412'992.0 * 1024, "bytes"), "39.49 GiB");
  EXPECT_EQ(text(32'510.5 * 1024 * 1024, "bytes"), "31.75 GiB");
  EXPECT_EQ(text(0x1p63, "bytes"), "8 EiB");
  EXPECT_EQ(text(57.5, "bytes"), "57.5 B");
  EXPECT_EQ(text(-1, "bytes"), "−1 B");
  EXPECT_EQ(short_size_text(228'096).joined(), "222.8 KiB");
  EXPECT_EQ(size_range_text(53'248, 53'728), "52 to 52.47 KiB");
  EXPECT_EQ(size_range_text(524'288, 1'048'576, " and "), "512 and 1,024 KiB");
  EXPECT_EQ(size_range_text(16'777'216, 16'777'248), "16,777,216 to 16,777,248 B");
}

TEST(NumberText, tells_two_sizes_apart) {
  EXPECT_EQ(two_sizes(std::uint64_t{81'079} << 20, std::uint64_t{1} << 30),
            (std::pair<std::string, std::string>{"79.18 GiB", "1 GiB"}));
  EXPECT_EQ(two_sizes(3'145'856, 3'145'728), (std::pair<std::string, std::string>{"3,145,856 B", "3,145,728 B"}));
  EXPECT_EQ(two_sizes(4096, 4096), (std::pair<std::string, std::string>{"4 KiB", "4 KiB"}));
}

TEST(NumberText, tells_rates_and_clocks_as_people_do) {
  EXPECT_EQ(text(29609332966849.0, "bytes/s"), "29.61 TB/s");
  EXPECT_EQ(text(4568838855879.0, "bytes/s"), "4.569 TB/s");
  EXPECT_EQ(text(192.4e9, "bytes/s"), "192.4 GB/s");
  EXPECT_EQ(text(999, "bytes/s"), "999 B/s");
  EXPECT_EQ(text(5e15, "bytes/s"), "5,000 TB/s");
  EXPECT_EQ(text(1980000, "kHz"), "1,980 MHz");
  EXPECT_EQ(text(822500, "kHz"), "822.5 MHz");
  EXPECT_EQ(text(12, "kHz"), "12 kHz");
  EXPECT_EQ(text(33.25, "cycles"), "33.25 cycles");
  EXPECT_EQ(text(45, "1"), "45");
}

}  // namespace
}  // namespace chasescope
