// One access of a recorded trace, taken apart: where its address belongs, what its set held before and after, and who had to go.
//
// A source knows where that state comes from: Replay runs a card model again, Recorded draws its conclusions from the trace alone.
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
  model::CacheSpec spec;            ///< what is known of it: see the three below
  bool knows_sets = true;           ///< which set an address belongs to
  bool knows_ways = true;           ///< how many ways each set has
  bool knows_policy = true;         ///< who has to go
  std::uint64_t request_bytes = 1;  ///< what an access asks it for: the sectors of the parts in front
};

enum class Verdict {
  hit,
  miss,
  sector_miss,  ///< the line was there, the sector was not
  not_asked,    ///< a part in front had it
  unknown,      ///< the trace does not tell
};

/// One way of a set.
struct Way {
  enum class State { empty, held, unknown };
  State state = State::unknown;
  std::uint64_t unit = 0;               ///< address of the first byte of what it holds
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
  std::optional<std::uint32_t> way;  ///< where it was found or put
  std::optional<std::uint64_t> evicted;
  std::vector<Way> before, after;             ///< the ways of the set; without positions where those are not known
  std::optional<std::uint64_t> touched_last;  ///< the step that wanted the same unit before; none: none found
  bool whole_past = true;                     ///< touched_last was looked for in all steps before, not only in the latest million
  std::optional<std::uint64_t> victim_next;   ///< the step that will want what was evicted again, within a pass
  std::string answered;                       ///< who answered the access, as the model calls it ("l2+l1_tlb"); empty: not known
};

/// What can be looked for.
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
  /// Whether evictions can be told at all.
  virtual bool tells_evictions() const = 0;
  /// Where the state comes from, in a sentence.
  virtual std::string basis() const = 0;
  /// Whether it agrees with what was recorded, as far as it is ready; a state that does not is not to be shown.
  virtual bool trusted() const { return true; }
  /// No more will be ready than is: it is not the state of what was recorded.
  virtual bool given_up() const { return false; }

  /// The nearest step after (or before) `at` where it happened; none within what is ready.
  std::optional<std::uint64_t> next(std::uint64_t at, Event event, std::size_t part) const;
  std::optional<std::uint64_t> previous(std::uint64_t at, Event event, std::size_t part) const;

 protected:
  /// \pre the pattern has accesses; `offsets` as the result of a shuffled chase told them.
  void set_walk(const ChaseRequest& request, const std::vector<std::uint64_t>& offsets);

 private:
  bool happens(std::uint64_t at, Event event, std::size_t part) const;

  AccessOrder order_;  // without a warm-up: it is asked by step
  std::uint64_t warmup_ = 0;
  std::uint64_t timed_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace chasescope::step
