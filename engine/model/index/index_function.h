// Computes the set of a unit (line or page).
//
// Every index function of a card file comes down to one of a few forms, or to two of them for caches in slices. The form is chosen
// once, and then whole blocks are mapped in one loop. Bit fields and XORs of bit groups are linear over GF(2), so any of them takes
// four table look-ups.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::model {

class IndexFunction {
 public:
  /// \pre the spec has passed the loader's checks for this number of sets and this unit.
  IndexFunction(const IndexSpec& spec, std::uint32_t sets, std::uint64_t unit_bytes);

  /// The set of each unit. `units` are unit numbers: byte address divided by the unit's size.
  void map(const std::uint32_t* units, std::uint32_t* sets, std::size_t count) const;
  std::uint32_t set_of(std::uint32_t unit) const;

 private:
  enum class Form { one_set, shift_mask, linear, modulo, table, sliced };
  using ByteTable = std::array<std::uint32_t, 256>;

  std::uint32_t remainder(std::uint32_t value) const;  // value mod divisor_, without a division
  std::uint32_t linear(std::uint32_t unit) const;
  void map_sliced(const std::uint32_t* units, std::uint32_t* sets, std::size_t count) const;
  void make_linear(const IndexSpec& spec, unsigned unit_shift);

  Form form_ = Form::one_set;
  unsigned shift_ = 0;
  std::uint32_t mask_ = 0;
  std::uint32_t divisor_ = 1;
  std::uint64_t inverse_ = 0;
  std::array<ByteTable, 4> linear_{};
  std::vector<std::uint32_t> table_;
  std::uint32_t sets_of_slice_ = 0;
  std::vector<IndexFunction> parts_;  // if sliced: the functions for the slice and for the set within it
};

}  // namespace chasescope::model
