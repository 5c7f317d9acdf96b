#include "engine/trace/quantity_text.h"

#include <gtest/gtest.h>

namespace chasescope {
namespace {

TEST(QuantityText, ReadsSizes) {
  EXPECT_EQ(parse_bytes("0"), 0U);
  EXPECT_EQ(parse_bytes("128"), 128U);
  EXPECT_EQ(parse_bytes("128B"), 128U);
  EXPECT_EQ(parse_bytes("17KiB"), 17408U);
  EXPECT_EQ(parse_bytes("17 kib"), 17408U);
  EXPECT_EQ(parse_bytes("17k"), 17408U);
  EXPECT_EQ(parse_bytes("2M"), 2097152U);
  EXPECT_EQ(parse_bytes("1.5KiB"), 1536U);
  EXPECT_EQ(parse_bytes("64GiB"), std::uint64_t{1} << 36);
  EXPECT_EQ(parse_bytes("18446744073709551615"), ~std::uint64_t{0});
}

TEST(QuantityText, RefusesWhatIsNoSize) {
  for (const char* text : {"", "KiB", "-1", "+1", "1e3", "1.3B", "0.1KiB", "1..5K", "1.K", ".5K", "12X", "12KiBs", "0x10", "1,024",
                           "18446744073709551616", "16777216TiB", "99999999999TiB", "nan", "1 2"})
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
}

// A vendor's KB has 1,024 bytes, and everyone else's has 1,000. The program must not measure with a number that nobody meant.
TEST(QuantityText, refuses_units_that_mean_two_sizes) {
  for (const char* text : {"16KB", "16 kb", "2MB", "1.5GB", "1TB"}) {
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
    EXPECT_NE(size_doubt(text), "") << text;
  }
  EXPECT_EQ(size_doubt("16KB"),
            "'16KB' can mean units of 1,000 or of 1,024 bytes; write 16KiB for the larger ones, or whole bytes");
  EXPECT_EQ(size_doubt("1.5 mb"),
            "'1.5 mb' can mean units of 1,000,000 or of 1,048,576 bytes; write 1.5MiB for the larger ones, or whole bytes");
  for (const char* text : {"", "KB", "16", "16B", "16KiB", "16K", "16XB", "-1KB", "many"}) EXPECT_EQ(size_doubt(text), "") << text;
}

TEST(QuantityText, ReadsCounts) {
  EXPECT_EQ(parse_count("4096"), 4096U);
  for (const char* text : {"", "-1", "1.5", "4k", " 4", "18446744073709551616"}) EXPECT_EQ(parse_count(text), std::nullopt) << text;
}

TEST(QuantityText, ReadsListsOfCounts) {
  using List = std::vector<std::uint64_t>;
  EXPECT_EQ(parse_counts("7"), List{7});
  EXPECT_EQ(parse_counts("0-3"), (List{0, 1, 2, 3}));
  EXPECT_EQ(parse_counts(" 1, 4 - 9 : 2 ,16"), (List{1, 4, 6, 8, 16}));
  EXPECT_EQ(parse_counts("5-5"), List{5});
  EXPECT_EQ(parse_counts("2-1024:2")->size(), 512U);
  EXPECT_EQ(parse_counts("1-65536")->size(), 65'536U);
  for (const char* wrong : {"", ",", "1,", "a", "-1", "3-1", "1-", "1-4:0", "5:2", "1-4:", "1-65537", "0-18446744073709551615", "1-2-3",
                            "1.5", "0-65535,1"})
    EXPECT_EQ(parse_counts(wrong), std::nullopt) << wrong;
}

TEST(QuantityText, WritesSizes) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(128), "128 B");
  EXPECT_EQ(format_bytes(12416), "12,416 B");
  EXPECT_EQ(format_bytes(17408), "17 KiB");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_bytes(std::uint64_t{3071} << 20), "3,071 MiB");
  EXPECT_EQ(format_bytes(~std::uint64_t{0}), "18,446,744,073,709,551,615 B");
}

TEST(QuantityText, ReadsBackWhatItWrites) {
  for (std::uint64_t bytes = 1; bytes < (std::uint64_t{1} << 62); bytes += bytes / 3 + 1) {
    std::string text = format_bytes(bytes);
    std::erase(text, ',');
    EXPECT_EQ(parse_bytes(text), bytes) << text;
  }
}

}  // namespace
}  // namespace chasescope
