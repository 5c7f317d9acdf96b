// The flush lines: lines that are read within each pass to empty the caches in front of the cache that a question is about.
//
// There are three kinds. A walk over neighbouring lines empties the caches in front as a whole, and needs to know nothing of their
// structure. A list of lines may have been chosen for the purpose (company.h). Where the sets of the caches in front are known,
// lines from all over memory empty only those sets that the lines of the question go to. Few flush lines are better than many,
// because flush lines take ways of the cache in question, too.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// flush lines for each way that empty a set with random replacement: a share of e^-3 of the old lines is left
inline constexpr std::uint32_t kEnoughByChance = 3;

/// The structure of a cache in front, as it was found.
struct FrontSets {
  inference::SetIndex index;
  std::vector<std::uint32_t> ways;  ///< by set
  std::uint64_t line_bytes = 0;
};

class FrontEmptier {
 public:
  /// For questions about cache `cache` of the survey. Cache 0 is the nearest one; no cache is in front of it.
  FrontEmptier(Lab& lab, const Survey& survey, std::size_t cache) : lab_(lab), survey_(survey), cache_(cache) {}

  // Flush lines for the caches in front as a whole.

  /// The lines of the walk, or the lines that were chosen instead. None is within `unit` bytes of the lines to keep clear of.
  /// Throws Undecided if the capacity of the cache in front is not known.
  Addresses whole(std::uint64_t unit) const;
  /// The lines of the next longer walk. If a part of them is left out, the rest still empties the caches in front.
  Addresses whole_to_spare(std::uint64_t unit) const;
  /// Tells the capacity (bytes) of the cache in front, if it is known. Tries how many lines must be read to flush it.
  void front_holds(std::uint64_t bytes, std::uint64_t unit);
  /// Flush lines must not be these lines, nor lie within 512 bytes of them. The distance shrinks if nothing else is left, or to
  /// `granularity` (bytes) where the line size is known.
  void keep_clear_of(const Addresses& lines) { clear_lines_ = lines; }
  void keep_clear_by(std::uint64_t granularity);
  /// The flush lines that were chosen instead of the walk.
  void choose(Addresses lines) { chosen_ = std::move(lines); }
  bool is_chosen() const { return chosen_.has_value(); }
  bool is_nothing() const { return chosen_ && chosen_->empty(); }
  /// Uses more flush lines from now on. Returns false if it already uses the most.
  bool read_more();
  /// The flush lines of `whole` that lie in none of `sets`, and as many further lines outside of them as are needed to read no
  /// fewer lines than before. Empty if none was found.
  Addresses elsewhere(const Addresses& whole, const std::set<std::uint64_t>& sets, const Addresses& lines,
                      std::uint64_t unit) const;

  /// While an object of this class lives, both the chosen lines and the longest walk are read as flush lines.
  class All {
   public:
    All(FrontEmptier& emptier, std::uint64_t unit);
    All(const All&) = delete;
    All& operator=(const All&) = delete;
    ~All();

   private:
    FrontEmptier& emptier_;
    Addresses chosen_;
  };

  /// Tells the supposed index of the cache in question. Flush lines then avoid the sets of the lines in question, unless no other
  /// flush lines are left.
  void keep_out_of_sets_of(std::optional<inference::SetIndex> index) { own_index_ = std::move(index); }
  bool knows_sets() const { return own_index_.has_value(); }
  /// The sets of the cache in question in which `lines` lie; empty if they are not known.
  std::set<std::uint64_t> sets_of(const Addresses& lines) const;
  /// Whether one of the `bytes` from `address` on lies in one of `sets`.
  bool reaches_into(const std::set<std::uint64_t>& sets, std::uint64_t address, std::uint64_t bytes, std::uint64_t unit) const;

  // Flush lines for some sets of the caches in front.

  /// `fronts`: all caches in front, nearest first.
  void empty_sets_of(std::vector<FrontSets> fronts) { fronts_ = std::move(fronts); }
  bool is_by_sets() const { return !fronts_.empty(); }
  const std::vector<FrontSets>& fronts() const { return fronts_; }
  /// The lines of a question that the flush lines are for.
  struct Question {
    Addresses lines;
    Addresses as_if;                    ///< lines that are not read, but whose sets are flushed as well
    bool may_share_pages = false;       ///< flush lines may lie in the pages of the lines
    bool all_read_in_each_pass = true;  ///< every line is read in each pass, so that the lines evict each other in front, too
    /// the sets of these lines are flushed by the settled choice of flush lines, whatever choice() is
    Addresses settled;
  };
  /// As many flush lines in the sets of the question's lines as evict these lines from the caches in front between two passes.
  Addresses of_sets(const Question& question, std::uint64_t unit) const;
  /// The size of the memory (bytes) that flush lines are drawn from: the footprint without TLB misses, if it is large enough.
  std::uint64_t range() const;
  /// The number of the choice of flush lines that is used; there are many choices.
  std::uint64_t choice() const { return choice_; }
  void use_choice(std::uint64_t number) { choice_ = number; }
  /// Keeps the choice in use for settled lines.
  void settle() { settled_choice_ = choice_; }
  /// Flush lines for each way. In a set with random replacement, 1 leaves a share of e^-1 of the old lines, and 3 leave e^-3.
  std::uint32_t fill() const { return fill_; }
  void use_fill(std::uint32_t lines_a_way) { fill_ = lines_a_way; }

 private:
  Lab& lab_;
  const Survey& survey_;
  std::size_t cache_;
  std::optional<Addresses> chosen_;
  Addresses clear_lines_;
  std::uint64_t clear_granularity_ = 512;
  std::uint64_t front_bytes_ = 0;
  std::uint64_t factor_ = kUsualFactor;  // a walk that flushes the cache in front is this many times as long as the cache is large
  std::vector<FrontSets> fronts_;
  std::optional<inference::SetIndex> own_index_;
  std::uint64_t choice_ = 0, settled_choice_ = 0;
  std::uint32_t fill_ = 1;

  std::uint64_t more_than(std::uint64_t factor) const { return factor < kUsualFactor ? factor + 1 : 2 * factor; }

  // A walk over three times its capacity flushes a cache. With random replacement, a share of e^-3 of the lines is left.
  static constexpr std::uint64_t kUsualFactor = 3;
  // A walk this long leaves no more than the same share of a way that is replaced eight times less often than the average way.
  static constexpr std::uint64_t kMostFactor = 8 * kUsualFactor;
};

/// At the end of a question, restores the choice of flush lines and the number of flush lines for each way. A question that needed
/// more flush lines can keep its number (but_fill).
class ChoiceAsBefore {
 public:
  explicit ChoiceAsBefore(FrontEmptier& emptier) : emptier_(emptier), choice_(emptier.choice()), fill_(emptier.fill()) {}
  ChoiceAsBefore(const ChoiceAsBefore&) = delete;
  ChoiceAsBefore& operator=(const ChoiceAsBefore&) = delete;
  ~ChoiceAsBefore() {
    emptier_.use_choice(choice_);
    emptier_.use_fill(fill_);
  }
  std::uint64_t choice() const { return choice_; }
  std::uint32_t fill() const { return fill_; }
  void but_fill(std::uint32_t fill) { fill_ = fill; }

 private:
  FrontEmptier& emptier_;
  std::uint64_t choice_;
  std::uint32_t fill_;
};

}  // namespace chasescope::structure
