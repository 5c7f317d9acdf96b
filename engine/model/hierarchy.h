// A card at work: the caches and TLBs behind one memory space, cold at first, and what an access through them meets.
//
//   Hierarchy hierarchy(card, "global.ca", {.l1_kib = 48}, seed);
//   hierarchy.run(addresses, outcomes);
//   hierarchy.latencies().cycles()[outcomes[i]]
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/model/cache.h"
#include "engine/model/card.h"
#include "engine/model/latency_table.h"
#include "engine/model/requests.h"

namespace chasescope::model {

/// Settings of a card that change the shape of its caches.
struct Configuration {
  std::optional<std::uint64_t> l1_kib;
  std::optional<double> carveout_percent;
};

/// The shape that a cache takes under a configuration.
const CacheSpec& shape_of(const CacheEntry& entry, const Configuration& configuration);

class Hierarchy {
 public:
  /// All parts cold, the first activation window active. Each part draws its own random numbers, from the seed and its name, so
  /// that what one part draws depends on nothing but its own accesses. Throws std::out_of_range if the card has no such space.
  Hierarchy(const Card& card, const std::string& space, const Configuration& configuration, std::uint64_t seed);

  /// Accesses all addresses in order. outcomes[i] is the outcome of access i, an index into latencies(). \pre equal sizes.
  void run(std::span<const std::uint64_t> addresses, std::span<std::uint8_t> outcomes);

  const LatencyTable& latencies() const { return latencies_; }
  const std::vector<Cache>& data() const { return data_; }
  const std::vector<Cache>& translation() const { return translation_; }

 private:
  void run_block(std::span<const std::uint64_t> addresses, std::uint8_t* outcomes);
  void translate(const Requests& requests, std::uint8_t* outcomes);
  void walk(const Requests& requests, std::uint8_t* outcomes);

  LatencyTable latencies_;
  std::vector<Cache> data_;
  std::vector<Cache> translation_;
  std::size_t translate_before_ = 0;  // index of the data cache whose requests are translated
  std::optional<unsigned> window_shift_;
  std::uint64_t active_window_ = 0;
  std::vector<Requests> lists_;  // working space: three lists in turn
};

}  // namespace chasescope::model
