#include "engine/model/residency.h"

#include <algorithm>

#include "engine/trace/random.h"

namespace chasescope::model {
namespace {

constexpr unsigned kPriorityBits = 2;  // of a state, below its sectors
constexpr std::uint32_t kOtherLine = 0xFFFFFFFF;

ReadPriority priority_of(std::uint8_t state) { return static_cast<ReadPriority>(state & 3); }
std::uint8_t with_priority(std::uint8_t state, ReadPriority priority) {
  return static_cast<std::uint8_t>((state & ~3U) | static_cast<unsigned>(priority));
}

}  // namespace

PrioritySets::PrioritySets(const Shape& shape)
    : shape_(shape),
      sets_(shape.sets),
      lines_(shape.sets * shape.ways, kOtherLine),
      states_(shape.sets * shape.ways, with_priority(0, ReadPriority::normal)) {
  shape_.set_aside_ways = std::max(shape.set_aside_ways, 1U);
}

std::uint64_t PrioritySets::set_of(std::uint64_t line) const { return ((Random(line).next() >> 32) * shape_.sets) >> 32; }

bool PrioritySets::read(std::uint64_t address, ReadPriority priority) {
  const auto line = static_cast<std::uint32_t>(address / kResidencyLineBytes);
  const std::uint64_t number = set_of(line), begin = number * shape_.ways;
  Set& set = sets_[number];
  std::uint32_t* const lines = lines_.data() + begin;
  std::uint8_t* const states = states_.data() + begin;

  std::uint32_t matching = 0;  // without a way out of the loop, so that many lines are compared at once
  for (std::uint32_t way = 0; way < shape_.ways; ++way) matching += lines[way] == line ? 1 : 0;
  const bool present = matching != 0;
  const auto way =
      present ? static_cast<std::uint32_t>(std::find(lines, lines + shape_.ways, line) - lines) : victim_of(set, states);
  const ReadPriority gone = priority_of(states[way]);
  if (gone == ReadPriority::first) --set.firsts;
  if (gone == ReadPriority::last) --set.lasts;
  move_to_front(set, lines, states, way);

  const std::uint8_t before = present ? states[set.newest] : with_priority(0, ReadPriority::normal);
  const ReadPriority now = priority == ReadPriority::unchanged ? priority_of(before) : priority;
  if (now == ReadPriority::first) ++set.firsts;
  if (now == ReadPriority::last && set.lasts++ == shape_.set_aside_ways) {
    std::uint32_t oldest = set.newest;
    do oldest = (oldest == 0 ? shape_.ways : oldest) - 1;
    while (priority_of(states[oldest]) != ReadPriority::last);
    states[oldest] = with_priority(states[oldest], ReadPriority::normal);
    --set.lasts;
  }
  const std::uint64_t sector = address % kResidencyLineBytes / kResidencySectorBytes;
  const std::uint64_t fetched = shape_.fetch_bytes / kResidencySectorBytes;
  const std::uint64_t brought = ((std::uint64_t{1} << fetched) - 1) << (sector / fetched * fetched + kPriorityBits);
  lines[set.newest] = line;
  states[set.newest] = with_priority(static_cast<std::uint8_t>(before | brought), now);
  return (before >> (kPriorityBits + sector) & 1) != 0;
}

std::uint32_t PrioritySets::victim_of(const Set& set, const std::uint8_t* states) const {
  std::uint32_t way = (set.newest == 0 ? shape_.ways : set.newest) - 1;
  if (set.firsts == 0 && (set.lasts == 0 || set.lasts == shape_.ways)) return way;
  if (set.firsts == 1 && priority_of(states[set.newest]) == ReadPriority::first) return set.newest;  // within a sweep with first
  const ReadPriority sought = set.firsts != 0 ? ReadPriority::first : ReadPriority::normal;
  while (priority_of(states[way]) != sought) way = (way == 0 ? shape_.ways : way) - 1;
  return way;
}

// The line before the most recently used one in the ring is the least recently used one, and moves by moving `newest` alone.
void PrioritySets::move_to_front(Set& set, std::uint32_t* lines, std::uint8_t* states, std::uint32_t way) const {
  const std::uint32_t oldest = (set.newest == 0 ? shape_.ways : set.newest) - 1;
  if (way == oldest) {
    set.newest = static_cast<std::uint8_t>(oldest);
    return;
  }
  const std::uint32_t line = lines[way];
  const std::uint8_t state = states[way];
  while (way != set.newest) {
    const std::uint32_t newer = (way == 0 ? shape_.ways : way) - 1;
    lines[way] = lines[newer];
    states[way] = states[newer];
    way = newer;
  }
  lines[way] = line;
  states[way] = state;
}

}  // namespace chasescope::model
