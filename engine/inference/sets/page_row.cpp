#include "engine/inference/sets/page_row.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "engine/inference/sets/parity_sums.h"
#include "engine/statistics/assumptions.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kMostPages = 4096;  // the search takes some tens of times the square of this number of steps
constexpr std::size_t kTimesThePages = 4;

std::vector<unsigned> bits_of(std::uint64_t numbers, unsigned first) {
  std::vector<unsigned> bits;
  for (unsigned bit = 0; bit < 64; ++bit)
    if ((numbers >> bit & 1) != 0) bits.push_back(first + bit);
  return bits;
}

}  // namespace

PageRowFound row_of_pages(std::span<const std::optional<bool>> begins_far, std::uint64_t page_bytes) {
  const auto pages = begins_far.first(std::min(begins_far.size(), kMostPages));
  const auto told = std::count_if(pages.begin(), pages.end(), [](const auto& page) { return page.has_value(); });
  const std::size_t begins = kTimesThePages * std::bit_ceil(std::max<std::size_t>(pages.size(), 1)), numbers = 2 * begins;
  PageRow row{.looked_at = begins};
  // The number of hypotheses: the begin and the bits of the page number are chosen freely, and so is the sign of all constants.
  row.by_chance = static_cast<double>(begins) * static_cast<double>(numbers) * std::exp2(1 - static_cast<double>(told));
  if (row.by_chance > statistics::kWrong) return {{}, "Too few pages were told to see how bits above the page go with them."};

  std::uint64_t always = ~std::uint64_t{0}, ever = 0;
  for (std::size_t begin = 0; begin < begins; ++begin) {
    std::vector<std::int64_t> signs(numbers, 0);
    for (std::size_t page = 0; page < pages.size(); ++page)
      if (pages[page]) signs[begin + page] = *pages[page] ? -1 : 1;
    const std::vector<std::int64_t> sums = sums_of_parities(std::move(signs));
    bool explains = false;
    for (std::size_t mask = 0; mask < numbers; ++mask) {
      if (std::abs(sums[mask]) != told) continue;
      explains = true;
      // A bit that is equal in the numbers of all pages may or may not belong to the parity.
      always &= mask;
      ever |= mask;
    }
    row.begins += explains ? 1 : 0;
  }
  if (row.begins == 0)
    return {{},
            "No parity of bits above the page gives the constants of all pages: they do not lie in a row, or something else "
            "decides."};
  const auto first = static_cast<unsigned>(std::countr_zero(page_bytes));
  row.bits = bits_of(always, first);
  row.open = bits_of(ever & ~always, first);
  return {row, {}};
}

}  // namespace chasescope::inference
