// Sets of address bits as vectors over GF(2). A linear set index can be known only up to a change of its basis.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace chasescope::accuracy {

/// One bit of a set number: the XOR of the address bits that are 1 in the mask.
using BitMask = std::uint64_t;

/// The number of bits that tell `power` things apart. \pre `power` is a power of two.
inline unsigned log2_of(std::uint64_t power) { return static_cast<unsigned>(std::countr_zero(power)); }

/// The one basis of the span in which each vector's lowest bit appears in no other vector, in rising order of these bits. Two lists
/// of masks group the addresses in the same way if and only if they have the same reduced basis.
inline std::vector<BitMask> reduced_basis(const std::vector<BitMask>& masks) {
  const auto lowest = [](BitMask mask) { return mask & (~mask + 1); };
  std::vector<BitMask> basis;
  for (BitMask mask : masks) {
    for (const BitMask vector : basis)
      if ((mask & lowest(vector)) != 0) mask ^= vector;
    if (mask == 0) continue;
    for (BitMask& vector : basis)
      if ((vector & lowest(mask)) != 0) vector ^= mask;
    basis.push_back(mask);
  }
  std::sort(basis.begin(), basis.end(), [&](BitMask a, BitMask b) { return lowest(a) < lowest(b); });
  return basis;
}

inline BitMask mask_of(const std::vector<unsigned>& bits) {
  BitMask mask = 0;
  for (const unsigned bit : bits) mask ^= BitMask{1} << bit;
  return mask;
}

inline std::vector<unsigned> bits_of(BitMask mask) {
  std::vector<unsigned> bits;
  for (unsigned bit = 0; bit < 64; ++bit)
    if (((mask >> bit) & 1U) != 0) bits.push_back(bit);
  return bits;
}

}  // namespace chasescope::accuracy
