// Sets from which lines can be removed, so that any way may be empty. The lowest empty way is filled first.
//
// Two kinds of caches need such sets. An exclusive cache gives a line away when the line is hit. A cache with a data store holds
// fewer lines than it has tags, like the L1 of cards since Volta, whose data array is shared with shared memory. There a new line
// takes the slot, in the store, of the line that its tag evicts; else an empty slot; else the next slot in turn, whose line loses
// its tag although its set may have room.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/model/array/set_array.h"
#include "engine/model/policy/any_policy.h"

namespace chasescope::model {

class OpenSetArray final : public SetArray {
 public:
  /// Empty. \pre the spec has passed the loader's checks.
  OpenSetArray(const CacheSpec& spec, std::uint64_t seed);
  OpenSetArray(const OpenSetArray& other);
  OpenSetArray& operator=(const OpenSetArray&) = delete;
  OpenSetArray(OpenSetArray&&) = delete;
  OpenSetArray& operator=(OpenSetArray&&) = delete;
  ~OpenSetArray() override = default;

  void look_up(const std::uint32_t* units, const std::uint32_t* sets, const std::uint32_t* sectors, bool* hits,
               std::size_t count) override;
  LookUp look_up(std::uint32_t unit, std::uint32_t set, std::uint32_t sectors) override;
  std::vector<std::uint32_t> contents(std::uint32_t set) const override;
  bool holds(std::uint32_t unit, std::uint32_t set) const override { return way_of(unit, set) != kNotFound; }
  bool counts_repeats() const override { return policy_->counts_repeats(); }
  std::unique_ptr<SetArray> clone() const override { return std::make_unique<OpenSetArray>(*this); }

  /// Removes a unit; returns whether it was present.
  bool remove(std::uint32_t unit, std::uint32_t set);

 private:
  std::uint32_t way_of(std::uint32_t unit, std::uint32_t set) const;
  SetRef at(std::uint32_t set) const { return {set, heads_[set].base, heads_[set].ways}; }
  /// Gives a tag slot a place in the store. Returns the unit that lost this place, or kNoUnit.
  std::uint32_t take_place(std::uint32_t slot);

  bool sectored_;
  std::vector<SetHead> heads_;
  std::vector<std::uint32_t> tags_;
  std::vector<std::uint32_t> valid_;  // sectors present, a bit each
  std::unique_ptr<AnyPolicy> policy_;

  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  std::vector<std::uint32_t> place_of_;  // place in the store, by tag slot; empty: each tag has its own place
  std::vector<std::uint32_t> slot_in_;   // tag slot, by place in the store
  std::uint32_t next_place_ = 0;         // the place that is replaced next
};

}  // namespace chasescope::model
