// The caches and TLBs of a running card model, made at their first use. Paths that name the same part share it, so that, for
// example, texture loads and global loads evict each other's lines.
//
//   Parts parts(card, {.l1_kib = 48}, seed);
//   Hierarchy a(card, card.paths.at("global.ca"), parts, {});
//   Hierarchy b(card, card.paths.at("texture"), parts, {.thread = 32});
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/model/cache.h"
#include "engine/model/spec/card.h"

namespace chasescope::model {

/// Where on the card an agent runs.
struct Place {
  unsigned sm = 0;
  unsigned thread = 0;  ///< within its block
};

/// The shape that a cache takes under a configuration.
const CacheSpec& shape_of(const CacheEntry& entry, const Configuration& configuration);

/// The index of the SM's array that serves a thread. Warps are dealt to the warp schedulers in turn; each array serves an equal
/// share of the schedulers.
unsigned array_of(const CacheEntry& entry, const Place& place);

class Parts {
 public:
  /// All parts cold. Each draws its own random numbers, from the seed and its name, so that what one part draws depends on
  /// nothing but its own accesses. \pre the card outlives this.
  Parts(const Card& card, const Configuration& configuration, std::uint64_t seed)
      : card_(card), configuration_(configuration), seed_(seed) {}

  std::shared_ptr<Cache> cache(const std::string& name, const Place& place);
  std::shared_ptr<Cache> tlb(const std::string& name);

  /// All parts cold again, as if they had just been made with this seed. For most policies the cost is proportional to the used
  /// sets.
  void empty_again(std::uint64_t seed);

  /// Number of the window whose pages are active; the first at the start.
  const std::shared_ptr<std::uint64_t>& active_window() const { return active_window_; }

 private:
  std::shared_ptr<Cache> made(const std::string& name, unsigned array, const CacheSpec& shape);

  const Card& card_;
  Configuration configuration_;
  std::uint64_t seed_;
  struct Made {
    std::shared_ptr<Cache> cache;
    const CacheSpec* shape = nullptr;
    std::uint64_t number = 0;  // of its own random stream
  };
  std::map<std::pair<std::string, unsigned>, Made> made_;
  std::shared_ptr<std::uint64_t> active_window_ = std::make_shared<std::uint64_t>(0);
};

}  // namespace chasescope::model
