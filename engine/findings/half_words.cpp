#include "engine/findings/half_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

/// A chance in words, as "one in 10^12".
std::string chance_in_words(double chance) {
  if (chance <= 0) return "below one in 10^300";
  return "one in 10^" + std::to_string(static_cast<int>(std::floor(-std::log10(chance))));
}

}  // namespace

std::string numbers_in_words(const std::vector<unsigned>& numbers) {
  std::string words;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    words += (i == 0 ? "" : i + 1 < numbers.size() ? ", " : " and ") + std::to_string(numbers[i]);
  return words;
}

std::string bits_in_words(const HalfMap& map) {
  const inference::KindParity& parity = map.parity;
  std::string words =
      "An " + std::string(parity.far_where_odd ? "odd" : "even") +
      " number of ones in these bits means far in the first page, and may mean near in another page. Of " +
      format_count(parity.blocks) + " blocks of " + format_bytes(parity.block_bytes) + " in a row, " +
      (parity.exceptions == 0 ? "none is" : format_count(parity.exceptions) + " seem to be") +
      " otherwise than this predicts. Bits " + std::to_string(parity.first_bit) + " to " +
      std::to_string(map.first_unexamined() - 1) +
      " were examined. Bits above the size of a page belong to a virtual address, which does not show the place in memory.";
  if (map.sm) words += " Near and far are relative to SM " + std::to_string(*map.sm) + ".";
  return words;
}

std::string pages_in_words(const inference::PageKinds& pages, const HalfMap& map) {
  std::size_t fewest = map.at_random.size(), most = 0;
  std::string each;
  for (const auto& page : pages.pages) {
    fewest = std::min(fewest, page.lines);
    most = std::max(most, page.lines);
    each += !page.begins_far ? '?' : *page.begins_far ? '1' : '0';
  }
  std::array<char, 64> share{};
  std::snprintf(share.data(), share.size(), "%.1f", 100 * pages.agreeing);
  return "Of " + format_count(pages.pages.size()) + " pages of " + format_bytes(pages.page_bytes) + ", " +
         (pages.told == pages.pages.size() ? "all" : format_count(pages.told)) + " are known, each by " + format_count(fewest) +
         " to " + format_count(most) + " lines; " + share.data() +
         " % of the lines are as predicted. The chance that one page is wrong is " + chance_in_words(pages.wrong) + ". " +
         (pages.page_ends
              ? "Pieces of twice this size have two constants. So this is the size of a page, or of several pages side by side."
              : "No larger pieces were seen to have two constants.") +
         " In the order of the array (1: the first block is far): " + each + ".";
}

std::string row_in_words(const inference::PageRow& row, const inference::PageKinds& pages) {
  return "The pages lie in a row in the card's memory: the parity of these bits of their numbers gives all " +
         format_count(pages.told) + " constants without an exception, if the row begins at one of " + format_count(row.begins) +
         " of " + format_count(row.looked_at) + " begins (by chance: " + chance_in_words(row.by_chance) + ")." +
         (row.open.empty() ? std::string() : " Bits " + numbers_in_words(row.open) + " may be among these bits.");
}

}  // namespace chasescope
