// The bits and constants of pages are drawn at random. The test compares all that the code finds with the draw.
#include "engine/inference/sets/page_kinds.h"

#include <gmock/gmock.h>

#include <bit>

#include "engine/inference/sets/page_row.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr std::uint64_t kLine = 128, kPage = 2 << 20, kBytes = 128 * kPage;
constexpr double kNear = 550, kFar = 760, kCut = 655;

double normal(Random& random) {
  double sum = -6;  // the sum of twelve uniform numbers is nearly normal
  for (int k = 0; k < 12; ++k) sum += random.unit();
  return sum;
}

/// Lines at random offsets; a share `misread` of them is read wrongly. `is_far` takes an offset in bytes.
template <typename IsFar>
std::vector<ReadLine> lines_of(const IsFar& is_far, double misread, std::uint64_t seed, std::size_t count = 13312) {
  Random random(seed);
  std::vector<ReadLine> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t offset = random.below(kBytes / kLine) * kLine;
    const bool far = is_far(offset) != (random.unit() < misread);
    lines.push_back({offset, (far ? kFar : kNear) + 15 * normal(random)});
  }
  return lines;
}

std::vector<unsigned> bits_of(std::uint64_t mask) {
  std::vector<unsigned> bits;
  for (unsigned bit = 0; bit < 64; ++bit)
    if ((mask >> bit & 1) != 0) bits.push_back(bit);
  return bits;
}

bool odd(std::uint64_t bits) { return std::popcount(bits) % 2 != 0; }

TEST(PageKinds, tells_every_constant_of_pages_that_are_drawn) {
  Random random(35);
  std::size_t told = 0, pages = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t mask = (1 + random.below((1 << 14) - 1)) * kLine;
    std::vector<bool> begins_far(kBytes / kPage);
    for (std::size_t page = 0; page < begins_far.size(); ++page) begins_far[page] = random.below(2) == 1;
    const auto is_far = [&](std::uint64_t offset) { return odd(offset & mask) != begins_far[offset / kPage]; };
    const double misread = 0.05 * static_cast<double>(i % 4);
    const auto found = kinds_of_pages(lines_of(is_far, misread, i), kBytes, bits_of(mask), kCut);
    pages += begins_far.size();
    if (!found.pages) continue;
    ASSERT_EQ(found.pages->page_bytes, kPage) << i;
    ASSERT_TRUE(found.pages->page_ends);
    ASSERT_EQ(found.pages->bits, bits_of(mask));
    told += found.pages->told;
    for (std::size_t page = 0; page < begins_far.size(); ++page)
      ASSERT_EQ(found.pages->pages[page].begins_far.value_or(begins_far[page]), begins_far[page]) << i << ": " << page;
  }
  EXPECT_GE(told, pages * 99 / 100);
}

// The first bits come from a sequential walk that is shorter than a page, so that the bits above them and below the page are still
// unknown.
TEST(PageKinds, adds_the_bits_between_those_that_were_examined_and_the_page) {
  const std::uint64_t mask = 0x9a000, above = std::uint64_t{1} << 20;
  const auto is_far = [&](std::uint64_t offset) { return odd(offset & (mask | above)) != (offset / kPage % 3 == 0); };
  const auto found = kinds_of_pages(lines_of(is_far, 0.05, 1), kBytes, bits_of(mask), kCut);
  ASSERT_TRUE(found.pages) << found.undecided;
  EXPECT_EQ(found.pages->bits, bits_of(mask | above));
  EXPECT_EQ(found.pages->page_bytes, kPage);
  EXPECT_EQ(found.pages->told, 128U);
  EXPECT_LT(found.pages->wrong, 1e-6);
}

TEST(PageKinds, says_where_no_page_ends) {
  const auto is_far = [](std::uint64_t offset) { return odd(offset & 0x400b3000); };
  const auto found = kinds_of_pages(lines_of(is_far, 0.05, 1), kBytes, bits_of(0xb3000), kCut);
  ASSERT_TRUE(found.pages) << found.undecided;
  EXPECT_FALSE(found.pages->page_ends);
  EXPECT_GT(found.pages->page_bytes, kPage);
}

TEST(PageKinds, are_not_told_by_the_wrong_bits_or_by_too_few_lines) {
  const auto is_far = [](std::uint64_t offset) { return odd(offset & 0xb3000); };
  const auto wrong = kinds_of_pages(lines_of(is_far, 0, 1), kBytes, bits_of(0x93000), kCut);
  EXPECT_FALSE(wrong.pages);
  EXPECT_THAT(wrong.undecided, testing::HasSubstr("do not follow the parity"));
  EXPECT_FALSE(kinds_of_pages(lines_of(is_far, 0, 1, 1000), kBytes, bits_of(0xb3000), kCut).pages);
  EXPECT_FALSE(kinds_of_pages({}, kBytes, {}, kCut).pages);
}

TEST(PageKinds, leave_a_page_open_that_hardly_a_line_was_read_of) {
  auto lines = lines_of([](std::uint64_t offset) { return odd(offset & 0xb3000) != (offset / kPage % 3 == 0); }, 0.1, 1);
  std::erase_if(lines, [](const ReadLine& line) { return line.offset / kPage == 7 && line.offset % kPage > 65536; });
  const auto found = kinds_of_pages(lines, kBytes, bits_of(0xb3000), kCut);
  ASSERT_TRUE(found.pages) << found.undecided;
  EXPECT_FALSE(found.pages->pages[7].begins_far);
  EXPECT_EQ(found.pages->told, 127U);
}

// Rows that begin at any page: each bit above the page that is reported must be right.
TEST(PageRow, tells_no_wrong_bit_of_rows_that_are_drawn) {
  Random random(36);
  std::size_t told = 0;
  constexpr std::size_t kRows = 300;
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::uint64_t begin = random.below(1 << 12), mask = random.below(1 << 9);
    std::vector<std::optional<bool>> constants;
    for (std::uint64_t page = 0; page < 128; ++page) constants.push_back(odd((begin + page) & mask) != (i % 2 == 1));
    const auto found = row_of_pages(constants, kPage);
    ASSERT_TRUE(found.row) << i << ": " << found.undecided;
    for (const unsigned bit : found.row->bits) ASSERT_EQ(mask >> (bit - 21) & 1, 1U) << i << ": " << bit;
    // A bit that hardly changes within the row stays unknown.
    for (unsigned bit = 0; bit < 5; ++bit) {
      const bool said = testing::Value(found.row->bits, testing::Contains(bit + 21)) ||
                        testing::Value(found.row->open, testing::Contains(bit + 21));
      ASSERT_TRUE(said || (mask >> bit & 1) == 0) << i << ": " << bit;
    }
    told += found.row->bits.size();
  }
  EXPECT_GT(told, 3 * kRows / 2);
}

TEST(PageRow, is_not_told_of_pages_in_any_order) {
  Random random(37);
  for (int i = 0; i < 200; ++i) {
    std::vector<std::optional<bool>> constants;
    for (int page = 0; page < 128; ++page) constants.push_back(random.below(2) == 1);
    EXPECT_FALSE(row_of_pages(constants, kPage).row);
  }
  EXPECT_FALSE(row_of_pages(std::vector<std::optional<bool>>(16, true), kPage).row);
  EXPECT_FALSE(row_of_pages({}, kPage).row);
}

// The recorded rows of two cards (docs/h200.md).
TEST(PageRow, tells_the_bits_of_two_recorded_cards) {
  const auto constants = [](std::string_view text) {
    std::vector<std::optional<bool>> pages;
    for (const char c : text) pages.push_back(c == '1');
    return pages;
  };
  const auto h100 =
      row_of_pages(constants("1111111000000001111000011111111000000001111111100001111000000001111111100000000111100001111111"
                             "1000000001111111100001111000000001"),
                   kPage);
  ASSERT_TRUE(h100.row) << h100.undecided;
  EXPECT_THAT(h100.row->bits, testing::IsSupersetOf({23U, 24U}));
  EXPECT_LT(h100.row->by_chance, 1e-30);
}

}  // namespace
}  // namespace chasescope::inference
