// Random caches and random traces. A seed gives the same ones each time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/spec/spec.h"
#include "engine/trace/random.h"

namespace chasescope::model::tests {

inline CacheSpec simple_cache(std::uint64_t line, std::uint32_t sets, std::uint32_t ways, const std::string& policy = "lru") {
  CacheSpec spec;
  spec.unit_bytes = spec.sector_bytes = line;
  spec.ways.assign(sets, ways);
  spec.policy.kind = policy;
  return spec;
}

inline unsigned log2_exact(std::uint64_t power) {
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < power) ++bits;
  return bits;
}

/// A cache of random geometry with this policy. "weighted_way/every_second" takes the likeliest way at every second replacement,
/// without a draw.
inline CacheSpec random_cache(Random& random, const std::string& policy) {
  CacheSpec spec;
  spec.unit_bytes = std::uint64_t{8} << random.below(6);
  spec.sector_bytes = spec.unit_bytes;
  if (random.below(2) == 0)
    while (spec.sector_bytes > 8 && random.below(2) == 0) spec.sector_bytes /= 2;

  const bool linear_index = random.below(2) == 0;
  const std::uint64_t sets = linear_index ? std::uint64_t{1} << random.below(5) : 1 + random.below(12);
  const bool powers = policy == "plru";
  std::uint64_t ways = powers ? std::uint64_t{1} << random.below(7) : 1 + random.below(random.below(4) == 0 ? 100 : 9);
  const bool equal = policy.starts_with("weighted_way") || random.below(2) == 0;
  if (policy == "weighted_way/every_second" && ways < 2) ways = 2;
  for (std::uint64_t set = 0; set < sets; ++set)
    spec.ways.push_back(static_cast<std::uint32_t>(equal    ? ways
                                                   : powers ? std::uint64_t{1} << random.below(5)
                                                            : 1 + random.below(20)));

  const unsigned lowest = log2_exact(spec.unit_bytes);
  if (linear_index) {
    spec.index.kind = random.below(2) == 0 ? IndexSpec::Kind::bits : IndexSpec::Kind::xor_;
    const auto shift = static_cast<unsigned>(random.below(3));
    for (unsigned bit = 0; bit < log2_exact(sets); ++bit) {
      spec.index.bit_groups.push_back({lowest + shift + bit});
      if (spec.index.kind == IndexSpec::Kind::xor_)
        for (unsigned high = lowest + shift + log2_exact(sets); high < lowest + 12; ++high)
          if (random.below(3) == 0) spec.index.bit_groups.back().push_back(high);
    }
  } else if (random.below(2) == 0) {
    spec.index.kind = IndexSpec::Kind::modulo;
    if (random.below(2) == 0) spec.index.granule_bytes = spec.unit_bytes << random.below(3);
  } else {
    spec.index.kind = IndexSpec::Kind::table;
    for (std::uint32_t set = 0; set < sets; ++set) spec.index.table.push_back(set);
    for (std::uint64_t extra = random.below(30); extra > 0; --extra)
      spec.index.table.push_back(static_cast<std::uint32_t>(random.below(sets)));
  }

  spec.policy.kind = policy.substr(0, policy.find('/'));
  if (policy == "weighted_way/every_second") {
    spec.policy.words["draw"] = "every_second";
    std::vector<double>& probabilities = spec.policy.numbers["probabilities"];
    probabilities.assign(ways, 0.5 / static_cast<double>(ways - 1));
    probabilities[random.below(ways)] = 0.5;
  } else if (policy == "weighted_way") {
    // Multiples of 1/64 add up exactly, so that both implementations compare equal numbers with the draw.
    std::vector<double>& probabilities = spec.policy.numbers["probabilities"];
    probabilities.assign(ways, 0.0);
    for (int share = 0; share < 64; ++share) probabilities[random.below(ways)] += 1.0 / 64;
  }
  return spec;
}

/// A mix of the accesses of chases: passes over a range, jumps, and returns to recent addresses.
inline std::vector<std::uint64_t> random_trace(Random& random, std::uint64_t range_bytes, std::size_t accesses) {
  std::vector<std::uint64_t> addresses;
  std::uint64_t at = 0;
  std::uint64_t stride = 8;
  while (addresses.size() < accesses) {
    switch (random.below(16)) {
      case 0: stride = 8 * (1 + random.below(64)); break;
      case 1: at = random.below(range_bytes / 8) * 8; break;
      case 2:
        if (!addresses.empty()) at = addresses[addresses.size() - 1 - random.below(std::min<std::size_t>(addresses.size(), 20))];
        break;
      default: at = (at + stride) % range_bytes;
    }
    addresses.push_back(at);
  }
  return addresses;
}

}  // namespace chasescope::model::tests
