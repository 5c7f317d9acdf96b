#include "engine/structure/testers/data_tester.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "engine/inference/levels/unseen_level.h"
#include "engine/trace/number_text.h"

namespace chasescope::structure {
namespace {

// More lines in question than this are taken for lines of several sets, unless it is known that they are of one.
constexpr std::size_t kMostOfOneSet = 64;

std::vector<std::vector<std::size_t>> rounds_asked(const DataPlan& plan) {
  std::vector<std::size_t> all(plan.offsets.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return rounds_of(plan, all);
}

}  // namespace

DataTester::DataTester(Lab& lab, const Survey& survey, std::size_t cache, bool apart)
    : lab_(lab),
      survey_(survey),
      cache_(cache),
      clean_until_(survey.clean_until),
      bands_(survey.bands_behind(cache)),
      cut_(survey.cut(cache)),
      false_share_(survey.false_share(cache)),
      alike_(inference::is_one_latency(survey.levels[cache].latency, survey.noise)),
      front_answers_(cache == 0 ? 0 : survey.cut(cache - 1)),
      emptier_(lab, survey, cache) {
  unit_ = survey.boundaries[cache].known() ? survey.boundaries[cache].stride : 16;
  if (survey.fetch_bytes[cache]) unit_ = *survey.fetch_bytes[cache];
  walked_every_ = unit_;
  if (apart) take_apart();
}

void DataTester::take_apart() {
  if (survey_.translation.empty()) throw Undecided("What TLB misses add is not known.");
  std::vector<inference::Band> own, in_front;
  bands_.clear();
  for (std::size_t level = 0; level < survey_.levels.size(); ++level) {
    auto& bands = level < cache_ ? in_front : level == cache_ ? own : bands_;
    const inference::Band& latency = survey_.levels[level].latency;
    bands.push_back(inference::widened(latency, survey_.noise));
    for (const double added : survey_.translation)
      bands.push_back(inference::widened({latency.low + added, latency.median + added, latency.high + added}, survey_.noise));
  }
  const auto overlap = [](const std::vector<inference::Band>& some, const std::vector<inference::Band>& others) {
    return std::any_of(some.begin(), some.end(), [&](const inference::Band& a) {
      return std::any_of(others.begin(), others.end(),
                         [&](const inference::Band& b) { return a.low <= b.high && b.low <= a.high; });
    });
  };
  if (overlap(own, bands_) || overlap(in_front, own) || overlap(in_front, bands_))
    throw Undecided("A hit with a TLB miss takes as long as a miss of this cache.");
  apart_ = true;
  front_answers_ = FrontAnswers(std::move(in_front));
  false_share_ = inference::false_share(survey_.levels[cache_].latency, cut_, bands_, survey_.noise);
}

bool DataTester::clean(const Addresses& a, const Addresses& b) const {
  if (apart_) return true;
  const auto within = [&](std::uint64_t address) { return address < clean_until_; };
  if (emptier_.is_by_sets() && emptier_.range() > clean_until_) return false;
  const Addresses front = cache_ == 0 ? Addresses{} : company();
  return std::all_of(a.begin(), a.end(), within) && std::all_of(b.begin(), b.end(), within) &&
         (front.empty() || within(front.back()));
}

DataPlanner DataTester::planner(const Addresses& watched, const Addresses& others) const {
  DataPlanner planner;
  planner.manner = clean(watched, others) ? PageManner::plain : manner_;
  planner.primer_distance = primer_distance_;
  planner.unit = unit_;
  planner.has_front = cache_ > 0;
  planner.front = cache_ > 0 ? &emptier_ : nullptr;
  planner.as_if = &as_if_asked_;
  planner.all_read_in_each_pass = all_read_in_each_pass_;
  planner.parts.clear();
  for (const std::uint64_t part : parts_)
    if (part < unit_) planner.parts.push_back(part);
  const auto is_settled = [&](std::uint64_t line) { return std::find(settled_.begin(), settled_.end(), line) != settled_.end(); };
  if ((!others.empty() || !as_if_asked_.empty()) && std::all_of(watched.begin(), watched.end(), is_settled))
    planner.settled = watched;
  return planner;
}

Answer DataTester::run(const DataPlan& plan, std::size_t watched, const std::string& label) {
  std::vector<bool> counts(plan.offsets.size());
  std::size_t counted = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) counted += (counts[i] = plan.watched_as[i] >= 0) ? 1 : 0;
  Answer answer;
  answer.misses.assign(watched, 0);
  if (counted == 0)
    throw Undecided(
        "Each line that could show a cache miss is the first line of its page that is read. A TLB miss could be the cause of its "
        "latency.");

  const std::uint64_t warm = lab_.keeps_state() ? 6 : 2;
  std::vector<Passes> attempts{{warm, 2}, {8, 8}, {32, 32}};
  if (!survey_.noise.exact()) attempts = {{warm, 8}, {8, 16}, {24, 48}};
  if (!survey_.noise.exact() && careful_) attempts = {attempts.back()};
  if (!survey_.noise.exact() && plan.offsets.size() <= kFewElements) attempts.push_back({48, 192});
  if (survey_.noise.exact() && by_chance_ && cache_ > 0) attempts = {{2 * warm, 16}, {16, 64}};
  // A cache in front still holds some lines now and then, so that accesses to them reach this cache in most passes only.
  if (survey_.noise.exact() && plan.emptying > 0) attempts = {{2 * warm, 8}, {16, 64}};
  // Enough passes to see a miss of every line that random replacement may evict.
  constexpr std::uint64_t kManyPasses = 256, kMostAccesses = 4'000'000;
  if (survey_.noise.exact() && careful_ && by_chance_)
    attempts = {{2 * warm, std::clamp<std::uint64_t>(kMostAccesses / plan.offsets.size(), 8, kManyPasses)}};
  if (brief_) attempts.resize(1);
  std::optional<double> unknown;
  for (const Passes& passes : attempts) {
    const Walk walk = lab_.walk(plan.offsets, passes, label);
    const auto misses = inference::count_misses(walk.cycles, walk.period, cut_, bands_, counts);
    const double asked = cache_ == 0 || survey_.noise.exact() ? 1 : 1 - front_answers_.share(walk, plan.asked);
    const auto verdict = inference::judge_conflict(misses, false_share_, alike_, asked);
    unknown.reset();
    if (verdict == inference::ConflictVerdict::unclear) continue;
    answer.conflict = verdict == inference::ConflictVerdict::conflict;
    if (!answer.conflict) unknown = of_no_level(walk.cycles, counts);
    // More passes may show misses whose latency is that of a known level.
    if (unknown) continue;
    by_chance_ = by_chance_ || misses.differ_between_passes();
    if (!answer.conflict && cache_ > 0) {
      // A cache in front answers accesses to a line now and then. In passes without that line, the others may fit.
      if (misses.passes < 8 && front_answers_.come_by_chance(walk, plan.asked)) continue;
      const auto rounds = rounds_asked(plan);
      if ((of_one_set_ || rounds.front().size() <= kMostOfOneSet) && !is_asked_whole(walk, rounds)) {
        if (&passes != &attempts.back()) continue;
        throw KeptInFront("In nearly every pass the cache in front answers for at least one of the lines.");
      }
      // Accesses to a line that the cache in front answers in every pass never reach this cache, and prove nothing.
      if (plan.emptying > 0 ? !front_answers_.leave_all(walk, plan.asked)
                            : front_answers_.keep_a_unit(walk, plan.offsets, plan.asked, unit_)) {
        const bool last = &passes == &attempts.back();
        if (misses.passes < 8 || (!last && front_answers_.come_by_chance(walk, plan.asked))) continue;
        throw KeptInFront(
            "The cache in front keeps some lines, however many others are read. Accesses to these lines never reach this cache.");
      }
    }
    answer.passes = misses.passes;
    answer.run = walk.run;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (plan.watched_as[i] >= 0) answer.misses[static_cast<std::size_t>(plan.watched_as[i])] = misses.by_element[i];
    return answer;
  }
  if (unknown) refuse_unknown(*unknown);
  if (plan.emptying > 0) throw KeptInFront("Noise hides whether lines were evicted.");
  throw Undecided("Noise hides whether lines were evicted.");
}

// Whether enough passes read whole rounds. The lines of a set fit only if all of them reached this cache in the same pass often
// enough.
bool DataTester::is_asked_whole(const Walk& walk, const std::vector<std::vector<std::size_t>>& rounds) const {
  constexpr std::size_t kEnough = 1, kEnoughInNoise = 2;
  if (cache_ == 0) return true;
  const std::size_t enough = std::min(walk.passes(), survey_.noise.exact() ? kEnough : kEnoughInNoise);
  std::size_t complete = 0;
  for (const std::vector<std::size_t>& elements : rounds) complete += front_answers_.complete_passes(walk, elements);
  return complete >= enough;
}

void DataTester::refuse_unknown(double cycles) {
  throw Undecided("Some lines took " + number_text(std::round(cycles)) +
                  " cycles, which is not the latency of any known level. So it is not known whether they were evicted.");
}

// A latency between that of a hit and that of a known miss, if there is one. It may be a miss that was answered by a level that the
// survey did not see, or a hit with a TLB miss. In noise it counts only if several such latencies lie close together, not scattered
// like outliers. `counts`: for each element of a pass, whether it is examined; empty: all are.
std::optional<double> DataTester::of_no_level(std::span<const float> cycles, const std::vector<bool>& counts) const {
  if (lab_.keeps_state()) return std::nullopt;
  constexpr double kBeyondJitter = 3;  // sigmas beyond the end of a band
  const auto holds = [](const std::vector<inference::Band>& bands, double latency) {
    return std::any_of(bands.begin(), bands.end(), [&](const inference::Band& band) { return band.holds(latency); });
  };
  const inference::Band own = inference::widened(survey_.levels[cache_].latency, survey_.noise);
  const double slow = own.high + kBeyondJitter * survey_.noise.sigma;
  std::vector<float> strays;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const float latency = cycles[i];
    if (latency <= slow || (!counts.empty() && !counts[i % counts.size()])) continue;
    if (holds(bands_, latency) || holds(front_answers_.bands(), latency)) continue;
    if (apart_ && std::any_of(survey_.translation.begin(), survey_.translation.end(),
                              [&](double added) { return own.holds(latency - added); }))
      continue;
    strays.push_back(latency);
  }
  if (!survey_.noise.exact()) return inference::unseen_level(std::move(strays), cycles.size(), survey_.noise);
  return strays.empty() ? std::nullopt : std::optional<double>(strays.front());
}

Answer DataTester::ask(const Addresses& watched, const Addresses& others, const std::string& label) {
  constexpr std::uint64_t kChoices = 4, kChoicesOfSmall = 14;
  return ask_by_choices(watched, others, label, kChoices, kChoicesOfSmall);
}

Answer DataTester::ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) {
  constexpr std::uint64_t kChoices = 2;
  return ask_by_choices(watched, others, label, kChoices, kChoices);
}

Answer DataTester::ask_briefly(const Addresses& watched, const std::string& label) {
  const While brief(brief_);
  return ask(watched, label);
}

// Asks with several choices of flush lines, and with more of them if the chase is small. Lines overflow a set only if they do so
// with every choice.
Answer DataTester::ask_by_choices(const Addresses& watched, const Addresses& others, const std::string& label,
                                  std::uint64_t choices, std::uint64_t choices_of_small) {
  if (!emptier_.is_by_sets()) return ask_behind_company(watched, others, label);
  constexpr std::size_t kSmall = 8192;  // elements of a chase
  constexpr std::uint64_t kChoicesThatKeepOut = 2;  // the second one checks the supposed index
  ChoiceAsBefore before(emptier_);
  Answer answer;
  for (std::uint64_t number = 0; number < choices; ++number) {
    emptier_.use_choice(before.choice() + number);
    Answer one = ask_emptied(watched, others, label);
    // The next question begins with the number of flush lines for each way that this question needed, up to the number for random
    // replacement. Only single sets need more than that.
    before.but_fill(std::max(before.fill(), std::min(emptier_.fill(), kEnoughByChance)));
    if (number == 0 || !one.conflict) {
      answer = std::move(one);
    } else {
      for (std::size_t i = 0; i < answer.misses.size(); ++i) answer.misses[i] = std::min(answer.misses[i], one.misses[i]);
      answer.run = one.run;
    }
    if (!answer.conflict) break;
    if (accesses_per_pass(answer.run->chase()->request.pattern) < kSmall) choices = choices_of_small;
    if (number == 0 && keeps_out_of_sets_of(watched, others)) choices = choices_of_small = kChoicesThatKeepOut;
  }
  return answer;
}

// Asks once, with as many flush lines in each set of the caches in front as are needed to empty it.
Answer DataTester::ask_emptied(const Addresses& watched, const Addresses& others, const std::string& label) {
  constexpr std::uint32_t kMostFill = 24;
  while (true) {
    try {
      return ask_once(watched, others, label);
    } catch (const KeptInFront&) {
      if (emptier_.fill() >= kMostFill) throw;
      emptier_.use_fill(emptier_.fill() == 1 ? kEnoughByChance : 2 * emptier_.fill());
    }
  }
}

// Asks with the chosen flush lines, and with all flush lines if necessary: the company was chosen to flush other lines from the
// caches in front, and may leave these lines there. If the lines fit beside all flush lines, they fit. If they conflict, the flush
// lines may be the cause, and nothing is concluded.
Answer DataTester::ask_behind_company(const Addresses& watched, const Addresses& others, const std::string& label) {
  while (true) {
    try {
      return ask_once(watched, others, label);
    } catch (const KeptInFront&) {
      if (read_parts()) continue;
      if (emptier_.is_chosen() && !emptier_.is_nothing()) break;
      if (emptier_.is_chosen() || !emptier_.read_more()) throw;
    }
  }
  const FrontEmptier::All all(emptier_, unit_);
  Answer answer = ask_once(watched, others, label);
  if (answer.conflict)
    throw KeptInFront("The flush lines evict some of the lines from the caches in front, and leave others there.");
  return answer;
}

// Reads more parts of each line from now on: all parts that are separate lines in the caches in front. The caches in front may hold
// all lines of a question if these are few; reading all parts fills more sets there. Returns false if there are no such parts, or
// if they are already read.
bool DataTester::read_parts() {
  constexpr std::uint64_t kMost = 16;
  if (cache_ == 0 || parts_.size() > 1 || !std::has_single_bit(unit_)) return false;
  std::uint64_t step = front_line_bytes_;
  if (step == 0) step = survey_.fetch_bytes[cache_ - 1].value_or(survey_.boundaries[cache_ - 1].stride);
  step = std::max(step, unit_ / kMost);
  for (std::uint64_t part = step; step > 0 && part < unit_; part += step) parts_.push_back(part);
  return parts_.size() > 1;
}

Answer DataTester::ask_once(const Addresses& watched, const Addresses& others, const std::string& label) {
  const DataPlan all = planner(watched, others).plan(watched, others, 0);
  // If the latency of a line does not count, the question can't show whether the other lines overflow without it.
  const auto counted =
      static_cast<std::size_t>(std::count_if(all.watched_as.begin(), all.watched_as.end(), [](auto as) { return as >= 0; }));
  if (2 * counted < watched.size())
    throw Undecided("TLB misses can't be kept apart from misses of this cache: all lines of a page share a set.");
  return run(all, watched.size(), label);
}

// Whether flush lines take ways of the sets that `lines` are in, as far as the sets are known.
bool DataTester::is_filled_by(const Addresses& emptying, const Addresses& lines) const {
  const std::set<std::uint64_t> sets = emptier_.sets_of(lines);
  return std::any_of(emptying.begin(), emptying.end(), [&](auto line) { return emptier_.reaches_into(sets, line, 1, unit_); });
}

// Whether the supposed index puts all that is read beside the lines of a question into other sets than theirs. Then it can't be the
// cause of a conflict. In noise, each further choice of flush lines also makes sure that a conflict was no noise.
bool DataTester::keeps_out_of_sets_of(const Addresses& watched, const Addresses& others) const {
  if (!emptier_.knows_sets() || !survey_.noise.exact()) return false;
  std::set<std::uint64_t> sets = emptier_.sets_of(watched);
  sets.merge(emptier_.sets_of(others));
  const DataPlan plan = planner(watched, others).plan(watched, others, 0);
  for (std::size_t i = 0; i < plan.offsets.size(); ++i)
    if (!plan.asked[i] && emptier_.reaches_into(sets, plan.offsets[i], 1, unit_)) return false;
  return true;
}

}  // namespace chasescope::structure
