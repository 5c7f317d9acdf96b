// What is read within each pass to empty the caches in front of the one that is asked about.
//
// They are emptied whole, by a walk over neighbouring lines, which needs nothing of their structure; or by lines that were chosen
// for it (company.h); or, where their structure is known, only those of their sets are that the lines of a question go to, by lines
// from all over memory. The less is read for that the better: it takes ways of the cache that is asked about, too.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

inline constexpr std::uint32_t kEnoughByChance = 3;  ///< lines a way empty a set that is replaced at random: e^-3 of it is left

/// What is known of a cache in front.
struct FrontSets {
  inference::SetIndex index;
  std::vector<std::uint32_t> ways;  ///< by set
  std::uint64_t line_bytes = 0;
};

class FrontEmptier {
 public:
  /// For questions to cache `cache` of the survey, 0 the nearest, which has nothing in front.
  FrontEmptier(Lab& lab, const Survey& survey, std::size_t cache) : lab_(lab), survey_(survey), cache_(cache) {}

  // All of the caches in front.

  /// The walk, or what was chosen instead of it; no line of it is within `unit` bytes of the lines to keep clear of. Throws
  /// Undecided if how much fits into the cache in front is not known.
  Addresses whole(std::uint64_t unit) const;
  /// How much the cache in front holds (bytes), if it is known: tries how much must be read to empty it.
  void front_holds(std::uint64_t bytes, std::uint64_t unit);
  /// Lines that must not be used, nor what lies in the 512 bytes around them, or less where they leave nothing else or where what
  /// has one tag is known (`granularity`, bytes).
  void keep_clear_of(const Addresses& lines) { clear_lines_ = lines; }
  void keep_clear_by(std::uint64_t granularity);
  /// What was chosen instead of the walk.
  void choose(Addresses lines) { chosen_ = std::move(lines); }
  bool is_chosen() const { return chosen_.has_value(); }
  bool is_nothing() const { return chosen_ && chosen_->empty(); }
  /// Reads more from now on; false if that is as much as is ever read.
  bool read_more();

  /// While it lives, all is read that was chosen and the longest walk.
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

  /// How the cache that is asked about chooses its sets, if that is supposed to be known: what empties those in front keeps out of
  /// the sets of lines that are asked about, unless that leaves nothing.
  void keep_out_of_sets_of(std::optional<inference::SetIndex> index) { own_index_ = std::move(index); }
  bool knows_sets() const { return own_index_.has_value(); }
  /// The sets of that cache in which `lines` lie; empty if they are not known.
  std::set<std::uint64_t> sets_of(const Addresses& lines) const;
  /// Whether one of the `bytes` from `address` on lies in one of `sets`.
  bool reaches_into(const std::set<std::uint64_t>& sets, std::uint64_t address, std::uint64_t bytes, std::uint64_t unit) const;

  // Only sets of them.

  /// `fronts`: all caches in front, nearest first.
  void empty_sets_of(std::vector<FrontSets> fronts) { fronts_ = std::move(fronts); }
  bool is_by_sets() const { return !fronts_.empty(); }
  const std::vector<FrontSets>& fronts() const { return fronts_; }
  /// What is read along with a question.
  struct Question {
    Addresses lines;
    Addresses as_if;                    ///< their sets are emptied as well, though they are not read
    bool may_share_pages = false;       ///< what empties sets may lie in pages of the lines
    bool all_read_in_each_pass = true;  ///< so that they evict each other as well
    Addresses settled;                  ///< their sets are emptied by the choice that was settled for them, whatever choice is used
  };
  /// So many lines of the sets that lines of the question go to that those are evicted there from one pass to the next.
  Addresses of_sets(const Question& question, std::uint64_t unit) const;
  /// Where these come from, bytes: where translation leaves no trace, if there is room.
  std::uint64_t range() const;
  /// Which of many choices of them is used.
  std::uint64_t choice() const { return choice_; }
  void use_choice(std::uint64_t number) { choice_ = number; }
  /// The choice in use becomes that for lines that are settled.
  void settle() { settled_choice_ = choice_; }
  /// Lines a way: of a randomly replaced set 1 leaves e^-1, 3 leave e^-3.
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
  std::uint64_t factor_ = kMostFactor;  // times what the cache in front holds are read to empty it
  std::vector<FrontSets> fronts_;
  std::optional<inference::SetIndex> own_index_;
  std::uint64_t choice_ = 0, settled_choice_ = 0;
  std::uint32_t fill_ = 1;

  // A cache of capacity C is emptied by a walk over so many times C: e^-3 of a randomly replaced one is left.
  static constexpr std::uint64_t kMostFactor = 3;
};

/// At the end of a question, restores the choice of flush lines, and their number a way unless the question needed more (but_fill).
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
