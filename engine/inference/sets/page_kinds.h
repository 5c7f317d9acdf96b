// Of which kind, near or far, each page of an array begins: in a page the parity of some address bits decides, and each page has
// one constant of its own, because nobody says where the page lies in the card's memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

/// One line that was read once.
struct ReadLine {
  std::uint64_t offset = 0;  ///< bytes from the begin of the array
  double cycles = 0;
};

struct PageKind {
  std::size_t lines = 0;     ///< that were read in it
  std::size_t agreeing = 0;  ///< of them, with the constant that more of them agree with
  /// Whether the page begins far; empty where the lines do not tell.
  std::optional<bool> begins_far;
};

struct PageKinds {
  std::uint64_t page_bytes = 0;  ///< the largest power of two whose aligned pieces have one constant each
  bool page_ends = true;         ///< whether larger pieces were seen to have two; otherwise a page is as large or larger
  std::vector<unsigned> bits;    ///< of the parity, ascending: those that were given, and what was found between them and the page
  std::vector<PageKind> pages;   ///< in the order of their offsets
  std::size_t told = 0;          ///< pages whose constant is told
  double agreeing = 0;           ///< share of all lines that agree with the constant of their page
  double wrong = 0;              ///< the chance that one or more of the constants told is wrong
};

struct PageKindsFound {
  std::optional<PageKinds> pages;
  std::string undecided;  ///< why there are none; a sentence
};

/// `lines`: in any order, each read once, from all over an array of `bytes`; what takes more than `cut` is far. `bits`: whose
/// parity decides within a page. Pieces are joined to larger ones for as long as the lines say a million times more clearly that no
/// pair of neighbours differs, or that all do, so that the bit between them belongs to the parity, than that each pair may do
/// either.
PageKindsFound kinds_of_pages(std::span<const ReadLine> lines, std::uint64_t bytes, const std::vector<unsigned>& bits, double cut);

}  // namespace chasescope::inference
