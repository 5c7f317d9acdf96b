// Finds address bits whose parity tells near lines from far ones. This parity decides which half of a chip owns an address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

struct KindParity {
  std::vector<unsigned> bits;            ///< bits of the byte offset, ascending, whose parity tells near from far
  bool far_where_odd = false;            ///< whether odd parity means far
  std::uint64_t block_bytes = 0;         ///< size of the blocks of consecutive bytes of one kind
  std::size_t blocks = 0;                ///< number of blocks that were read
  std::size_t exceptions = 0;            ///< blocks that contradict the parity
  unsigned first_bit = 0, last_bit = 0;  ///< range of the bits that were examined
};

struct KindParityFound {
  std::optional<KindParity> parity;
  std::string undecided;  ///< why no parity is reported; a sentence
};

/// `cycles`: latencies of the elements at offsets 0, step_bytes, 2 · step_bytes, …, each read once; a latency above `cut` is far. A
/// parity is reported if it agrees with the kinds better than chance would, if no other parity does, and if no more blocks
/// contradict it than noise explains. \pre step_bytes is a power of two
KindParityFound parity_of_kinds(std::span<const double> cycles, std::uint64_t step_bytes, double cut);

}  // namespace chasescope::inference
