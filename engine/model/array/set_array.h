// The tags of a cache and its replacement policy. Its inner loop dominates the run time of the model, so it must be fast.
//
// One virtual call handles a whole block of look-ups; inside, policy and sectoring are known at compile time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/model/array/tag_search.h"
#include "engine/model/policy/policy_list.h"
#include "engine/model/spec/raw_array.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

/// The effect of one look-up. `evicted` is the evicted unit, or kNoUnit.
struct LookUp {
  bool hit = false;
  bool tag_hit = false;  ///< the unit was present; without `hit`, its sector was not
  std::uint32_t set = 0;
  std::uint32_t way = 0;
  std::uint32_t evicted = kNoUnit;
};

class SetArray {
 public:
  virtual ~SetArray() = default;

  /// Looks up `count` units in order, and fills missing ones. `sectors` names the requested sectors of each unit (null: the
  /// whole unit); hits[i] is whether all requested sectors were present.
  virtual void look_up(const std::uint32_t* units, const std::uint32_t* sets, const std::uint32_t* sectors, bool* hits,
                       std::size_t count) = 0;
  /// One look-up, with its full effect.
  virtual LookUp look_up(std::uint32_t unit, std::uint32_t set, std::uint32_t sectors) = 0;
  /// The unit in each way of a set; kNoUnit for an empty way.
  virtual std::vector<std::uint32_t> contents(std::uint32_t set) const = 0;
  /// Whether a unit is present. Changes nothing.
  virtual bool holds(std::uint32_t unit, std::uint32_t set) const = 0;
  /// Whether a second look-up of the same unit in a row changes the state.
  virtual bool counts_repeats() const { return false; }
  /// Empties the array, as if newly made with this seed; false if this array can't do that. The cost is proportional to the used
  /// sets.
  virtual bool empty_again(std::uint64_t) { return false; }
  /// The same array again, with the same random choices to come.
  virtual std::unique_ptr<SetArray> clone() const = 0;
};

template <typename Policy>
class PolicySetArray final : public SetArray {
 public:
  /// `layout`: made from spec.ways, with no way filled.
  PolicySetArray(const CacheSpec& spec, const SetLayout& layout, std::uint64_t seed)
      : policy_(spec.policy, layout, seed),
        heads_(layout.sets),
        tags_(layout.slots),
        valid_(spec.sector_bytes < spec.unit_bytes ? layout.slots : 0) {}

  void look_up(const std::uint32_t* units, const std::uint32_t* sets, const std::uint32_t* sectors, bool* hits,
               std::size_t count) override {
    if (valid_.empty()) {
      for (std::size_t i = 0; i < count; ++i) {
        expect(sets, i, count);
        hits[i] = access<false>(units[i], sets[i], 0).hit;
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        expect(sets, i, count);
        hits[i] = access<true>(units[i], sets[i], sectors[i]).hit;
      }
    }
  }

  LookUp look_up(std::uint32_t unit, std::uint32_t set, std::uint32_t sectors) override {
    return valid_.empty() ? access<false>(unit, set, 0) : access<true>(unit, set, sectors);
  }

  std::vector<std::uint32_t> contents(std::uint32_t set) const override {
    const SetHead& head = heads_[set];
    if (head.filled == 0) return std::vector<std::uint32_t>(head.ways, kNoUnit);
    const std::uint32_t* const first = tags_.data() + head.base;
    return {first, first + head.ways};
  }

  bool holds(std::uint32_t unit, std::uint32_t set) const override {
    const SetHead& head = heads_[set];
    return head.filled != 0 && find_tag(tags_.data() + head.base, head.filled, unit) != kNotFound;
  }

  bool counts_repeats() const override { return model::counts_repeats<Policy>(); }

  std::unique_ptr<SetArray> clone() const override { return std::make_unique<PolicySetArray>(*this); }

  bool empty_again(std::uint64_t seed) override {
    if constexpr (requires { policy_.empty_again(seed, begun_); }) {
      policy_.empty_again(seed, begun_);
      for (const std::uint32_t set : begun_) heads_[set].filled = 0;
      begun_.clear();
      return true;
    }
    return false;
  }

 private:
  /// Initialises a set at its first look-up. Sets are not initialised before, so that making a large cache is fast.
  void begin(const SetRef& at) {
    std::fill_n(tags_.data() + at.base, padded(at.ways), kNoUnit);
    begun_.push_back(at.set);
    if constexpr (requires { policy_.begin(at); }) policy_.begin(at);
  }

  /// Prefetches the tags of the sets some look-ups ahead: the arrays of a large cache do not fit into the host's caches.
  void expect(const std::uint32_t* sets, std::size_t i, std::size_t count) const {
    constexpr std::size_t kTags = 8, kHeads = 2 * kTags;  // look-ups ahead; heads come earlier, because they locate the tags
    if (i + kHeads < count) __builtin_prefetch(&heads_[sets[i + kHeads]]);
    if (i + kTags < count) __builtin_prefetch(tags_.data() + heads_[sets[i + kTags]].base);
  }

  template <bool sectored>
  LookUp access(std::uint32_t unit, std::uint32_t set, [[maybe_unused]] std::uint32_t sectors) {
    SetHead& head = heads_[set];
    const SetRef at{set, head.base, head.ways};
    std::uint32_t* const tags = tags_.data() + head.base;
    std::uint32_t way = find_tag(tags, head.filled, unit);
    if (way != kNotFound) {
      policy_.hit(at, way);
      if constexpr (sectored) {
        std::uint32_t& valid = valid_[head.base + way];
        const bool complete = (valid & sectors) == sectors;
        valid |= sectors;
        return {complete, true, set, way, kNoUnit};
      }
      return {true, true, set, way, kNoUnit};
    }
    if (head.filled == 0) begin(at);
    way = head.filled < head.ways ? head.filled++ : policy_.victim(at);
    const std::uint32_t evicted = std::exchange(tags[way], unit);
    policy_.fill(at, way);
    if constexpr (sectored) valid_[head.base + way] = sectors;
    return {false, false, set, way, evicted};
  }

  Policy policy_;
  std::vector<SetHead> heads_;
  std::vector<std::uint32_t> begun_;  // sets that were looked up
  RawArray<std::uint32_t> tags_;      // initialised only for sets in begun_
  RawArray<std::uint32_t> valid_;  // of filled ways: sectors present, a bit each; empty when one sector is the whole unit
};

/// An empty array. \pre the spec has passed the loader's checks.
std::unique_ptr<SetArray> make_set_array(const CacheSpec& spec, std::uint64_t seed);

}  // namespace chasescope::model
