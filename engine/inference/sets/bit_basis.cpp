#include "engine/inference/sets/bit_basis.h"

#include <algorithm>
#include <bit>

namespace chasescope::inference {
namespace {

std::uint64_t lowest_bit(std::uint64_t mask) { return mask & (~mask + 1); }

}  // namespace

BitBasis::BitBasis(const std::vector<std::uint64_t>& vectors) {
  for (const std::uint64_t vector : vectors) insert(vector);
}

std::uint64_t BitBasis::reduced(std::uint64_t vector) const {
  for (const std::uint64_t basis : vectors_)
    if ((vector & lowest_bit(basis)) != 0) vector ^= basis;
  return vector;
}

bool BitBasis::insert(std::uint64_t vector) {
  vector = reduced(vector);
  if (vector == 0) return false;
  for (std::uint64_t& basis : vectors_)
    if ((basis & lowest_bit(vector)) != 0) basis ^= vector;
  vectors_.push_back(vector);
  std::sort(vectors_.begin(), vectors_.end(), [](auto a, auto b) { return lowest_bit(a) < lowest_bit(b); });
  return true;
}

// In reduced form each basis vector is a pivot bit plus free bits. For each free bit f, take the mask of f and of the pivots of the
// vectors that hold f. This mask has even parity with all basis vectors, and these masks span the complement.
BitBasis BitBasis::complement(std::uint64_t bits) const {
  std::uint64_t pivots = 0;
  for (const std::uint64_t basis : vectors_) pivots |= lowest_bit(basis);
  BitBasis result;
  for (std::uint64_t rest = bits & ~pivots; rest != 0; rest &= rest - 1) {
    const std::uint64_t free = lowest_bit(rest);
    std::uint64_t mask = free;
    for (const std::uint64_t basis : vectors_)
      if ((basis & free) != 0) mask |= lowest_bit(basis);
    result.insert(mask);
  }
  return result;
}

std::vector<unsigned> bit_positions(std::uint64_t mask) {
  std::vector<unsigned> bits;
  for (; mask != 0; mask &= mask - 1) bits.push_back(static_cast<unsigned>(std::countr_zero(mask)));
  return bits;
}

}  // namespace chasescope::inference
