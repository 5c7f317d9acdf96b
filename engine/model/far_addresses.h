// Which addresses belong to a partition that is far from an SM, as the card file's `partitions` say (decision 29).
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "engine/model/index/index_function.h"
#include "engine/model/spec/card.h"

namespace chasescope::model {

class FarAddresses {
 public:
  /// Empty if no address of this path is far. \pre the card has passed the loader's checks.
  static std::optional<FarAddresses> of(const Card& card, const PathSpec& path, unsigned sm) {
    if (path.far_latency.empty() || !card.partitions) return std::nullopt;
    return FarAddresses(*card.partitions, card.caches.at(card.partitions->cache).cache.unit_bytes, sm);
  }

  bool contains(std::uint64_t address) const {
    return partition_of_.set_of(static_cast<std::uint32_t>(address >> unit_shift_)) != home_;
  }

 private:
  FarAddresses(const PartitionSpec& spec, std::uint64_t unit, unsigned sm)
      : partition_of_(spec.index, spec.count, unit),
        unit_shift_(static_cast<unsigned>(std::countr_zero(unit))),
        home_(spec.home[sm % spec.home.size()]) {}

  IndexFunction partition_of_;
  unsigned unit_shift_ = 0;
  std::uint32_t home_ = 0;
};

}  // namespace chasescope::model
