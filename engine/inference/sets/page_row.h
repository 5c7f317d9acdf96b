// If the pages of an array are consecutive in the card's memory, finds which address bits above the page size belong to the parity
// that tells near from far. It uses the constants of the pages alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

struct PageRow {
  std::vector<unsigned> bits;   ///< address bits above the page, ascending, that belong to the parity wherever the row begins
  std::vector<unsigned> open;   ///< bits that belong to the parity for some of the possible begins only
  std::uint64_t begins = 0;     ///< number of begins of the row that explain all pages
  std::uint64_t looked_at = 0;  ///< number of begins that were tried
  double by_chance = 0;         ///< probability that random constants would be explained as well
};

struct PageRowFound {
  std::optional<PageRow> row;
  std::string undecided;  ///< why no row is reported; a sentence
};

/// `begins_far`: the constants of consecutive pages of an array, each of `page_bytes`. Looks for a page number at which the row may
/// begin, and for bits of the page number whose parity gives all constants (or the opposite of all) without exception. The begins
/// that are tried reach up to four times the number of pages. For each begin, all sets of bits are tested at once (Walsh-Hadamard
/// transform). \pre page_bytes is a power of two
PageRowFound row_of_pages(std::span<const std::optional<bool>> begins_far, std::uint64_t page_bytes);

}  // namespace chasescope::inference
