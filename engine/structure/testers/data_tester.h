// Conflict questions to a data cache.
//
// Translation must not be mistaken for a miss of the cache. Where lines lie in footprints that leave no trace of translation, they
// are chased as they are; elsewhere each line is preceded by another line of its 4 KiB block (a primer), so that its page has just
// been looked up, or the first access to each block is not counted. Or, if it is known what TLB misses add, latencies are taken
// apart into a data level and what was added. Caches in front of the one asked about are emptied within each pass, by walking lines
// that fill them.
#pragma once

#include <optional>

#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/data_plan.h"
#include "engine/structure/testers/front_answers.h"
#include "engine/structure/testers/front_emptier.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// The caches in front answer for lines in every pass, so that the one asked about is not asked for them.
struct KeptInFront : HeldInFront {
  using HeldInFront::HeldInFront;
};

class DataTester final : public Tester, public SetFollower {
 public:
  /// Asks about cache `cache` of the survey, 0 the nearest. `apart`: latencies are taken apart by what TLB misses add, as the
  /// survey knows it; throws Undecided if two ways to come to one latency differ in what they say of this cache.
  DataTester(Lab& lab, const Survey& survey, std::size_t cache, bool apart = false);

  using Tester::ask;
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override;
  std::uint64_t unit_bytes() const override { return unit_; }
  /// Whether what a miss brings is not known, so that lines may be smaller than the unit, which then is what walks had shown.
  bool is_unit_assumed() const { return !survey_.fetch_bytes[cache_].has_value(); }
  void use_unit(std::uint64_t bytes) { unit_ = walked_every_ = bytes; }
  std::uint64_t limit_bytes() const override { return lab_.limit_bytes(); }
  std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                               const std::string& label, RunPtr* run, std::vector<bool>* untold) override;

  /// From now on only those sets of the caches in front are emptied that the lines of a question go to, by lines from all over
  /// memory. Some of these may belong to the set that is asked about; so what overflows must do so beside several choices of them.
  /// `fronts`: all caches in front, nearest first.
  void empty_sets_of(std::vector<FrontSets> fronts) { emptier_.empty_sets_of(std::move(fronts)); }
  bool empties_sets() const { return emptier_.is_by_sets(); }
  bool is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) override;
  Answer shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) override;
  Answer ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) override;
  bool has_rough_answers() const override { return empties_sets(); }
  /// What the cache in front holds, if it is known: tries how much must be read to empty it.
  void front_holds(std::uint64_t bytes) { emptier_.front_holds(bytes, unit_); }
  /// The line of the cache in front, if it is known (bytes).
  void front_has_lines_of(std::uint64_t bytes) { front_line_bytes_ = bytes; }

  /// What empties the caches in front is this tester's company.
  void keep_company(Addresses company) override { emptier_.choose(std::move(company)); }
  Addresses company() const override { return emptier_.whole(unit_); }

  /// A sequential walk over all of [0, bytes): misses by unit, `unit_bytes()` long.
  Answer ask_contiguous(std::uint64_t bytes, const std::string& label);
  /// Whether a footprint misses anything when it is walked in steps of half of what a miss brings. That may be a line and the next
  /// one: then walks in whole steps never ask for every second line, and those have no need to stay. Throws Undecided.
  bool halves_miss(std::uint64_t bytes);
  /// The same from one pass over clean footprints: for finding a boundary that ask_contiguous() then confirms. Empty if one pass is
  /// not enough. With a stride of several units it only guesses.
  std::optional<bool> overflows_at_a_glance(std::uint64_t bytes, std::uint64_t stride, const std::string& label);

  /// Once a set of lines is known that overflows, and fits without its last: finds a way to keep translation out of the way for it.
  /// Throws Undecided if there is none.
  void choose_primer(const Addresses& overflowing);
  /// Makes sure that lines beyond the clean footprint can be asked about, before a minimal overflowing set is known: tries primers
  /// until `overflowing` overflows. False if none does.
  bool prepare(const Addresses& overflowing);
  /// Whether lines that overflow a set fit with primers elsewhere: then some of these took ways of it. Primers are looked for there
  /// from then on.
  bool fits_with_another_primer(const Addresses& overflowing);
  /// Whether a minimal overflowing set is one with primers elsewhere as well: primers of lines of other sets may have been part of
  /// it. If they were, primers are looked for nearer from then on.
  bool holds_with_another_primer(const Addresses& overflowing);
  /// Whether primers of `lines` lie in the sets of their lines, by what was found of these, and so took ways of them as was asked.
  bool primers_took_ways(const inference::SetIndex& index, std::uint64_t line_bytes, const Addresses& lines) const;
  /// Whether TLB misses may show anywhere in what the device lets be read.
  bool is_translation_seen() const { return clean_until_ + kSmallestPage <= lab_.limit_bytes(); }
  /// Whether every question gets as many passes as any: in noise, and where the lines that are evicted differ from pass to pass.
  void take_care(bool careful) { careful_ = careful; }
  /// Whether misses were seen to come now here, now there, on a device whose chases never begin alike: where they begin is blurred.
  bool is_blurred() const { return by_chance_ && lab_.keeps_state(); }
  /// Whether a footprint misses nothing any more after as many passes as a walk may have. Where lines take their places by chance,
  /// also places of others while some are empty, few passes over what would fit miss all the same.
  bool comes_to_rest(std::uint64_t bytes);
  /// Whether the same walk was seen to miss now here, now there.
  bool misses_by_chance() const { return by_chance_; }
  bool noisy() const override { return !survey_.noise.exact(); }
  /// How TLB misses are kept out, in sentences for people.
  std::string how_translation_is_kept_out() const;

  std::vector<inference::SetAccess> follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                           const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                           const std::string& label, RunPtr* run) override;
  bool starts_empty() const override { return !lab_.keeps_state(); }
  bool is_nearest() const override { return cache_ == 0; }
  std::uint64_t accesses_spent() const override { return lab_.spent(); }
  std::uint32_t visits_per_line() const override;

  /// Lines that must not be used to empty the caches in front, nor what lies in the 512 bytes around them, or less where they leave
  /// nothing else or what has one tag is known.
  void keep_clear_of(const Addresses& lines) { emptier_.keep_clear_of(lines); }
  void learn_line(std::uint64_t bytes) override { emptier_.keep_clear_by(bytes); }
  void suppose(const std::optional<inference::SetIndex>& index) override { emptier_.keep_out_of_sets_of(index); }

 private:
  Answer ask_behind_company(const Addresses& watched, const Addresses& others, const std::string& label);
  Answer ask_emptied(const Addresses& watched, const Addresses& others, const std::string& label);
  Answer ask_by_choices(const Addresses& watched, const Addresses& others, const std::string& label, std::uint64_t choices,
                        std::uint64_t choices_of_small);
  std::optional<bool> overflows_beside(const Addresses& fitting, const Addresses& more, const std::string& label);
  Answer ask_once(const Addresses& watched, const Addresses& others, const std::string& label);
  void find_primer(const Addresses& overflowing);
  DataPlanner planner(const Addresses& watched, const Addresses& others) const;
  Answer run(const DataPlan& plan, std::size_t watched, const std::string& label);
  bool clean(const Addresses& a, const Addresses& b) const;
  void take_apart();
  Answer ask_every(std::uint64_t step, std::uint64_t bytes, const std::string& label);
  static bool misses_begin_blocks(const Answer& answer, std::uint64_t step, std::uint64_t bytes);
  std::optional<double> of_no_level(std::span<const float> cycles, const std::vector<bool>& counts) const;
  [[noreturn]] static void refuse_unknown(double cycles);
  bool is_asked_whole(const Walk& walk, const std::vector<std::vector<std::size_t>>& rounds) const;
  bool read_parts();
  bool is_filled_by(const Addresses& emptying, const Addresses& lines) const;

  Lab& lab_;
  const Survey& survey_;
  std::size_t cache_;
  std::uint64_t clean_until_;  // bytes: up to this footprint TLBs miss nothing, unless a walk shows that they do
  std::uint64_t unit_ = 0;
  std::uint64_t walked_every_ = 0;  // bytes; of footprints
  std::vector<inference::Band> bands_;
  double cut_ = 0;
  double false_share_ = 0;
  bool careful_ = false;
  bool by_chance_ = false;  // the same walk misses now here, now there: what it does not show may show next time
  bool apart_ = false;
  FrontAnswers front_answers_;
  FrontEmptier emptier_;
  std::uint64_t front_line_bytes_ = 0;
  std::vector<std::uint64_t> parts_{0};      // of each line, that are lines of their own in front: read so as to empty it
  PageManner manner_ = PageManner::grouped;  // for lines beyond the clean footprint
  std::uint64_t primer_distance_ = 0;
  std::uint64_t first_primer_ = kSmallestPage / 2;  // primers farther away take ways of the set that is asked about
  Addresses as_if_asked_;                           // lines whose sets in front are emptied, though they are not read
  Addresses settled_;                               // lines that fit beside what empties the caches in front for them
  bool all_read_in_each_pass_ = true;               // all lines asked about evict each other in the caches in front as well
};

}  // namespace chasescope::structure
