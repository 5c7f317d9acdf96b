// The lengths at which code is run.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace chasescope {

/// Bytes. Cards can enter their code in such steps, and they are a whole number of blocks on all devices so far.
inline constexpr std::uint64_t kCodeGrain = 256;

/// Bytes. Code so short is taken to fit the nearest instruction cache; an assumption, as no card tells it otherwise. Of a sweep
/// that begins with longer code nobody knows which caches it has left behind.
inline constexpr std::uint64_t kShortestCode = 4 * kCodeGrain;

/// Lengths between `from` and `to` bytes, multiples of kCodeGrain, `per_doubling` of them evenly on a logarithmic axis in each
/// doubling. Lengths that are rounded to the same multiple appear once. \pre from > 0, per_doubling > 0.
inline std::vector<std::uint64_t> code_lengths(std::uint64_t from, std::uint64_t to, double per_doubling) {
  std::vector<std::uint64_t> list;
  for (int i = 0;; ++i) {
    const double exact = static_cast<double>(from) * std::exp2(i / per_doubling);
    const auto bytes = static_cast<std::uint64_t>(exact / kCodeGrain + 0.5) * kCodeGrain;
    if (bytes > to) return list;
    if (list.empty() || bytes > list.back()) list.push_back(bytes);
  }
}

}  // namespace chasescope
