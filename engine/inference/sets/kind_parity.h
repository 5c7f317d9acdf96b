// Which of two kinds lines are of, near or far, as the parity of some address bits: what decides which half of a chip owns an
// address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

struct KindParity {
  std::vector<unsigned> bits;            ///< of the offset in bytes, ascending: their parity tells the kind
  bool far_where_odd = false;            ///< whether an odd number of ones means far
  std::uint64_t block_bytes = 0;         ///< so many bytes in a row are of one kind
  std::size_t blocks = 0;                ///< that were seen
  std::size_t exceptions = 0;            ///< of them, of the other kind
  unsigned first_bit = 0, last_bit = 0;  ///< that were examined
};

struct KindParityFound {
  std::optional<KindParity> parity;
  std::string undecided;  ///< why there is none; a sentence
};

/// `cycles`: of the elements at offsets 0, step_bytes, 2 · step_bytes, …, each read once; what takes more than `cut` is far. A
/// parity is told if it agrees with the kinds by more than chance, if no other one does, and if blocks of it are of the other kind
/// no more often than noise makes them look so. \pre step_bytes is a power of two
KindParityFound parity_of_kinds(std::span<const double> cycles, std::uint64_t step_bytes, double cut);

}  // namespace chasescope::inference
