// The addresses of a chase in order, a block at a time, without a division per access.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/device/chase.h"

namespace chasescope {

class AddressStream {
 public:
  /// Starts at the pattern's first offset. Memory: one period of offsets for listed and shuffled patterns, none for uniform ones.
  /// \pre accesses_per_pass(pattern) > 0.
  explicit AddressStream(const Pattern& pattern);

  /// Fills `addresses` with the next addresses, as byte offsets.
  void next(std::span<std::uint64_t> addresses);

  /// One period of a listed or shuffled pattern; empty for a uniform one.
  const std::vector<std::uint64_t>& listed() const { return listed_; }

 private:
  std::vector<std::uint64_t> listed_;
  std::uint64_t stride_ = 0;
  std::uint64_t period_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace chasescope
