#include "engine/model/array/open_set_array.h"

#include <utility>

namespace chasescope::model {

OpenSetArray::OpenSetArray(const CacheSpec& spec, std::uint64_t seed) : sectored_(spec.sector_bytes < spec.unit_bytes) {
  const SetLayout layout(spec.ways);
  heads_ = layout.sets;
  tags_.assign(layout.slots, kNoUnit);
  valid_.assign(layout.slots, 0);
  policy_ = make_any_policy(spec.policy, layout, seed);
  for (std::uint32_t set = 0; set < heads_.size(); ++set) policy_->begin(at(set));
  if (!spec.store_lines) return;
  place_of_.assign(layout.slots, kNowhere);
  slot_in_.assign(*spec.store_lines, kNowhere);
}

OpenSetArray::OpenSetArray(const OpenSetArray& other)
    : SetArray(other),
      sectored_(other.sectored_),
      heads_(other.heads_),
      tags_(other.tags_),
      valid_(other.valid_),
      policy_(other.policy_->clone()),
      place_of_(other.place_of_),
      slot_in_(other.slot_in_),
      next_place_(other.next_place_) {}

std::uint32_t OpenSetArray::way_of(std::uint32_t unit, std::uint32_t set) const {
  return find_tag(tags_.data() + heads_[set].base, heads_[set].ways, unit);
}

void OpenSetArray::look_up(const std::uint32_t* units, const std::uint32_t* sets, const std::uint32_t* sectors, bool* hits,
                           std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) hits[i] = look_up(units[i], sets[i], sectored_ ? sectors[i] : 1).hit;
}

LookUp OpenSetArray::look_up(std::uint32_t unit, std::uint32_t set, std::uint32_t sectors) {
  const SetRef where = at(set);
  if (const std::uint32_t way = way_of(unit, set); way != kNotFound) {
    policy_->hit(where, way);
    std::uint32_t& valid = valid_[where.base + way];
    const bool complete = (valid & sectors) == sectors;
    valid |= sectors;
    return {complete, true, set, way, kNoUnit};
  }
  std::uint32_t way = way_of(kNoUnit, set);
  // A set's slots are rounded up to groups of four. The slots behind the last way stay empty and may not be filled.
  if (way == kNotFound || way >= where.ways) way = policy_->victim(where);
  const std::uint32_t slot = where.base + way;
  std::uint32_t evicted = std::exchange(tags_[slot], unit);
  policy_->fill(where, way);
  valid_[slot] = sectors;
  if (!place_of_.empty() && evicted == kNoUnit) evicted = take_place(slot);
  return {false, false, set, way, evicted};
}

std::uint32_t OpenSetArray::take_place(std::uint32_t slot) {
  // A line leaves the store only when another line takes its place. So the places fill up in turn, and later none is ever empty
  // again.
  const std::uint32_t place = next_place_;
  next_place_ = place + 1 == slot_in_.size() ? 0 : place + 1;
  const std::uint32_t before = std::exchange(slot_in_[place], slot);
  place_of_[slot] = place;
  if (before == kNowhere) return kNoUnit;
  place_of_[before] = kNowhere;
  return std::exchange(tags_[before], kNoUnit);
}

std::vector<std::uint32_t> OpenSetArray::contents(std::uint32_t set) const {
  const std::uint32_t* const first = tags_.data() + heads_[set].base;
  return {first, first + heads_[set].ways};
}

bool OpenSetArray::remove(std::uint32_t unit, std::uint32_t set) {
  const std::uint32_t way = way_of(unit, set);
  if (way == kNotFound) return false;
  tags_[heads_[set].base + way] = kNoUnit;
  return true;
}

}  // namespace chasescope::model
