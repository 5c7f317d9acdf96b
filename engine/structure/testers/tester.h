// Asks one question of one cache or TLB: given these lines over and over, do they all stay, or does a set overflow?
//
// That is the only thing the structure methods need to know of a level; line size, sets, ways and index function follow from the
// answers (minimal_overflow.h, index_solver.h). What a data cache and a TLB need done differently is behind this interface.
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

/// Thrown where what lies in front answers for some lines in every pass, so that the level asked about is never asked for them.
struct HeldInFront : Undecided {
  using Undecided::Undecided;
};

struct Answer {
  bool conflict = false;
  std::vector<std::uint32_t> misses;  ///< by watched address, in the order asked: passes in which it missed
  std::size_t passes = 0;
  RunPtr run;
};

/// Follows the lines of one set, or the pages of one, access by access: what a replacement policy is told by.
class SetFollower {
 public:
  SetFollower() = default;
  SetFollower(const SetFollower&) = delete;
  SetFollower& operator=(const SetFollower&) = delete;
  virtual ~SetFollower() = default;

  /// Visits of the lines of one set in the order of `sequence` (indices into `lines`; line 0 … lines.size() − 1), over and over
  /// from an empty cache, until at least `accesses` visits were timed or the device allows no longer chase. A line is visited at
  /// another element each time, so it may occur visits_per_line() times. `segment_ends`: positions in the sequence after which what
  /// is in front is emptied.
  virtual std::vector<inference::SetAccess> follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                                   const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                                   const std::string& label, RunPtr* run) = 0;
  /// Whether such a chase starts at an empty cache.
  virtual bool starts_empty() const = 0;
  /// Whether no other cache or TLB lies in front, which would have to be emptied between visits.
  virtual bool is_nearest() const = 0;
  virtual std::uint64_t accesses_spent() const = 0;
  /// How often a line, and what empties what is in front, can be visited in one sequence.
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

  /// Chases all of `watched` and `others` (distinct addresses) over and over and says whether any of `watched` misses this level
  /// when warm. Throws Undecided if noise hides it.
  virtual Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) = 0;
  Answer ask(const Addresses& watched, const std::string& label) { return ask(watched, {}, label); }

  /// The smallest distance worth asking about: what one miss brings. Bytes, a power of two.
  virtual std::uint64_t unit_bytes() const = 0;
  /// Addresses below this can be asked about.
  virtual std::uint64_t limit_bytes() const = 0;

  /// Whether a few lines alone may never reach this level, because what is in front holds them; then groups that are settled are
  /// chased along.
  virtual bool wants_company() const { return false; }
  /// Lines that are chased along with every question from now on (where wants_company() says so).
  virtual void keep_company(Addresses) {}
  virtual Addresses company() const { return {}; }

  /// Whether `fitting` overflow as well where the caches in front are emptied as if `more` were read beside them: then it is what
  /// empties those that takes the ways, and not `more`.
  virtual bool is_overflowed_by_what_empties(const Addresses&, const Addresses&) { return false; }
  /// Whether the line at `address` lies in the set that `fitting` fill, so that they overflow it together. Throws Undecided where
  /// that can't be told.
  virtual Answer shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) {
    return ask(fitting, {address}, label);
  }
  /// As ask(), for fewer accesses, where answers are dear: that lines overflow may be the doing of what empties the caches in
  /// front.
  virtual Answer ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) {
    return ask(watched, others, label);
  }
  virtual bool has_rough_answers() const { return false; }

  /// What has one tag is known from now on (bytes).
  virtual void learn_line(std::uint64_t) {}
  /// How sets are chosen, as far as can be told: what empties the caches in front keeps away from the sets that are asked about
  /// from now on. Empty: not known.
  virtual void suppose(const std::optional<inference::SetIndex>&) {}

  /// Answers to groups of addresses at once: which groups overflow? One chase for all of them; group[i] is the group of
  /// addresses[i]. Only good for groups that do not share sets. Addresses of a group number ≥ `groups` are only company. Groups
  /// that can't be told are marked in `untold`; throws Undecided if that is null.
  virtual std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                                       const std::string& label, RunPtr* run, std::vector<bool>* untold = nullptr) = 0;
};

}  // namespace chasescope::structure
