// An L2 whose lines have eviction priorities, for the request `residency`: tags only.
//
//   PrioritySets l2({.sets = 25600, .ways = 16, .set_aside_ways = 3, .fetch_bytes = 64});
//   l2.read(0, ReadPriority::last);                      // false: a miss
//   const bool hit = l2.read(0, ReadPriority::normal);   // true
//
// The rule is the simplest one that does what an NVIDIA H200 was measured to do, and is assumed for other cards. When a request
// begins, each set is full of other lines of priority normal, all older than what will be read.
// - A miss evicts the least recently used line of priority first; where the set has none, the least recently used normal one; where
//   it has none of these either, the least recently used last one. So lines read with first keep one way of a full set among them:
//   a sweep with first evicts no line that was read before it (H200: none of 8 MiB after 512 MiB of first), and of lines read with
//   first little is left after as many others (H200: 0.34 of 8 MiB after 4 MiB, 0.03 after 8; the model
//   has 0.14 and 0.05).
// - A set holds no more lines of priority last than ways are set aside, and at least one (H200: 1/16 of the L2 stays with 0 bytes
//   set aside). One more makes the least recently used of them normal (H200: 8 MiB read with last and swept with last leave as
//   normal lines do that normal ones sweep).
// - A read with normal makes a line normal; unchanged leaves the priority of a line, and enters a new line as normal.
// - Sets are chosen by a hash of the line. So some sets get more than an even share of an array (H200: 0.9 of 8 MiB stay in 11 MiB
//   set aside).
// The H200 has two halves, each of which keeps what its own SMs read. The model has one, which therefore holds more lines.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/spec/residency_spec.h"

namespace chasescope::model {

enum class ReadPriority : std::uint8_t { first, normal, last, unchanged };

class PrioritySets {
 public:
  struct Shape {
    std::uint64_t sets = 1;
    std::uint32_t ways = 1;            ///< at most kMostResidencyWays
    std::uint32_t set_aside_ways = 0;  ///< for lines of priority last
    std::uint64_t fetch_bytes =
        kResidencySectorBytes;  ///< the aligned block whose sectors a read brings; a power of two, at most a line
  };

  explicit PrioritySets(const Shape& shape);

  /// Reads one word; true if the line was there with the word's sector. The line then is the most recently used one of its set.
  /// \pre `address` is below kMostResidencyBytes
  bool read(std::uint64_t address, ReadPriority priority);

  /// The set of the line with this number.
  std::uint64_t set_of(std::uint64_t line) const;

 private:
  // The lines of a set are a ring, from the most recently used one, at `newest`, to the least recently used one.
  struct Set {
    std::uint8_t newest = 0, firsts = 0, lasts = 0;  // the latter two: how many lines have that priority
  };
  std::uint32_t victim_of(const Set& set, const std::uint8_t* states) const;
  void move_to_front(Set& set, std::uint32_t* lines, std::uint8_t* states, std::uint32_t way) const;

  Shape shape_;
  std::vector<Set> sets_;
  std::vector<std::uint32_t> lines_;  // their numbers, set by set
  std::vector<std::uint8_t> states_;  // of each line: its priority, and a bit for each sector that is there
};

}  // namespace chasescope::model
