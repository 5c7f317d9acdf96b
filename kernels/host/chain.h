// The host's view of the chain that a chase follows: the order of its elements. Private to kernels/.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

/// The order of elements, as indices into the array.
class Chain {
 public:
  explicit Chain(const ChaseOrder& order) : order_(order) {}

  /// Elements in one pass.
  std::uint64_t length() const { return uniform() ? order_.footprint_bytes / order_.stride : order_.offsets.size(); }
  bool uniform() const { return order_.offsets.empty(); }
  /// Distance in elements of two consecutive accesses of a uniform chain.
  std::uint64_t stride() const { return order_.stride / order_.element_bytes; }

  /// The element of access `number`, counted from the first warm-up access.
  std::uint64_t element(std::uint64_t number) const {
    const std::uint64_t position = number % length();
    return uniform() ? position * stride() : order_.offsets[position] / order_.element_bytes;
  }

  /// The array itself, for spaces small enough to be filled by the host. `bytes` is at least the footprint.
  std::vector<unsigned char> image(std::uint64_t bytes) const {
    std::vector<unsigned char> image(bytes);
    for (std::uint64_t i = 0; i < length(); ++i) {
      const std::uint64_t next = element(i + 1);
      // Copies the low bytes: every host of an NVIDIA card and every card is little-endian.
      std::memcpy(image.data() + element(i) * order_.element_bytes, &next, order_.element_bytes);
    }
    return image;
  }

 private:
  const ChaseOrder& order_;
};

/// Identifies the chain in a piece of memory, so that the memory need not be filled again for the same chain.
class ChainKey {
 public:
  ChainKey() = default;
  explicit ChainKey(const ChaseOrder& order)
      : known_(order.offsets.size() <= kRemembered),
        element_bytes_(order.element_bytes),
        footprint_bytes_(order.footprint_bytes),
        stride_(order.stride) {
    if (known_) offsets_.assign(order.offsets.begin(), order.offsets.end());
  }

  /// Long lists are not remembered, so they never count as equal.
  bool same_as(const ChainKey& other) const {
    return known_ && other.known_ && element_bytes_ == other.element_bytes_ && footprint_bytes_ == other.footprint_bytes_ &&
           stride_ == other.stride_ && offsets_ == other.offsets_;
  }

 private:
  static constexpr std::size_t kRemembered = 1 << 16;
  bool known_ = false;
  unsigned element_bytes_ = 0;
  std::uint64_t footprint_bytes_ = 0;
  std::uint64_t stride_ = 0;
  std::vector<std::uint64_t> offsets_;
};

/// The chains in a piece of memory, by their places.
class Contents {
 public:
  bool holds(std::uint64_t offset, const ChainKey& key) const {
    const auto found = chains_.find(offset);
    return found != chains_.end() && found->second.key.same_as(key);
  }

  /// Forgets the chains in these bytes.
  void clear(std::uint64_t offset, std::uint64_t bytes) {
    std::erase_if(chains_,
                  [&](const auto& entry) { return entry.first < offset + bytes && offset < entry.first + entry.second.bytes; });
  }
  void clear() { chains_.clear(); }

  void put(std::uint64_t offset, std::uint64_t bytes, ChainKey key) {
    clear(offset, bytes);
    chains_.insert_or_assign(offset, Entry{bytes, std::move(key)});
  }

 private:
  struct Entry {
    std::uint64_t bytes;
    ChainKey key;
  };
  std::map<std::uint64_t, Entry> chains_;
};

}  // namespace chasescope::cuda
