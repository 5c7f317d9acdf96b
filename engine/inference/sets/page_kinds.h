// Finds for each page of an array whether it begins near or far. Within a page, the parity of some address bits decides between
// near and far. Across pages a constant is added to it, because nobody reports where in the card's memory a page lies.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

/// One line that was read once.
struct ReadLine {
  std::uint64_t offset = 0;  ///< bytes since the begin of the array
  double cycles = 0;
};

struct PageKind {
  std::size_t lines = 0;     ///< lines that were read in the page
  std::size_t agreeing = 0;  ///< lines that agree with the constant that most of them support
  /// Whether the page begins far; empty if the lines do not decide it.
  std::optional<bool> begins_far;
};

struct PageKinds {
  std::uint64_t page_bytes = 0;  ///< largest power of two so that each aligned piece of this size has a single constant
  bool page_ends = true;         ///< whether larger pieces were shown to have two constants; if not, a page may be larger
  std::vector<unsigned> bits;    ///< bits of the parity, ascending: the given ones, and those found between them and the page size
  std::vector<PageKind> pages;   ///< in the order of their offsets
  std::size_t told = 0;          ///< pages whose constant is known
  double agreeing = 0;           ///< share of all lines that agree with the constant of their page
  double wrong = 0;              ///< probability that one or more of the known constants are wrong
};

struct PageKindsFound {
  std::optional<PageKinds> pages;
  std::string undecided;  ///< why no pages are reported; a sentence
};

/// `lines`: in any order, each read once, from all over an array of `bytes`; a latency above `cut` is far. `bits`: their parity
/// decides within a page. Pieces are merged in pairs into larger ones as long as one of two hypotheses is a million times likelier
/// than that each pair may differ or not. The first hypothesis is that the two pieces of every pair have equal constants. The
/// second is that they have opposite constants in every pair; the address bit between them then belongs to the parity.
PageKindsFound kinds_of_pages(std::span<const ReadLine> lines, std::uint64_t bytes, const std::vector<unsigned>& bits, double cut);

}  // namespace chasescope::inference
