// Linear algebra over GF(2) on address bits: a vector is a 64-bit mask, addition is XOR.
//
// A set index that XORs address bits is a linear map. Two addresses share a set exactly if their difference (XOR) lies in the
// kernel of that map. Eviction sets show the kernel, and the map is its orthogonal complement.
#pragma once

#include <cstdint>
#include <vector>

namespace chasescope::inference {

/// A subspace, kept as a reduced basis: each vector's lowest bit occurs in no other vector.
class BitBasis {
 public:
  BitBasis() = default;
  explicit BitBasis(const std::vector<std::uint64_t>& vectors);

  /// Adds a vector; false if it was in the span already.
  bool insert(std::uint64_t vector);
  bool contains(std::uint64_t vector) const { return reduced(vector) == 0; }
  /// `vector` without the part that the basis spans. The lowest bits of the basis vectors are all 0 in the result.
  std::uint64_t reduced(std::uint64_t vector) const;

  std::size_t dimensions() const { return vectors_.size(); }
  /// The basis vectors, ascending by lowest bit.
  const std::vector<std::uint64_t>& vectors() const { return vectors_; }

  /// All masks within `bits` whose product with every vector of this subspace has even parity.
  BitBasis complement(std::uint64_t bits) const;

 private:
  std::vector<std::uint64_t> vectors_;
};

/// The positions of the set bits, lowest first.
std::vector<unsigned> bit_positions(std::uint64_t mask);

}  // namespace chasescope::inference
