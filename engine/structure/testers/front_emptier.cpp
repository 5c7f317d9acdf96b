#include "engine/structure/testers/front_emptier.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kFinestGranularity = 64;
constexpr double kLeft = 0.06;  // the largest share of old lines that may still hit in front after a flush

}  // namespace

void FrontEmptier::keep_clear_by(std::uint64_t granularity) { clear_granularity_ = std::max(granularity, kFinestGranularity); }

Addresses FrontEmptier::whole(std::uint64_t unit) const {
  if (chosen_) return *chosen_;
  Addresses lines;
  if (cache_ == 0 || !fronts_.empty()) return lines;
  const Boundary& front = survey_.boundaries[cache_ - 1];
  if (!front.known()) throw Undecided("The size of the cache in front is not known, so that it can't be emptied.");
  const std::uint64_t step = survey_.fetch_bytes[cache_ - 1].value_or(front.stride);
  // Neighbouring lines may overflow some sets before the cache is full.
  const std::uint64_t holds = front_bytes_ != 0 ? front_bytes_ : front.outgrown;
  const std::uint64_t wanted = factor_ * holds / step, enough = holds / step;
  const Boundary& own = survey_.boundaries[cache_];
  const std::uint64_t end = own.known() ? std::max(own.fits, 2 * front.outgrown) : 4 * front.outgrown;
  // Flush lines stay away from the lines in question, unless these are so close together that hardly any other line is left.
  for (std::uint64_t granularity = clear_granularity_; lines.size() < enough; granularity /= 2) {
    Addresses asked;  // blocks of `granularity` bytes, in order
    for (const std::uint64_t line : clear_lines_) asked.push_back(line / granularity);
    if (!std::is_sorted(asked.begin(), asked.end())) std::sort(asked.begin(), asked.end());
    lines.clear();
    auto next = asked.begin();
    for (std::uint64_t at = 0; at < end && lines.size() < wanted; at += step) {
      const std::uint64_t block = at / granularity;
      while (next != asked.end() && *next < block) ++next;
      if (next == asked.end() || *next != block) lines.push_back(at);
    }
    if (granularity / 2 < std::max(unit, kFinestGranularity)) break;
  }
  return lines;
}

Addresses FrontEmptier::whole_to_spare(std::uint64_t unit) const {
  FrontEmptier longer = *this;
  longer.chosen_.reset();
  longer.factor_ = std::min(more_than(factor_), kMostFactor);
  return longer.whole(unit);
}

// The number of flush lines that is needed depends on the replacement policy of the cache in front.
void FrontEmptier::front_holds(std::uint64_t bytes, std::uint64_t unit) {
  front_bytes_ = bytes;
  if (cache_ == 0 || bytes == 0 || !fronts_.empty()) return;
  constexpr std::size_t kTried = 32;
  constexpr std::uint64_t kPasses = 8;
  std::size_t read = 0;
  for (factor_ = 1; factor_ < kMostFactor; factor_ = more_than(factor_)) {
    const Addresses front = whole(unit);
    if (front.empty()) continue;
    if (factor_ > kUsualFactor && front.size() <= read) break;  // there are no further lines
    read = front.size();
    Random random(0xf407);
    Addresses offsets = front;
    std::set<std::uint64_t> blocks;
    for (const std::uint64_t line : front) blocks.insert(block_of(line));
    const std::uint64_t all = lab_.limit_bytes() / kSmallestPage;
    for (std::size_t tries = 0; offsets.size() < front.size() + 2 * kTried && tries < 8 * kTried; ++tries) {
      const std::uint64_t line = random.below(all) * kSmallestPage;
      if (!blocks.insert(block_of(line)).second) continue;
      offsets.push_back(line + kSmallestPage / 2);  // the primer of the next line
      offsets.push_back(line);
    }
    const std::size_t tried = (offsets.size() - front.size()) / 2;
    if (tried < kTried / 2) break;  // the memory space is too small
    const Walk walk = lab_.walk(offsets, {4, kPasses}, "whether the caches in front are emptied");
    std::size_t left = 0;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (std::size_t i = front.size() + 1; i < offsets.size(); i += 2)
        left += walk.at(pass, i) <= survey_.cut(cache_ - 1) ? 1 : 0;
    if (static_cast<double>(left) <= kLeft * static_cast<double>(tried * walk.passes())) return;
  }
  factor_ = kUsualFactor;
}

bool FrontEmptier::read_more() {
  if (cache_ == 0 || factor_ >= kMostFactor) return false;
  factor_ = more_than(factor_);
  return true;
}

FrontEmptier::All::All(FrontEmptier& emptier, std::uint64_t unit) : emptier_(emptier), chosen_(*emptier.chosen_) {
  FrontEmptier walk = emptier;
  walk.chosen_.reset();
  walk.factor_ = std::max(emptier.factor_, kUsualFactor);
  std::set<std::uint64_t> all(chosen_.begin(), chosen_.end());
  for (const std::uint64_t line : walk.whole(unit)) all.insert(line);
  emptier.chosen_ = Addresses(all.begin(), all.end());
}

FrontEmptier::All::~All() { emptier_.chosen_ = std::move(chosen_); }

std::set<std::uint64_t> FrontEmptier::sets_of(const Addresses& lines) const {
  std::set<std::uint64_t> sets;
  if (own_index_)
    for (const std::uint64_t line : lines) sets.insert(own_index_->set_of(line));
  return sets;
}

bool FrontEmptier::reaches_into(const std::set<std::uint64_t>& sets, std::uint64_t address, std::uint64_t bytes,
                                std::uint64_t unit) const {
  if (sets.empty()) return false;
  for (std::uint64_t at = 0; at < bytes; at += std::min(unit, bytes))
    if (sets.contains(own_index_->set_of(address + at))) return true;
  return false;
}

Addresses FrontEmptier::elsewhere(const Addresses& whole, const std::set<std::uint64_t>& sets, const Addresses& lines,
                                  std::uint64_t unit) const {
  Addresses outside;
  for (const std::uint64_t line : whole)
    if (!reaches_into(sets, line, 1, unit)) outside.push_back(line);
  if (outside.size() == whole.size()) return outside;
  std::set<std::uint64_t> asked;
  for (const std::uint64_t line : lines) asked.insert(line / unit);
  const std::set<std::uint64_t> taken(outside.begin(), outside.end());
  // The further lines stay within the clean footprint if the walk does, so that they bring no TLB misses.
  const std::uint64_t limit = lab_.limit_bytes();
  const std::uint64_t end = whole.back() < survey_.clean_until ? std::min(limit, survey_.clean_until) : limit;
  const std::uint64_t step = survey_.fetch_bytes[cache_ - 1].value_or(survey_.boundaries[cache_ - 1].stride);
  // A cache of one set has no lines outside of it.
  constexpr std::uint64_t kPatience = 64;  // addresses that are looked at for each line
  std::uint64_t left = kPatience * whole.size();
  for (std::uint64_t at = 0; at < end && outside.size() < whole.size() && left > 0; at += step, --left)
    if (!reaches_into(sets, at, 1, unit) && !taken.contains(at) && !asked.contains(at / unit)) outside.push_back(at);
  return outside;
}

std::uint64_t FrontEmptier::range() const {
  constexpr std::uint64_t kRoom = 8, kFarthest = std::uint64_t{4} << 30;
  std::uint64_t most = 0;
  for (const FrontSets& front : fronts_)
    most = std::max(most, std::accumulate(front.ways.begin(), front.ways.end(), std::uint64_t{0}) * front.line_bytes);
  const std::uint64_t limit = std::min(lab_.limit_bytes(), kFarthest);
  return survey_.clean_until >= kRoom * most ? std::min(limit, survey_.clean_until) : limit;
}

Addresses FrontEmptier::of_sets(const Question& question, std::uint64_t unit) const {
  constexpr int kPatience = 64;
  std::set<std::uint64_t> blocks, taken;
  for (const Addresses* all : {&question.lines, &question.as_if})
    for (const std::uint64_t line : *all) {
      if (!question.may_share_pages) blocks.insert(block_of(line));
      taken.insert(line / unit);
    }
  const std::uint64_t range = this->range();
  const std::set<std::uint64_t> own_sets = sets_of(question.lines);
  Addresses chosen;
  for (std::size_t at = 0; at < fronts_.size(); ++at) {
    const FrontSets& front = fronts_[at];
    std::map<std::uint64_t, std::set<std::uint64_t>> lines_of;  // the lines in question, by set
    for (const std::uint64_t line : question.lines) lines_of[front.index.set_of(line)].insert(line / front.line_bytes);
    for (const std::uint64_t line : question.as_if) lines_of[front.index.set_of(line)];
    std::set<std::uint64_t> settled;
    for (const std::uint64_t line : question.settled) settled.insert(front.index.set_of(line));
    for (const auto& [set, own] : lines_of) {
      if (set >= front.ways.size()) continue;
      Random random(mixed_seed(mixed_seed(settled.contains(set) ? settled_choice_ : choice_, at), set));
      // One line more than the set has ways, so that the cache in front evicts each line and the next access to it reaches the
      // cache behind.
      const std::uint64_t wanted = std::uint64_t{fill_} * front.ways[set] + (question.all_read_in_each_pass ? 1 : 0);
      std::uint64_t have = question.all_read_in_each_pass ? own.size() : 0;
      bool keeps_out = !own_sets.empty();
      for (int tries = 0; have < wanted && tries < kPatience;) {
        const std::uint64_t from = random.below(range / front.line_bytes) * front.line_bytes;
        const std::uint64_t line = front.index.moved_to_set(from, set);
        if (front.index.set_of(line) != set || line + front.line_bytes > range || blocks.contains(block_of(line)) ||
            (keeps_out && reaches_into(own_sets, line, front.line_bytes, unit)) || !taken.insert(line / unit).second) {
          if (++tries == kPatience && std::exchange(keeps_out, false)) tries = 0;
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

}  // namespace chasescope::structure
