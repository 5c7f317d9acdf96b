// Pages that lie in a row in the card's memory: which address bits above the page belong to the parity that tells near from far,
// from the constants of the pages alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

struct PageRow {
  std::vector<unsigned> bits;   ///< of the address, ascending, above the page: they belong to the parity wherever the row may begin
  std::vector<unsigned> open;   ///< of them nobody can tell: they do for some of the begins that explain all pages
  std::uint64_t begins = 0;     ///< so many begins of the row explain all pages
  std::uint64_t looked_at = 0;  ///< begins that were tried
  double by_chance = 0;         ///< the chance that constants without any order would be explained so
};

struct PageRowFound {
  std::optional<PageRow> row;
  std::string undecided;  ///< why there is none; a sentence
};

/// `begins_far`: of pages of `page_bytes` in the order of an array. Looks for a page number at which the row begins, and for bits
/// of the number whose parity gives all constants (or the opposite of all) without an exception. Every begin is tried up to four
/// times as many pages as there are, for each with all choices of bits at once (Walsh-Hadamard transform). \pre page_bytes is a
/// power of two
PageRowFound row_of_pages(std::span<const std::optional<bool>> begins_far, std::uint64_t page_bytes);

}  // namespace chasescope::inference
