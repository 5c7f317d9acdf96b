// Two agents on one SM, each in a memory space of its own: does one agent evict the lines that the other has read (topology thesis,
// §4.5)?
//
//   PairBench pairs(device, recorder, budget);
//   const auto same = pairs.reference(l1);             // two agents of one space: with arrays how large do they evict each other?
//   EvictionResult r = pairs.evicts(l1, texture, *same);   // does agent B, reading textures, evict agent A's global lines?
//
// Agent A reads an array that fits in its cache. Agent B then reads one that is several times as large. Then A's accesses are
// timed. The first access to each 4 KiB block is not counted, because B may have evicted its translation. A's accesses beside an
// idle B give the cut between hit and miss. Two agents of one space, which evict each other under any policy, show that B reads
// enough.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/sharing/eviction.h"
#include "engine/structure/explore/nearest_cache.h"

namespace chasescope::structure {

struct EvictionResult {
  inference::EvictionVerdict verdict = inference::EvictionVerdict::unclear;
  inference::EvictionReading alone, beside;
  std::string why_unclear;
  RunPtr idle, run;  ///< agent A beside an idle agent B, and beside a busy one
};

/// Where agent B runs, and how much it reads.
struct Pairing {
  unsigned thread = 1;       ///< of agent B; agent A is thread 0
  std::uint64_t factor = 4;  ///< agent B reads this many times the footprint that overflows the victim's cache
};

/// Two agents of one space that evict each other. Other pairs are compared with them.
struct Reference {
  Pairing pairing;
  EvictionResult same;
};

class PairBench {
 public:
  PairBench(Device& device, Recorder& recorder, Budget& budget) : device_(device), recorder_(recorder), budget_(budget) {}

  /// Tries near and far threads, and larger and larger arrays. Throws Undecided if no agent evicts any other, or if A's lines are
  /// evicted even beside an idle B. DeviceFailure passes through, here and below.
  const Reference& reference(const NearestCache& cache);

  /// Agent A reads in `victim`'s space, agent B in `other`'s. The verdict is `kept` only if B's array could be as large as
  /// `pairing` asks.
  EvictionResult evicts(const NearestCache& victim, const NearestCache& other, const Pairing& pairing);

  /// The threads of a block: as the device states, or else as many as every card so far has.
  unsigned threads() const;

 private:
  /// The array of an agent: `lines` elements, `stride` bytes apart, from `begin` on.
  struct Array {
    std::uint64_t lines = 1, stride = 4, begin = 0;
    std::uint64_t bytes() const { return lines * stride; }
  };
  struct Trace {
    RunPtr run;
    std::vector<float> cycles;  ///< of agent A
    std::vector<bool> watched;  ///< by access
  };
  struct Alone {
    inference::EvictionReading reading;
    double cut = 0;  ///< cycles
    Array array;
    RunPtr run;
    std::string undecided;
  };
  double cut_in(const NearestCache& cache);
  const Alone& alone(const NearestCache& cache);
  std::optional<Alone> best_alone(const NearestCache& cache, double cut);
  bool try_alone(const NearestCache& cache, Alone& tried, std::uint64_t idle);
  bool evicts_from_everywhere(const NearestCache& cache, const Pairing& pairing);
  EvictionResult look(const NearestCache& victim, const NearestCache& other, const Pairing& pairing, std::uint64_t begin);
  Trace ask(const NearestCache& a, const Array& of_a, const NearestCache& b, const Array& of_b, unsigned thread,
            const std::string& label);

  Device& device_;
  Recorder& recorder_;
  Budget& budget_;
  std::map<MemorySpace, Alone> alone_;
  std::map<MemorySpace, Reference> references_;
};

}  // namespace chasescope::structure
