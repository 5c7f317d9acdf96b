// The question that all structure methods ask of a cache or TLB: if these lines are read over and over, do they all stay, or does a
// set overflow?
//
// The methods need to know nothing else of a level. Line size, sets, ways and index function follow from the answers
// (minimal_overflow.h, index_solver.h). The differences between a data cache and a TLB are behind this interface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/conflict_verdict.h"
#include "engine/inference/replacement/set_victims.h"
#include "engine/inference/sets/set_index.h"

namespace chasescope::structure {

using Addresses = std::vector<std::uint64_t>;

/// Thrown if a cache in front hits for some lines in every pass, so that the level in question never gets a request for them.
struct HeldInFront : Undecided {
  using Undecided::Undecided;
};

struct Answer {
  bool conflict = false;
  std::vector<std::uint32_t> misses;  ///< for each watched address, in the order of the question: the passes in which it missed
  std::size_t passes = 0;
  RunPtr run;
};

/// Follows the lines of one set (or the pages of one TLB set) access by access. The replacement policy is inferred from that.
class SetFollower {
 public:
  SetFollower() = default;
  SetFollower(const SetFollower&) = delete;
  SetFollower& operator=(const SetFollower&) = delete;
  virtual ~SetFollower() = default;

  /// Visits the lines of one set in the order of `sequence` (indices into `lines`, 0 … lines.size() − 1), over and over from an
  /// empty cache, until at least `accesses` visits were timed or the device allows no longer chase. Each visit reads another
  /// element of the line, so that a line may occur visits_per_line() times. `segment_ends`: positions in the sequence after which
  /// the caches in front are flushed.
  virtual std::vector<inference::SetAccess> follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                                   const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                                   const std::string& label, RunPtr* run) = 0;
  /// Whether such a chase starts at an empty cache.
  virtual bool starts_empty() const = 0;
  /// Whether there is no other cache or TLB in front, which would have to be flushed between visits.
  virtual bool is_nearest() const = 0;
  virtual std::uint64_t accesses_spent() const = 0;
  /// How often one sequence may visit a line, and how often it may flush the caches in front.
  virtual std::uint32_t visits_per_line() const = 0;
  /// Whether single misses may be noise.
  virtual bool noisy() const = 0;
};

class Tester {
 public:
  Tester() = default;
  Tester(const Tester&) = delete;
  Tester& operator=(const Tester&) = delete;
  virtual ~Tester() = default;

  /// Chases all of `watched` and `others` (distinct addresses) over and over, and says whether any of `watched` misses in this
  /// level once it is warm. Throws Undecided if noise hides the answer.
  virtual Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) = 0;
  Answer ask(const Addresses& watched, const std::string& label) { return ask(watched, {}, label); }

  /// The fetch size: the smallest distance between two addresses that can be different lines. Bytes, a power of two.
  virtual std::uint64_t unit_bytes() const = 0;
  /// Questions may use addresses below this one.
  virtual std::uint64_t limit_bytes() const = 0;

  /// Whether single answers may be wrong because of noise.
  virtual bool noisy() const { return false; }

  /// Whether a few lines alone may never reach this level because a level in front holds them. Then lines of sets that are already
  /// settled are read along as company.
  virtual bool wants_company() const { return false; }
  /// Lines that are read along with every question from now on, if wants_company() says so.
  virtual void keep_company(Addresses) {}
  virtual Addresses company() const { return {}; }

  /// Whether `fitting` still overflow if the caches in front are flushed as they would be with `more`, but `more` is not read. Then
  /// the flush lines take ways of the set, and `more` does not.
  virtual bool is_overflowed_by_what_empties(const Addresses&, const Addresses&) { return false; }
  /// Whether the line at `address` lies in the set that `fitting` fill, so that together they overflow it. Throws Undecided if
  /// flush lines hide the answer.
  virtual Answer shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) {
    return ask(fitting, {address}, label);
  }
  /// The same as ask(), with fewer accesses, for testers whose answers are expensive. An overflow in this answer may be caused by
  /// flush lines for the caches in front.
  virtual Answer ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) {
    return ask(watched, others, label);
  }
  virtual bool has_rough_answers() const { return false; }
  /// The same as ask(), with as few passes as can show a conflict. Throws Undecided if only more passes would tell.
  virtual Answer ask_briefly(const Addresses& watched, const std::string& label) { return ask(watched, label); }

  /// Tells the line size (bytes) as soon as it is known.
  virtual void learn_line(std::uint64_t) {}
  /// Tells the supposed set index. Flush lines for the caches in front avoid the sets in question from then on. No value: unknown.
  virtual void suppose(const std::optional<inference::SetIndex>&) {}

  /// Whether the flush lines are drawn anew for each question, and flush only those sets of the caches in front that its lines go
  /// to. They may take ways of the sets in question. So ask_groups() asks about most groups once more by themselves.
  virtual bool flushes_single_sets() const { return false; }
  /// Asks about groups of addresses at once, in one chase: which groups overflow a set? group[i] is the group of addresses[i]. The
  /// groups must not share sets. Addresses of a group number >= `groups` are company. Groups without a certain answer are marked in
  /// `untold`; if that is null, Undecided is thrown.
  virtual std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                                       const std::string& label, RunPtr* run, std::vector<bool>* untold = nullptr) = 0;
};

}  // namespace chasescope::structure
