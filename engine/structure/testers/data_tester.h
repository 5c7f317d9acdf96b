// Conflict questions to a data cache: do these lines all stay in the cache, or do they evict each other?
//
// A TLB miss must not be mistaken for a miss of the cache. There are four ways to avoid that:
// - Within the clean footprint (clean_footprint.h) there are no TLB misses, and lines are chased as they are.
// - Elsewhere, another line of the same 4 KiB block (the primer) is read just before each line, so that its page has been looked
//   up.
// - Or the first access to each block is not counted.
// - Or, if the survey knows what TLB misses add, each latency is split into that of a level and that of a TLB miss.
//
// Caches in front of the cache in question are flushed within each pass by reading lines that fill them (front_emptier.h).
#pragma once

#include <optional>

#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/data_plan.h"
#include "engine/structure/testers/front_answers.h"
#include "engine/structure/testers/front_emptier.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// A cache in front answers for lines in every pass. The accesses to these lines never reach the cache in question.
struct KeptInFront : HeldInFront {
  using HeldInFront::HeldInFront;
};

class DataTester final : public Tester, public SetFollower {
 public:
  /// For questions about cache `cache` of the survey; 0 is the nearest. `apart`: each latency is split into that of a level and
  /// what a TLB miss adds, as the survey knows it. Throws Undecided if a latency can be split in two ways that differ for this
  /// cache.
  DataTester(Lab& lab, const Survey& survey, std::size_t cache, bool apart = false);

  using Tester::ask;
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override;
  std::uint64_t unit_bytes() const override { return unit_; }
  /// Whether the fetch size is unknown. The unit is then the stride of the survey's walks, and a cache line may be smaller than it.
  bool is_unit_assumed() const { return !survey_.fetch_bytes[cache_].has_value(); }
  void use_unit(std::uint64_t bytes) { unit_ = walked_every_ = bytes; }
  std::uint64_t limit_bytes() const override { return lab_.limit_bytes(); }
  bool flushes_single_sets() const override { return emptier_.is_by_sets(); }
  std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                               const std::string& label, RunPtr* run, std::vector<bool>* untold) override;

  /// From now on, flush lines from all over memory empty only those sets of the caches in front that the lines of a question go to.
  /// Some flush lines may belong to the set in question. So an overflow counts only if it happens with several choices of flush
  /// lines. `fronts`: all caches in front, nearest first.
  void empty_sets_of(std::vector<FrontSets> fronts) { emptier_.empty_sets_of(std::move(fronts)); }
  bool empties_sets() const { return emptier_.is_by_sets(); }
  bool is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) override;
  Answer shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) override;
  Answer ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) override;
  Answer ask_briefly(const Addresses& watched, const std::string& label) override;
  bool has_rough_answers() const override { return empties_sets(); }
  /// Tells the capacity of the cache in front, if it is known. Tries how many lines must be read to flush it.
  void front_holds(std::uint64_t bytes) { emptier_.front_holds(bytes, unit_); }
  /// Tells the line size of the cache in front, if it is known (bytes).
  void front_has_lines_of(std::uint64_t bytes) { front_line_bytes_ = bytes; }

  /// The company of this tester is the list of flush lines for the caches in front.
  void keep_company(Addresses company) override { emptier_.choose(std::move(company)); }
  Addresses company() const override { return emptier_.whole(unit_); }
  /// More lines than company() has, so that a part of them can be left out.
  Addresses company_to_spare() const { return emptier_.whole_to_spare(unit_); }

  /// Asks with a sequential walk over all of [0, bytes). Answer::misses has an entry for each block of `unit_bytes()`.
  Answer ask_contiguous(std::uint64_t bytes, const std::string& label);
  /// Whether a walk over `bytes` in steps of half the fetch size misses. A miss may bring a line and its neighbour; a walk in steps
  /// of the fetch size then never reads every second line, and these need not stay for it to fit. Throws Undecided.
  bool halves_miss(std::uint64_t bytes);
  /// Whether a walk over `bytes` misses, judged from one pass only, to find a boundary that ask_contiguous() then confirms. No
  /// value if one pass does not tell. With a stride of several units, and where TLB misses hide some accesses, the answer is only a
  /// guess.
  std::optional<bool> overflows_at_a_glance(std::uint64_t bytes, std::uint64_t stride, const std::string& label);

  /// For lines that overflow a set, and fit without the last of them: finds a way to keep TLB misses from being counted. Throws
  /// Undecided if there is none.
  void choose_primer(const Addresses& overflowing);
  /// Before a minimal overflowing set is known: tries primers at several distances until `overflowing` overflows, so that lines
  /// beyond the clean footprint can be asked about. False if no distance works.
  bool prepare(const Addresses& overflowing);
  /// Whether lines that overflow a set fit if their primers are at another distance. Then some of the primers took ways of the set,
  /// and primers are chosen at the new distance from then on.
  bool fits_with_another_primer(const Addresses& overflowing);
  /// Whether a minimal overflowing set is minimal with primers at other distances as well. If it is not, primers of lines in other
  /// sets were a part of it, and primers nearer to their lines are used from then on.
  bool holds_with_another_primer(const Addresses& overflowing);
  /// Whether, by `index`, primers of `lines` lie in the sets of their lines, so that they took ways of these sets.
  bool primers_took_ways(const inference::SetIndex& index, std::uint64_t line_bytes, const Addresses& lines) const;
  /// Whether a TLB miss can show anywhere in the memory that the device allows to read.
  bool is_translation_seen() const { return clean_until_ + kSmallestPage <= lab_.limit_bytes(); }
  /// Whether every question is asked with the largest number of passes. Needed in noise, and if the evicted lines differ from pass
  /// to pass.
  void take_care(bool careful) { careful_ = careful; }
  /// Whether misses differ from pass to pass on a device that keeps cache contents between chases. The footprint at which misses
  /// begin is then not sharp.
  bool is_blurred() const { return by_chance_ && lab_.keeps_state(); }
  /// Whether a walk over a footprint stops missing within the largest number of passes that a walk may have. If lines are replaced
  /// at random, and may evict others while ways are empty, a footprint that fits still misses during the first passes.
  bool comes_to_rest(std::uint64_t bytes);
  /// Whether misses of one walk were seen to differ from pass to pass.
  bool misses_by_chance() const { return by_chance_; }
  bool noisy() const override { return !survey_.noise.exact(); }
  /// How TLB misses are kept from being counted, in sentences for people.
  std::string how_translation_is_kept_out() const;

  std::vector<inference::SetAccess> follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                           const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                           const std::string& label, RunPtr* run) override;
  bool starts_empty() const override { return !lab_.keeps_state(); }
  bool is_nearest() const override { return cache_ == 0; }
  std::uint64_t accesses_spent() const override { return lab_.spent(); }
  std::uint32_t visits_per_line() const override;

  /// Flush lines must not be these lines, nor lie within 512 bytes of them. The distance shrinks if nothing else is left, or if the
  /// line size is known.
  void keep_clear_of(const Addresses& lines) { emptier_.keep_clear_of(lines); }
  void learn_line(std::uint64_t bytes) override { emptier_.keep_clear_by(bytes); }
  void suppose(const std::optional<inference::SetIndex>& index) override { emptier_.keep_out_of_sets_of(index); }

 private:
  // A flag is set as long as an object of this class lives.
  class While {
   public:
    explicit While(bool& flag) : flag_(flag) { flag_ = true; }
    While(const While&) = delete;
    While& operator=(const While&) = delete;
    ~While() { flag_ = false; }

   private:
    bool& flag_;
  };
  static constexpr std::size_t kFewElements = 1 << 13;  // elements of a chase, of which many passes are cheap
  // A question about groups, and what is known of each so far.
  struct GroupsAsked {
    const Addresses& addresses;
    const std::vector<std::uint32_t>& group;  // of each address
    std::uint32_t groups;
    const std::string& label;
    std::vector<bool>* untold;
    std::vector<bool>& overflows;
  };
  // What is known of the groups that one walk reads together.
  struct GroupsWalked {
    const DataPlan& all;
    std::vector<std::vector<std::size_t>> columns;  // of each group: the elements of the walk that are its lines
    // In order: groups of which noise hides the answer, and those of which the caches in front seem to have answered for a line in
    // each pass.
    std::vector<std::uint32_t> unclear, held;
  };
  std::optional<Walk> walk_over_groups(const DataPlan& all, const Passes& passes, const std::string& label, bool is_first);
  void judge_groups(const Walk& walk, const std::vector<std::uint32_t>& open, const GroupsAsked& asked, GroupsWalked& walked);
  std::vector<Passes> passes_of_groups(const DataPlan& plan) const;
  bool is_cheaper_together(const std::vector<std::uint32_t>& which, const GroupsAsked& asked, std::size_t elements) const;
  static Addresses members_of(std::uint32_t g, const GroupsAsked& asked);
  void ask_alone(std::uint32_t g, const GroupsAsked& asked);
  void ask_fewer(const std::vector<std::uint32_t>& which, const GroupsAsked& asked);
  Answer ask_behind_company(const Addresses& watched, const Addresses& others, const std::string& label);
  Answer ask_emptied(const Addresses& watched, const Addresses& others, const std::string& label);
  Answer ask_by_choices(const Addresses& watched, const Addresses& others, const std::string& label, std::uint64_t choices,
                        std::uint64_t choices_of_small);
  std::optional<Answer> ask_beside(const Addresses& fitting, const Addresses& more, const std::string& label);
  Answer ask_once(const Addresses& watched, const Addresses& others, const std::string& label);
  void find_primer(const Addresses& overflowing);
  DataPlanner planner(const Addresses& watched, const Addresses& others) const;
  Answer run(const DataPlan& plan, std::size_t watched, const std::string& label);
  bool clean(const Addresses& a, const Addresses& b) const;
  std::vector<bool> beside_page_begins(std::uint64_t bytes, std::uint64_t stride, std::size_t elements) const;
  void take_apart();
  Answer ask_every(std::uint64_t step, std::uint64_t bytes, const std::string& label);
  static bool misses_begin_blocks(const Answer& answer, std::uint64_t step, std::uint64_t bytes);
  std::optional<double> of_no_level(std::span<const float> cycles, const std::vector<bool>& counts) const;
  [[noreturn]] static void refuse_unknown(double cycles);
  bool is_asked_whole(const Walk& walk, const std::vector<std::vector<std::size_t>>& rounds) const;
  bool read_parts();
  bool is_filled_by(const Addresses& emptying, const Addresses& lines) const;
  bool keeps_out_of_sets_of(const Addresses& watched, const Addresses& others) const;

  Lab& lab_;
  const Survey& survey_;
  std::size_t cache_;
  std::uint64_t clean_until_;  // bytes; up to this footprint there are no TLB misses, unless a walk shows some
  std::uint64_t unit_ = 0;
  std::uint64_t walked_every_ = 0;  // bytes: the step of walks over footprints
  std::vector<inference::Band> bands_;
  double cut_ = 0;
  double false_share_ = 0;
  bool alike_ = true;  // all hits are as slow, but for noise
  bool careful_ = false;
  bool brief_ = false;      // a question is made once, with few passes
  bool by_chance_ = false;  // misses of one walk differ from pass to pass, so that a walk without a miss is no proof
  bool apart_ = false;
  bool of_one_set_ = false;  // the lines in question are all of one set, as far as the index that is supposed is right
  FrontAnswers front_answers_;
  FrontEmptier emptier_;
  std::uint64_t front_line_bytes_ = 0;
  // offsets within a line that fall into different lines of the cache in front; reading all of them flushes the cache in front
  std::vector<std::uint64_t> parts_{0};
  PageManner manner_ = PageManner::grouped;  // for lines beyond the clean footprint
  std::uint64_t primer_distance_ = 0;
  std::uint64_t first_primer_ = kSmallestPage / 2;  // primers at a larger distance take ways of the set in question
  Addresses as_if_asked_;                           // lines that are not read, but whose sets in front are flushed
  Addresses settled_;                               // lines that fit together with their flush lines
  bool flush_lines_take_ways_ = false;              // of the set in question, whatever their choice
  std::size_t fit_beside_ = 1;                      // lines that fitted beside flush lines when this was last asked
  // every line in question is read in each pass, so that they evict each other in the caches in front, too
  bool all_read_in_each_pass_ = true;
};

}  // namespace chasescope::structure
