#include "engine/probe/structure/data_tester.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "engine/inference/set_readings.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kFinestGranularity = 64;
constexpr std::uint64_t kElementBytes = 4;
constexpr std::size_t kFewElements = 1 << 13;  // of a chase: passes over them are cheap
// A front cache of capacity C is emptied by a walk over so many times C: e^-3 of a randomly replaced one is left.
constexpr std::uint64_t kFrontFactor = 3;
constexpr double kLeft = 0.06;  // of the lines that are then asked for, so many are answered in front at the most

std::uint64_t block_of(std::uint64_t address) { return address / kSmallestPage; }

struct KeptInFront : HeldInFront {
  using HeldInFront::HeldInFront;
};

}  // namespace

DataTester::DataTester(Lab& lab, const Survey& survey, std::size_t cache, bool apart)
    : lab_(lab),
      survey_(survey),
      cache_(cache),
      bands_(survey.bands_behind(cache)),
      cut_(survey.cut(cache)),
      false_share_(survey.false_share(cache)) {
  unit_ = survey.boundaries[cache].known() ? survey.boundaries[cache].stride : 16;
  if (survey.fetch_bytes[cache]) unit_ = *survey.fetch_bytes[cache];
  walked_every_ = unit_;
  if (apart) take_apart();
}

void DataTester::take_apart() {
  if (survey_.translation.empty()) throw Undecided("What TLB misses add is not known.");
  std::vector<inference::Band> own;
  bands_.clear();
  for (std::size_t level = 0; level < survey_.levels.size(); ++level) {
    auto& bands = level < cache_ ? front_bands_ : level == cache_ ? own : bands_;
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
  if (overlap(own, bands_) || overlap(front_bands_, own) || overlap(front_bands_, bands_))
    throw Undecided("A hit and a TLB miss take as long as a miss.");
  apart_ = true;
  false_share_ = inference::false_share(survey_.levels[cache_].latency, cut_, bands_, survey_.noise);
}

bool DataTester::clean(const Addresses& a, const Addresses& b) const {
  if (apart_) return true;
  const auto within = [&](std::uint64_t address) { return address < survey_.clean_until; };
  if (!fronts_.empty() && choice_range() > survey_.clean_until) return false;
  const Addresses front = cache_ == 0 ? Addresses{} : front_lines();
  return std::all_of(a.begin(), a.end(), within) && std::all_of(b.begin(), b.end(), within) &&
         (front.empty() || within(front.back()));
}

void DataTester::keep_clear_of(const Addresses& lines) { clear_lines_ = lines; }
void DataTester::learn_line(std::uint64_t bytes) { clear_granularity_ = std::max(bytes, kFinestGranularity); }

// What empties the caches in front: a contiguous walk, away from the lines that are asked about.
Addresses DataTester::front_lines() const {
  if (front_) return *front_;
  Addresses lines;
  if (cache_ == 0 || !fronts_.empty()) return lines;
  const Boundary& front = survey_.boundaries[cache_ - 1];
  if (!front.known()) throw Undecided("The size of the cache in front is not known, so that it can't be emptied.");
  const std::uint64_t step = survey_.fetch_bytes[cache_ - 1].value_or(front.stride);
  // Neighbouring lines may outgrow it before it is full.
  const std::uint64_t holds = front_bytes_ != 0 ? front_bytes_ : front.outgrown;
  const std::uint64_t wanted = front_factor_ * holds / step, enough = holds / step;
  const Boundary& own = survey_.boundaries[cache_];
  const std::uint64_t end = own.known() ? std::max(own.fits, 2 * front.outgrown) : 4 * front.outgrown;
  // Well away from the lines that are asked about, unless these are so close together that little else is left.
  for (std::uint64_t granularity = clear_granularity_; lines.size() < enough; granularity /= 2) {
    std::set<std::uint64_t> asked;
    for (const std::uint64_t line : clear_lines_) asked.insert(line / granularity);
    lines.clear();
    for (std::uint64_t at = 0; at < end && lines.size() < wanted; at += step)
      if (!asked.contains(at / granularity)) lines.push_back(at);
    if (granularity / 2 < std::max(unit_, kFinestGranularity)) break;
  }
  return lines;
}

// The less is read for that the better: it takes ways of this cache, too. How much it takes depends on the replacement in front.
void DataTester::front_holds(std::uint64_t bytes) {
  front_bytes_ = bytes;
  if (cache_ == 0 || bytes == 0 || !fronts_.empty()) return;
  constexpr std::size_t kTried = 32;
  constexpr std::uint64_t kPasses = 8;
  for (front_factor_ = 1; front_factor_ < kFrontFactor; ++front_factor_) {
    const Addresses front = front_lines();
    if (front.empty()) continue;
    Random random(0xf407);
    Addresses offsets = front;
    std::set<std::uint64_t> blocks;
    for (const std::uint64_t line : front) blocks.insert(block_of(line));
    const std::uint64_t all = lab_.limit_bytes() / kSmallestPage;
    for (std::size_t tries = 0; offsets.size() < front.size() + 2 * kTried && tries < 8 * kTried; ++tries) {
      const std::uint64_t line = random.below(all) * kSmallestPage;
      if (!blocks.insert(block_of(line)).second) continue;
      offsets.push_back(line + kSmallestPage / 2);  // looks the page up
      offsets.push_back(line);
    }
    const std::size_t tried = (offsets.size() - front.size()) / 2;
    if (tried < kTried / 2) break;  // a small space
    const Walk walk = lab_.walk(offsets, {4, kPasses}, "whether the caches in front are emptied");
    std::size_t left = 0;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (std::size_t i = front.size() + 1; i < offsets.size(); i += 2)
        left += walk.at(pass, i) <= survey_.cut(cache_ - 1) ? 1 : 0;
    if (static_cast<double>(left) <= kLeft * static_cast<double>(tried * walk.passes())) return;
  }
  front_factor_ = kFrontFactor;
}

// Where the lines come from that empty sets of the caches in front: where translation leaves no trace, if there is room.
std::uint64_t DataTester::choice_range() const {
  constexpr std::uint64_t kRoom = 8, kFarthest = std::uint64_t{4} << 30;
  std::uint64_t most = 0;
  for (const FrontSets& front : fronts_)
    most = std::max(most, std::accumulate(front.ways.begin(), front.ways.end(), std::uint64_t{0}) * front.line_bytes);
  const std::uint64_t limit = std::min(lab_.limit_bytes(), kFarthest);
  return survey_.clean_until >= kRoom * most ? std::min(limit, survey_.clean_until) : limit;
}

// Lines of the sets of the caches in front that `lines` go to, so many that those are evicted there from one pass to the next.
// The sets of `as_if` as well, which are not read themselves.
Addresses DataTester::emptying(const Addresses& lines, const Addresses& as_if, Mode mode) const {
  constexpr int kPatience = 64;
  std::set<std::uint64_t> blocks, taken;
  for (const Addresses* all : {&lines, &as_if})
    for (const std::uint64_t line : *all) {
      if (mode != Mode::plain) blocks.insert(block_of(line));
      taken.insert(line / unit_);
    }
  const std::uint64_t range = choice_range();
  Addresses chosen;
  for (std::size_t at = 0; at < fronts_.size(); ++at) {
    const FrontSets& front = fronts_[at];
    std::map<std::uint64_t, std::set<std::uint64_t>> lines_of;  // of a set
    for (const std::uint64_t line : lines) lines_of[front.index.set_of(line)].insert(line / front.line_bytes);
    for (const std::uint64_t line : as_if) lines_of[front.index.set_of(line)];
    for (const auto& [set, own] : lines_of) {
      if (set >= front.ways.size()) continue;
      Random random(mixed_seed(mixed_seed(choice_, at), set));
      std::uint64_t have = together_ && !own.empty() ? own.size() - 1 : 0;
      for (int tries = 0; have < std::uint64_t{fill_} * front.ways[set] && tries < kPatience;) {
        const std::uint64_t from = random.below(range / front.line_bytes) * front.line_bytes;
        const std::uint64_t line = front.index.moved_to_set(from, set);
        if (front.index.set_of(line) != set || line + front.line_bytes > range || blocks.contains(block_of(line)) ||
            !taken.insert(line / unit_).second) {
          ++tries;
          continue;
        }
        tries = 0;
        ++have;
        chosen.push_back(line);
      }
    }
  }
  return chosen;
}

DataTester::Plan DataTester::plan(const Addresses& watched, const Addresses& others, unsigned variant, bool contiguous) const {
  struct Item {
    std::uint64_t address;
    std::ptrdiff_t watched_as;
  };
  std::vector<Item> items;
  for (std::size_t i = 0; i < watched.size(); ++i) items.push_back({watched[i], static_cast<std::ptrdiff_t>(i)});
  for (const std::uint64_t address : others) items.push_back({address, -1});
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.address < b.address; });

  Plan plan;
  const auto put = [&](std::uint64_t address, std::ptrdiff_t watched_as) {
    plan.offsets.push_back(address);
    plan.watched_as.push_back(watched_as);
  };
  const Mode mode = clean(watched, others) ? Mode::plain : mode_;
  if (!fronts_.empty() && !contiguous) {
    // Primers as well: what the nearest cache answers may look nothing up.
    Addresses asked, as_if = as_if_asked_;
    if (mode == Mode::primed)
      for (const std::uint64_t line : as_if_asked_) as_if.push_back(line ^ primer_distance_);
    for (const Item& item : items) {
      asked.push_back(item.address);
      if (mode == Mode::primed) asked.push_back(item.address ^ primer_distance_);
    }
    for (const std::uint64_t line : emptying(asked, as_if, mode)) put(line, -1);
    plan.emptying = plan.offsets.size();
  }
  // What empties the caches in front comes first: ways that are never replaced are then its own, and not those of lines that are
  // asked about.
  if (cache_ > 0 && fronts_.empty() && !contiguous) {
    std::set<std::uint64_t> taken;
    for (const Item& item : items) {
      taken.insert(item.address / unit_);
      if (mode == Mode::primed) taken.insert((item.address ^ primer_distance_) / unit_);
    }
    for (const std::uint64_t line : front_lines())
      if (!taken.contains(line / unit_)) put(line, -1);
  }
  // Of one of the watched lines, so that it lies in the set that the distance leads to from theirs; none of the lines themselves.
  const auto primer_of = [&](std::span<const Item> block) -> std::optional<std::uint64_t> {
    for (const Item& line : block) {
      const std::uint64_t primer = line.address ^ primer_distance_;
      if (std::none_of(block.begin(), block.end(), [&](const Item& item) { return item.address / unit_ == primer / unit_; }))
        return primer;
    }
    return std::nullopt;
  };
  if (mode == Mode::plain) {
    for (const Item& item : items) put(item.address, item.watched_as);
  } else {
    for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
      while (end < items.size() && block_of(items[end].address) == block_of(items[begin].address)) ++end;
      const auto of_block_begin = items.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto of_block_end = items.begin() + static_cast<std::ptrdiff_t>(end);
      const auto is_watched = [](const Item& item) { return item.watched_as >= 0; };
      // What does not count anyway looks the page up for the rest of the block.
      const auto watched_begin =
          std::stable_partition(of_block_begin, of_block_end, [&](const Item& item) { return !is_watched(item); });
      if (watched_begin != of_block_begin && watched_begin != of_block_end) {
        for (auto item = of_block_begin; item != of_block_end; ++item) put(item->address, item->watched_as);
      } else if (const auto primer = mode == Mode::primed && watched_begin == of_block_begin
                                         ? primer_of({of_block_begin, of_block_end})
                                         : std::nullopt) {
        put(*primer, -1);
        for (auto item = of_block_begin; item != of_block_end; ++item) put(item->address, item->watched_as);
      } else {
        // The first one visited is not counted; which one that is changes with the variant.
        const std::size_t count = end - begin;
        const std::size_t first = begin + (variant % 2 == 0 ? count - 1 : count / 2);
        put(items[first].address, -1);
        for (std::size_t i = begin; i < end; ++i)
          if (i != first) put(items[i].address, items[i].watched_as);
      }
    }
  }
  if (cache_ > 0) {
    std::set<std::uint64_t> named;
    // Of many, those that are not asked for are few: they say nothing, as little as those that are and fit.
    for (const Item& item : items)
      if (item.watched_as >= 0 || others.size() == 1 || !fronts_.empty()) named.insert(item.address);
    for (const std::uint64_t offset : plan.offsets) plan.asked.push_back(named.contains(offset));
  }
  return plan;
}

Answer DataTester::run(const Plan& plan, std::size_t watched, const std::string& label) {
  std::vector<bool> counts(plan.offsets.size());
  std::size_t counted = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) counted += (counts[i] = plan.watched_as[i] >= 0) ? 1 : 0;
  Answer answer;
  answer.misses.assign(watched, 0);
  if (counted == 0)
    throw Undecided(
        "Every line that could show a miss is the first of its page to be read, so that a TLB miss could be its cause.");

  const std::uint64_t warm = lab_.keeps_state() ? 6 : 2;
  std::vector<Passes> attempts{{warm, 2}, {8, 8}, {32, 32}};
  if (!survey_.noise.exact()) attempts = {{warm, 8}, {8, 16}, {24, 48}};
  if (!survey_.noise.exact() && careful_) attempts = {attempts.back()};
  if (!survey_.noise.exact() && plan.offsets.size() <= kFewElements) attempts.push_back({48, 192});
  if (survey_.noise.exact() && by_chance_ && cache_ > 0) attempts = {{2 * warm, 16}, {16, 64}};
  // Lines that a cache in front still holds now and then are asked for in most passes only.
  if (survey_.noise.exact() && plan.emptying > 0) attempts = {{2 * warm, 8}, {16, 64}};
  std::optional<double> unknown;
  for (const Passes& passes : attempts) {
    const Walk walk = lab_.walk(plan.offsets, passes, label);
    const auto misses = inference::count_misses(walk.cycles, walk.period, cut_, bands_, counts);
    const auto verdict = inference::judge_conflict(misses, false_share_);
    unknown.reset();
    if (verdict == inference::ConflictVerdict::unclear) continue;
    answer.conflict = verdict == inference::ConflictVerdict::conflict;
    if (!answer.conflict)
      for (std::size_t i = 0; i < walk.cycles.size() && !unknown; ++i)
        if (counts[i % walk.period] && is_of_no_level(walk.cycles[i])) unknown = walk.cycles[i];
    // More passes may show misses that are known as such.
    if (unknown) continue;
    by_chance_ = by_chance_ || misses.differ_between_passes();
    if (!answer.conflict && cache_ > 0) {
      // What is in front leaves out a line now and then, and without it the others may fit.
      if (misses.passes < 8 && front_answers_by_chance(walk, plan)) continue;
      // A line that the cache in front answers in every pass is never asked for here, and proves nothing.
      if (plan.emptying > 0 ? !are_asked_for(walk, plan.asked) : never_reached(walk, plan)) {
        const bool last = &passes == &attempts.back();
        if (misses.passes < 8 || (!last && front_answers_by_chance(walk, plan))) continue;
        throw KeptInFront(
            "The cache in front keeps some lines however many others are read, so that this one is not asked for them.");
      }
    }
    answer.passes = misses.passes;
    answer.run = walk.run;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (plan.watched_as[i] >= 0) answer.misses[static_cast<std::size_t>(plan.watched_as[i])] = misses.by_element[i];
    return answer;
  }
  if (unknown)
    throw Undecided("Some lines took " + std::to_string(std::lround(*unknown)) +
                    " cycles, which is the latency of no level that was seen: whether they were evicted can't be told.");
  if (plan.emptying > 0) throw KeptInFront("Noise hides whether lines were evicted.");
  throw Undecided("Noise hides whether lines were evicted.");
}

// Without noise, what takes longer than a hit and not as long as any miss that is known may be one all the same: of a level that
// the survey did not see, or with a TLB miss that comes after it.
bool DataTester::is_of_no_level(double cycles) const {
  if (!survey_.noise.exact() || lab_.keeps_state()) return false;
  const auto holds = [&](const inference::Band& band) { return band.holds(cycles); };
  const inference::Band own = inference::widened(survey_.levels[cache_].latency, survey_.noise);
  if (cycles <= own.high || std::any_of(bands_.begin(), bands_.end(), holds) ||
      std::any_of(front_bands_.begin(), front_bands_.end(), holds))
    return false;
  return !apart_ || std::none_of(survey_.translation.begin(), survey_.translation.end(),
                                 [&](double added) { return own.holds(cycles - added); });
}

bool DataTester::is_answered_in_front(double latency) const {
  if (!apart_) return latency <= survey_.cut(cache_ - 1);
  return std::any_of(front_bands_.begin(), front_bands_.end(), [&](const auto& band) { return band.holds(latency); });
}

bool DataTester::never_reached(const Walk& walk, const Plan& plan) const {
  std::map<std::uint64_t, bool> reached;  // by unit
  for (std::size_t element = 0; element < walk.period; ++element) {
    if (!plan.asked[element]) continue;
    bool& of_unit = reached[plan.offsets[element] / unit_];
    for (std::size_t pass = 0; pass < walk.passes() && !of_unit; ++pass) of_unit = !is_answered_in_front(walk.at(pass, element));
  }
  return std::any_of(reached.begin(), reached.end(), [](const auto& unit) { return !unit.second; });
}

// Then what it holds for some passes it gives up in others.
bool DataTester::front_answers_by_chance(const Walk& walk, const Plan& plan) const {
  constexpr std::size_t kOneIn = 100;  // more than noise strikes
  std::size_t asked = 0, differing = 0;
  for (std::size_t element = 0; element < walk.period; ++element) {
    if (!plan.asked[element]) continue;
    ++asked;
    std::size_t in_front = 0;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass) in_front += is_answered_in_front(walk.at(pass, element)) ? 1 : 0;
    differing += in_front != 0 && in_front != walk.passes() ? 1 : 0;
  }
  return differing * kOneIn > asked;
}

// Whether the caches in front leave it to this one to answer for the lines of the question: a pass in which one of them is left out
// may well fit where all of them do not.
bool DataTester::are_asked_for(const Walk& walk, const std::vector<bool>& asked) const {
  constexpr std::size_t kFew = 4;  // passes in which one is left out, among the passes
  std::size_t left_out = 0;
  for (std::size_t element = 0; element < walk.period; ++element)
    for (std::size_t pass = 0; asked[element] && pass < walk.passes(); ++pass)
      left_out += is_answered_in_front(walk.at(pass, element)) ? 1 : 0;
  return kFew * left_out <= walk.passes();
}

Answer DataTester::ask(const Addresses& watched, const Addresses& others, const std::string& label) {
  if (fronts_.empty()) return ask_behind_company(watched, others, label);
  constexpr std::uint64_t kChoices = 4, kChoicesOfSmall = 14;
  constexpr std::size_t kSmall = 8192;  // elements of a chase
  constexpr std::uint32_t kMostFill = 24, kEnoughByChance = 3;
  const std::uint64_t first = choice_;
  std::uint32_t fill = fill_;
  Answer answer;
  try {
    std::uint64_t choices = kChoices;
    for (std::uint64_t number = 0; number < choices; ++number) {
      choice_ = first + number;
      Answer one;
      while (true) {
        try {
          one = ask_once(watched, others, label);
          // What one question took the next one takes, too, but for what single sets need.
          fill = std::max(fill, std::min(fill_, kEnoughByChance));
          break;
        } catch (const KeptInFront&) {
          if (fill_ >= kMostFill) throw;
          fill_ = fill_ == 1 ? kEnoughByChance : 2 * fill_;
        }
      }
      if (number == 0 || !one.conflict) {
        answer = std::move(one);
      } else {
        for (std::size_t i = 0; i < answer.misses.size(); ++i) answer.misses[i] = std::min(answer.misses[i], one.misses[i]);
        answer.run = one.run;
      }
      if (!answer.conflict) break;
      if (accesses_per_pass(answer.run->chase()->request.pattern) < kSmall) choices = kChoicesOfSmall;
    }
  } catch (...) {
    choice_ = first;
    fill_ = fill;
    throw;
  }
  choice_ = first;
  fill_ = fill;
  return answer;
}

// Company that was chosen for other lines may leave these in front. With all that empties the caches in front, that they fit says
// so; that they do not may be its doing.
Answer DataTester::ask_behind_company(const Addresses& watched, const Addresses& others, const std::string& label) {
  while (true) {
    try {
      return ask_once(watched, others, label);
    } catch (const KeptInFront&) {
      if (front_ && !front_->empty()) break;
      if (cache_ == 0 || front_ || front_factor_ >= kFrontFactor) throw;
      ++front_factor_;
    }
  }
  const Addresses chosen = *std::exchange(front_, std::nullopt);
  const std::uint64_t factor = std::exchange(front_factor_, kFrontFactor);
  std::optional<Answer> answer;
  try {
    std::set<std::uint64_t> all(chosen.begin(), chosen.end());
    for (const std::uint64_t line : front_lines()) all.insert(line);
    front_ = Addresses(all.begin(), all.end());
    answer = ask_once(watched, others, label);
  } catch (...) {
    front_ = chosen;
    front_factor_ = factor;
    throw;
  }
  front_ = chosen;
  front_factor_ = factor;
  if (answer->conflict) throw KeptInFront("What empties the caches in front for some lines leaves others there.");
  return *answer;
}

Answer DataTester::ask_once(const Addresses& watched, const Addresses& others, const std::string& label) {
  const Plan all = plan(watched, others, 0);
  // A line that does not count can't show whether the others need it.
  const auto counted =
      static_cast<std::size_t>(std::count_if(all.watched_as.begin(), all.watched_as.end(), [](auto as) { return as >= 0; }));
  if (2 * counted < watched.size())
    throw Undecided("TLB misses can't be kept apart from misses of this cache: all lines of a page share a set.");
  return run(all, watched.size(), label);
}

// Where so few lines are read that those in front hold them, what comes with each of them is read as well: what the cache in front
// brings at a time, one by one.
Answer DataTester::ask_contiguous(std::uint64_t bytes, const std::string& label) {
  try {
    return ask_every(walked_every_, bytes, label);
  } catch (const KeptInFront&) {
    const std::uint64_t finer =
        cache_ == 0 ? unit_ : survey_.fetch_bytes[cache_ - 1].value_or(survey_.boundaries[cache_ - 1].stride);
    if (finer == 0 || finer >= walked_every_ || walked_every_ % finer != 0) throw;
    walked_every_ = finer;
  }
  return ask_every(walked_every_, bytes, label);
}

// Without a primer the line of each block that is visited first is not counted. A second walk counts those of the first.
Answer DataTester::ask_every(std::uint64_t step, std::uint64_t bytes, const std::string& label) {
  constexpr std::uint64_t kFewestPasses = 3;
  lab_.refuse_if_too_long(bytes / step, kFewestPasses * (bytes / step));
  Addresses lines;
  for (std::uint64_t at = 0; at < bytes; at += step) lines.push_back(at);
  Answer answer;
  const auto walk = [&](unsigned variant) {
    // A walk this long empties what is in front by itself.
    return run(plan(lines, {}, variant, true), lines.size(), label);
  };
  const bool rotated = bytes > survey_.clean_until && !apart_;
  const Mode mode = mode_;
  mode_ = Mode::grouped;
  try {
    answer = walk(0);
    if (rotated && !answer.conflict) {
      Answer second = walk(1);
      if (second.conflict) answer = std::move(second);
    }
  } catch (...) {
    mode_ = mode;
    throw;
  }
  mode_ = mode;
  // By unit.
  const std::uint64_t each = unit_ / step;
  for (std::size_t i = 0; each > 1 && i < lines.size() / each; ++i) {
    const auto begin = answer.misses.begin() + static_cast<std::ptrdiff_t>(i * each);
    answer.misses[i] = *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  answer.misses.resize(bytes / unit_);
  return answer;
}

std::optional<bool> DataTester::overflows_at_a_glance(std::uint64_t bytes, std::uint64_t stride, const std::string& label) {
  if (!survey_.noise.exact() || lab_.keeps_state() || bytes > survey_.clean_until || bytes < stride) return std::nullopt;
  const Walk walk = lab_.uniform(bytes, stride, {1, 1}, label);
  return std::any_of(walk.cycles.begin(), walk.cycles.end(), [&](float cycles) { return cycles > cut_; });
}

std::vector<bool> DataTester::ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                                         const std::string& label, RunPtr* run_of, std::vector<bool>* untold) {
  if (untold != nullptr) untold->assign(groups, false);
  std::vector<bool> overflows(groups, false);
  const bool is_clean = clean(addresses, {});
  const Mode mode = mode_;
  mode_ = Mode::grouped;
  const std::uint64_t warm = lab_.keeps_state() ? 6 : 2;
  for (unsigned variant = 0; variant < (is_clean ? 1U : 2U); ++variant) {
    const Plan all = plan(addresses, {}, variant);
    Walk walk = lab_.walk(all.offsets, survey_.noise.exact() ? Passes{warm, 3} : Passes{warm, 8}, label);
    if (cache_ > 0 && front_answers_by_chance(walk, all)) walk = lab_.walk(all.offsets, {8, 24}, label);
    if (run_of != nullptr) *run_of = walk.run;
    // Nothing but the lines themselves empties what is in front: do they?
    if (cache_ > 0 && front_ && front_->empty() && !are_asked_for(walk, all.asked))
      throw HeldInFront("The caches in front answer for some lines.");
    // Columns of each group, judged by themselves.
    std::vector<std::vector<std::size_t>> columns(groups);
    for (std::size_t i = 0; i < all.offsets.size(); ++i)
      if (all.watched_as[i] >= 0) columns[group[static_cast<std::size_t>(all.watched_as[i])]].push_back(i);
    for (std::uint32_t g = 0; g < groups; ++g) {
      if (columns[g].empty()) continue;
      std::vector<float> cycles;
      for (std::size_t pass = 0; pass < walk.passes(); ++pass)
        for (const std::size_t column : columns[g]) cycles.push_back(walk.at(pass, column));
      const auto misses = inference::count_misses(cycles, columns[g].size(), cut_, bands_, {});
      const auto verdict = inference::judge_conflict(misses, false_share_);
      const bool alone = verdict == inference::ConflictVerdict::unclear ||
                         (verdict == inference::ConflictVerdict::conflict && all.emptying > 0) ||
                         (verdict == inference::ConflictVerdict::fits &&
                          std::any_of(cycles.begin(), cycles.end(), [this](float each) { return is_of_no_level(each); }));
      if (verdict == inference::ConflictVerdict::conflict && !alone) overflows[g] = true;
      if (alone && !overflows[g]) {
        Addresses members;
        for (std::size_t i = 0; i < addresses.size(); ++i)
          if (group[i] == g) members.push_back(addresses[i]);
        mode_ = mode;
        overflows[g] = ask(members, label).conflict;
        mode_ = Mode::grouped;
      }
    }
  }
  mode_ = mode;
  return overflows;
}

std::uint32_t DataTester::visits_per_line() const {
  std::uint64_t bytes = unit_;
  const Addresses front = front_lines();
  for (std::size_t i = 1; i < front.size(); ++i) bytes = std::min(bytes, front[i] - front[i - 1]);
  for (const FrontSets& sets : fronts_) bytes = std::min(bytes, sets.line_bytes);
  return static_cast<std::uint32_t>(bytes / kElementBytes);
}

std::vector<inference::SetAccess> DataTester::follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                                     const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                                     const std::string& label, RunPtr* run) {
  const Mode mode = clean(lines, {}) ? Mode::plain : mode_;
  if (mode == Mode::grouped)
    throw Undecided("TLB misses can't be kept apart from misses of this cache line by line, so that victims can't be told.");
  Addresses offsets;
  std::vector<std::ptrdiff_t> line_of;
  std::vector<std::uint64_t> visits(lines.size(), 0);
  std::uint64_t segment = 0;
  Addresses front = front_lines();
  std::set<std::uint64_t> taken;
  for (const std::uint64_t line : lines) {
    taken.insert(line / unit_);
    if (mode == Mode::primed) taken.insert((line ^ primer_distance_) / unit_);
  }
  if (!fronts_.empty()) {
    Addresses asked = lines;
    if (mode == Mode::primed)
      for (const std::uint64_t line : lines) asked.push_back(line ^ primer_distance_);
    together_ = false;
    front = emptying(asked, {}, mode);
    together_ = true;
  }
  const auto empty_front = [&] {
    for (const std::uint64_t at : front)
      if (!taken.contains(at / unit_)) {
        offsets.push_back(at + kElementBytes * segment);
        line_of.push_back(-1);
      }
    ++segment;
  };
  if (cache_ > 0) empty_front();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const std::uint32_t line = sequence[i];
    const std::uint64_t element = kElementBytes * visits[line]++;
    if (mode == Mode::primed) {
      offsets.push_back((lines[line] ^ primer_distance_) + element);
      line_of.push_back(-1);
    }
    offsets.push_back(lines[line] + element);
    line_of.push_back(line);
    const bool ends = std::find(segment_ends.begin(), segment_ends.end(), i + 1) != segment_ends.end();
    if (cache_ > 0 && ends && i + 1 < sequence.size()) empty_front();
  }
  std::uint64_t passes = (accesses + sequence.size() - 1) / sequence.size();
  if (const auto most = lab_.description().properties.max_accesses)
    passes = std::clamp<std::uint64_t>(*most / offsets.size(), 1, passes);
  const Walk walk = lab_.walk(offsets, {0, passes}, label);
  if (run != nullptr) *run = walk.run;
  std::vector<float> cycles;
  std::vector<std::size_t> position;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i) {
    if (line_of[i % walk.period] < 0) continue;
    cycles.push_back(walk.cycles[i]);
    position.push_back(i);
  }
  inference::LevelsAround levels;
  if (apart_) levels.translation = survey_.translation;
  if (cache_ > 0) levels.in_front = survey_.levels[cache_ - 1].latency;
  levels.own = survey_.levels[cache_].latency;
  for (std::size_t level = cache_ + 1; level < survey_.levels.size(); ++level)
    levels.behind.push_back(survey_.levels[level].latency);
  const auto readings = inference::read_accesses(cycles, position, walk.cycles.size(), levels, survey_.noise);
  std::vector<inference::SetAccess> result;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const auto line = static_cast<std::uint32_t>(line_of[position[i] % walk.period]);
    result.push_back({line, readings[i].miss, readings[i].reached, readings[i].known});
  }
  return result;
}

void DataTester::choose_primer(const Addresses& overflowing) {
  find_primer(overflowing);
  if (fronts_.empty()) return;
  // A choice of lines to empty the caches in front with that does not take ways of the set.
  constexpr std::uint64_t kMostChoices = 16, kApart = 16;
  const Addresses fitting(overflowing.begin(), overflowing.end() - 1);
  // As follow() empties them, where not all lines of the set are read between two visits of one.
  together_ = false;
  bool settled = false;
  for (std::uint64_t number = 0; number < kMostChoices && !settled; ++number) {
    choice_ = number * kApart;
    try {
      settled = !ask_once(fitting, {}, "with other lines that empty the caches in front").conflict;
    } catch (const Undecided&) {
    }
  }
  if (!settled) choice_ = 0;
  together_ = true;
}

// A primer must not be of the set itself, or it would take a way. Asked of two lines with all primers at their places.
void DataTester::find_primer(const Addresses& overflowing) {
  if (apart_) return;
  const Addresses fitting(overflowing.begin(), overflowing.end() - 1);
  const auto listed = [&](std::uint64_t address) {
    return std::any_of(overflowing.begin(), overflowing.end(), [&](auto line) { return line / unit_ == address / unit_; });
  };
  const auto fits_and_overflows = [&] {
    return ask(overflowing, "with primers").conflict && !ask(fitting, "with primers, one line fewer").conflict;
  };
  mode_ = Mode::primed;
  for (primer_distance_ = first_primer_; primer_distance_ >= unit_ && primer_distance_ >= 8; primer_distance_ /= 2) {
    if (std::any_of(overflowing.begin(), overflowing.end(), [&](auto line) { return listed(line ^ primer_distance_); })) continue;
    try {
      if (clean(overflowing, {})) {
        Addresses primers;
        for (const std::uint64_t line : overflowing) primers.push_back(line ^ primer_distance_);
        Addresses fewer(primers.begin(), primers.end() - 1);
        if (ask(overflowing, primers, "with primers").conflict && !ask(fitting, fewer, "with primers, one line fewer").conflict)
          return;
      } else if (fits_and_overflows()) {
        return;
      }
    } catch (const Undecided&) {
    }
  }
  mode_ = Mode::grouped;
  if (clean(overflowing, {}) || fits_and_overflows()) return;
  throw Undecided("TLB misses can't be kept apart from misses of this cache: all lines of a page share a set.");
}

bool DataTester::is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) {
  if (fronts_.empty()) return false;
  as_if_asked_ = more;
  bool overflows = false;
  try {
    overflows = ask(fitting, "without some, with what empties the caches in front for them").conflict;
  } catch (...) {
    as_if_asked_.clear();
    throw;
  }
  as_if_asked_.clear();
  return overflows;
}

bool DataTester::prepare(const Addresses& overflowing) {
  const auto overflows = [&] {
    try {
      return ask(overflowing, "lines that missed").conflict;
    } catch (const Undecided&) {
      return false;
    }
  };
  if (clean(overflowing, {})) return overflows();
  mode_ = Mode::primed;
  constexpr int kTries = 3;
  primer_distance_ = first_primer_;
  for (int tried = 0; tried < kTries && primer_distance_ >= unit_ && primer_distance_ >= 8; ++tried, primer_distance_ /= 2)
    if (overflows()) return true;
  mode_ = Mode::grouped;
  return false;
}

bool DataTester::holds_with_another_primer(const Addresses& overflowing) {
  if (mode_ != Mode::primed || clean(overflowing, {})) return true;
  const std::uint64_t used = primer_distance_;
  bool holds = false;
  for (std::uint64_t distance = first_primer_; distance >= unit_ && distance >= 8; distance /= 2) {
    if (distance == used) continue;
    primer_distance_ = distance;
    try {
      if (!ask(overflowing, "with other primers").conflict) {
        // Those before took ways of the set, these do not.
        first_primer_ = distance;
        return false;
      }
      bool minimal = !holds;
      for (std::size_t i = 0; i < overflowing.size() && minimal; ++i) {
        Addresses rest = overflowing;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        minimal = !ask(rest, "with other primers, without one of them").conflict;
      }
      holds = holds || minimal;
    } catch (const Undecided&) {
    }
  }
  primer_distance_ = used;
  return holds;
}

std::string DataTester::how_translation_is_kept_out() const {
  if (apart_)
    return "each latency is that of a level and what a TLB miss adds, which walks over pages with data from memory had told; no "
           "two ways "
           "to come to one latency differ in what they say of this cache";
  if (mode_ == Mode::primed)
    return "each line is read just after another line of its page (" + format_bytes(primer_distance_) +
           " away), so that no TLB miss counts";
  return "the first access to each 4 KiB block is not counted, so that no TLB miss does";
}

}  // namespace chasescope::structure
