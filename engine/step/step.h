// One access of a recorded trace, taken apart: the set of its address, the contents of that set before and after, and the evicted
// line.
//
// A Source provides this state: Replay runs a card model again, Recorded concludes it from the trace alone.
// Steps are counted from the first warm-up access, so that the cold start can be seen too; timed access i is step warmup() + i.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/model/spec/spec.h"

namespace chasescope::step {

/// A cache or TLB that a trace goes through.
struct Part {
  std::string name;                 ///< "l1", "l2_tlb", as the model or the findings call it
  bool translation = false;         ///< a TLB: its units are pages
  model::CacheSpec spec;            ///< as far as it is known: see the next three members
  bool knows_sets = true;           ///< whether it is known which set an address belongs to
  bool knows_ways = true;           ///< whether it is known how many ways each set has
  bool knows_policy = true;         ///< whether it is known which line a miss evicts
  std::uint64_t request_bytes = 1;  ///< bytes that one access requests from it: the sector size of the part before it
};

enum class Verdict {
  hit,
  miss,
  sector_miss,  ///< the line was present, the sector was not
  not_asked,    ///< a part before it hit
  unknown,      ///< the trace does not tell
};

/// One way of a set.
struct Way {
  enum class State { empty, held, unknown };
  State state = State::unknown;
  std::uint64_t unit = 0;               ///< address of the first byte of the line or page that it holds
  std::optional<std::uint64_t> used;    ///< the step that touched it last
  std::optional<std::uint64_t> filled;  ///< the step that brought it in
  friend bool operator==(const Way&, const Way&) = default;
};

/// What one access did in one part.
struct Look {
  std::uint64_t at = 0;      ///< the step
  std::uint64_t offset = 0;  ///< byte offset of the access
  std::uint64_t unit = 0;    ///< address of the first byte of its line or page
  Verdict verdict = Verdict::unknown;
  std::optional<std::uint32_t> set;
  std::optional<std::uint32_t> way;  ///< the way in which the unit was found, or into which it was filled
  std::optional<std::uint64_t> evicted;
  std::vector<Way> before, after;             ///< the ways of the set; in no particular order if their positions are unknown
  std::optional<std::uint64_t> touched_last;  ///< the latest earlier step that accessed the same unit; none: no such step was found
  bool whole_past = true;  ///< whether touched_last was searched in all earlier steps, not only in the latest million
  std::optional<std::uint64_t> victim_next;  ///< the next step that accesses the evicted unit again, searched over one pass
  std::string answered;  ///< the part that answered the access, as the model names it ("l2+l1_tlb"); empty: not known
};

/// Events that next() and previous() search for.
enum class Event { miss, eviction };

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual const std::vector<Part>& parts() const = 0;
  /// All steps, warm-up and timed.
  std::uint64_t size() const { return warmup_ + timed_; }
  std::uint64_t warmup() const { return warmup_; }
  const AccessOrder& order() const { return order_; }
  std::uint64_t offset(std::uint64_t at) const { return order_.offset(at); }
  std::uint64_t largest_offset() const { return largest_; }

  /// Steps before this one can be asked about.
  virtual std::uint64_t ready() const = 0;
  bool complete() const { return ready() == size(); }
  /// Prepares up to `count` more steps.
  virtual void extend(std::uint64_t count) = 0;

  /// Everything about one step. \pre at < ready(), part < parts().size().
  virtual Look look(std::uint64_t at, std::size_t part) = 0;
  /// Whether the access hit; much cheaper than look().
  virtual Verdict verdict(std::uint64_t at, std::size_t part) const = 0;
  virtual bool evicts(std::uint64_t at, std::size_t part) const = 0;
  /// Whether this source knows of evictions at all.
  virtual bool tells_evictions() const = 0;
  /// Where the state comes from, in a sentence.
  virtual std::string basis() const = 0;
  /// Whether this source agrees with the recorded trace, as far as it is ready. A state that disagrees must not be shown.
  virtual bool trusted() const { return true; }
  /// Whether the source has stopped making steps ready, because it does not reproduce the recorded trace.
  virtual bool given_up() const { return false; }

  /// The nearest step after (or before) `at` with that event; empty if no step that is ready has it.
  std::optional<std::uint64_t> next(std::uint64_t at, Event event, std::size_t part) const;
  std::optional<std::uint64_t> previous(std::uint64_t at, Event event, std::size_t part) const;

 protected:
  /// \pre the pattern has accesses; `offsets`: the order from the result of a shuffled chase.
  void set_walk(const ChaseRequest& request, const std::vector<std::uint64_t>& offsets);

 private:
  bool happens(std::uint64_t at, Event event, std::size_t part) const;

  AccessOrder order_;  // made without a warm-up, since steps count the warm-up accesses
  std::uint64_t warmup_ = 0;
  std::uint64_t timed_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace chasescope::step
