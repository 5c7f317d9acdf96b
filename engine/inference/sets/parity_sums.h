// Correlates a sequence of signs with every parity of index bits, all at once.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace chasescope::inference {

/// Entry m of the result is the sum over all elements of the element's sign (1, -1, or 0 if unknown) times the sign of the parity
/// of those index bits that are set in m (fast Walsh-Hadamard transform). \pre the size is a power of two
inline std::vector<std::int64_t> sums_of_parities(std::vector<std::int64_t> signs) {
  for (std::size_t half = 1; half < signs.size(); half *= 2)
    for (std::size_t from = 0; from < signs.size(); from += 2 * half)
      for (std::size_t i = from; i < from + half; ++i) {
        const std::int64_t a = signs[i], b = signs[i + half];
        signs[i] = a + b;
        signs[i + half] = a - b;
      }
  return signs;
}

}  // namespace chasescope::inference
