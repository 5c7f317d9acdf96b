#include "engine/device/software/address_stream.h"

#include <algorithm>

namespace chasescope {

AddressStream::AddressStream(const Pattern& pattern) : period_(accesses_per_pass(pattern)) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern))
    stride_ = uniform->stride;
  else if (const auto* listed = std::get_if<OffsetsPattern>(&pattern))
    listed_ = listed->offsets;
  else
    listed_ = shuffled_offsets(std::get<ShuffledPattern>(pattern));
}

void AddressStream::next(std::span<std::uint64_t> addresses) {
  for (std::size_t done = 0; done < addresses.size();) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(addresses.size() - done, period_ - position_));
    if (listed_.empty()) {
      const std::uint64_t start = position_ * stride_;
      for (std::size_t i = 0; i < count; ++i) addresses[done + i] = start + i * stride_;
    } else {
      std::copy_n(listed_.begin() + static_cast<std::ptrdiff_t>(position_), count,
                  addresses.begin() + static_cast<std::ptrdiff_t>(done));
    }
    done += count;
    position_ += count;
    if (position_ == period_) position_ = 0;
  }
}

}  // namespace chasescope
