// Finds how the words of a warp are spread over the banks of shared memory, and how many rows the busiest bank must deliver (2014
// paper §4.1).
//
//   const BankLayout fermi{.banks = 32, .width_bytes = 4, .row_bytes = 4};
//   conflict_degree(fermi, {.stride = 2});   // 2: lanes 0 and 16 want two rows of bank 0
//
// Words of `width_bytes` follow each other from bank to bank. A bank delivers a row of `row_bytes` at once: lanes that want the
// same row are served together. On Fermi a row is one word, so the degree is gcd(stride, banks); Kepler's rows hold two.
#pragma once

#include <cstdint>
#include <vector>

namespace chasescope::inference {

struct BankLayout {
  unsigned banks = 32;
  unsigned width_bytes = 4;     ///< bytes after which the next bank begins
  unsigned row_bytes = 4;       ///< bytes that a bank delivers at once; a multiple of width_bytes
  unsigned lanes_at_once = 32;  ///< lanes of a warp that are served together (16 on Tesla); fewer where words are wider than a row
  bool broadcast = true;        ///< whether a word that all lanes read is delivered once
  friend bool operator==(const BankLayout&, const BankLayout&) = default;
};

/// Lane i of a warp reads the word at i·stride.
struct WarpAccess {
  std::uint64_t stride = 1;  ///< words; 0: all lanes read one word
  unsigned word_bytes = 4;
  unsigned lanes = 32;
};

/// The bank and row that hold one part of a lane's word.
struct LanePlace {
  unsigned lane = 0;
  unsigned turn = 0;  ///< the group of lanes that is served together, from 0
  unsigned bank = 0;
  std::uint64_t row = 0;
};

/// The place of each lane's word, lane by lane. A word wider than width_bytes has several places.
std::vector<LanePlace> places_of(const BankLayout& layout, const WarpAccess& access);

/// The number of rows that the busiest bank delivers. It is summed over the groups of lanes, and divided by the number of groups if
/// words are no wider than a row. 1 is an access without a conflict.
double conflict_degree(const BankLayout& layout, const WarpAccess& access);

}  // namespace chasescope::inference
