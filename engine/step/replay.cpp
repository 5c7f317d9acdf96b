// Decision 39: docs/decisions/window/39-the-step-player.md
#include "engine/step/replay.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::step {
namespace {

constexpr std::uint64_t kFirstSpacing = 4096;
constexpr std::size_t kMostCheckpoints = 512;
constexpr std::uint64_t kLookBack = std::uint64_t{1} << 20;  // steps in which a way's last use is searched; takes some milliseconds

// The search for the request number may cost this many steps, a second or two. Each number tried costs kRequestCost steps more, for
// its allocations.
constexpr std::uint64_t kMostSearch = std::uint64_t{1} << 24;
constexpr std::uint64_t kRequestCost = 512;

constexpr std::uint64_t kLookBackForFills = std::uint64_t{1} << 18;

/// Iterates backward over the steps before a given one, without a division for each step.
class Backward {
 public:
  Backward(const AccessOrder& order, std::uint64_t before, std::uint64_t most)
      : order_(order), left_(std::min(before, most)), at_(before), position_(before % order.period()) {
    step_down();
  }
  bool more() const { return left_ > 0; }
  std::uint64_t at() const { return at_; }
  std::uint64_t offset() const { return order_.offset_at_position(position_); }
  void step() {
    --left_;
    step_down();
  }

 private:
  void step_down() {
    --at_;
    position_ = (position_ == 0 ? order_.period() : position_) - 1;
  }
  const AccessOrder& order_;
  std::uint64_t left_, at_, position_;
};

/// The approximate size of a part's state: tags, order of use and sectors.
std::uint64_t state_bytes(const model::CacheSpec& spec) { return spec.entries() * 16 + spec.ways.size() * 16; }

}  // namespace

Replay::Replay(std::shared_ptr<const model::Card> card, const ChaseRequest& request, const ChaseResult& result, std::uint64_t seed,
               Kind kind, RecordedVerdicts verdicts)
    : card_(std::move(card)),
      space_(to_string(request.space)),
      configuration_{request.l1_kib, request.carveout_percent},
      place_{.sm = request.sm.value_or(result.sm.value_or(0))},
      seed_(seed),
      kind_(kind),
      verdicts_(std::move(verdicts)),
      head_(made()),
      cursor_(made()),
      spacing_(kFirstSpacing) {
  set_walk(request, result.offsets);
  const model::PathSpec& path = card_->paths.at(space_);
  std::uint64_t request_bytes = 1;
  std::uint64_t bytes = 0;
  for (const std::string& name : path.data) {
    Part part;
    part.name = name;
    part.spec = model::shape_of(card_->caches.at(name), configuration_);
    part.request_bytes = std::max(request_bytes, part.spec.sector_bytes);
    request_bytes = part.request_bytes;
    parts_.push_back(part);
  }
  caches_ = parts_.size();
  for (const std::string& name : path.translation) {
    Part part;
    part.name = name;
    part.translation = true;
    part.spec = card_->tlbs.at(name);
    part.request_bytes = part.spec.sector_bytes;
    parts_.push_back(part);
  }
  for (const Part& part : parts_) bytes += state_bytes(part.spec);
  searches_ = kind_ == Kind::true_state && draws_lots();
  most_checkpoints_ = std::clamp<std::size_t>(kCheckpointBytes / std::max<std::uint64_t>(bytes, 1), 2, kMostCheckpoints);
  checkpoint();
}

model::Hierarchy Replay::made() const { return {*card_, space_, configuration_, mixed_seed(seed_, request_), place_}; }

bool Replay::draws_lots() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) {
    const std::string& kind = part.spec.policy.kind;
    return kind == "random" || kind == "nmru" || kind == "weighted_way" || kind == "bip" || kind == "dip" || kind.starts_with("qlru");
  });
}

void Replay::try_next_request() {
  search_cost_ += ready() + kRequestCost;
  given_up_ = search_cost_ > kMostSearch;
  if (given_up_) return;
  ++request_;
  head_ = made();
  cursor_ = made();
  cursor_at_ = 0;
  marks_ = {};
  checkpoints_.clear();
  spacing_ = kFirstSpacing;
  disagreements_ = compared_ = 0;
  checkpoint();
}

// Makes a checkpoint every spacing_ steps. If there are too many, every second one is dropped and the spacing doubles.
void Replay::checkpoint() {
  if (checkpoints_.size() >= most_checkpoints_) {
    std::size_t kept = 1;
    for (std::size_t i = 2; i < checkpoints_.size(); i += 2) checkpoints_[kept++] = std::move(checkpoints_[i]);
    checkpoints_.resize(kept);
    spacing_ *= 2;
  }
  if (ready() % spacing_ == 0) checkpoints_.push_back({ready(), head_.save()});
}

void Replay::extend(std::uint64_t count) {
  constexpr std::uint64_t kFew = 12;  // disagreements that noise may cause by outliers
  for (; count > 0 && !complete() && !given_up_; --count) {
    if (searches_ && disagreements_ > kFew + compared_ / 50) {
      try_next_request();
      continue;
    }
    const std::uint64_t at = ready();
    if (at != 0 && at % spacing_ == 0) checkpoint();
    const std::uint8_t outcome = head_.step(offset(at), visits_);
    Marks::Step marks;
    for (const auto& visit : visits_) {
      const std::uint8_t bit = Marks::bit_of(visit.part);
      if (!visit.touch.hit) marks.missed = static_cast<std::uint8_t>(marks.missed | bit);
      if (visit.touch.filled()) marks.filled = static_cast<std::uint8_t>(marks.filled | bit);
      if (visit.touch.evicted) marks.evicted = static_cast<std::uint8_t>(marks.evicted | bit);
    }
    marks_.append(marks);
    compare(at, outcome);
    if (searches_ && complete() && !trusted()) try_next_request();
  }
}

void Replay::compare(std::uint64_t at, std::uint8_t outcome) {
  if (at < warmup()) return;
  const auto cycles = verdicts_.cycles(at - warmup());
  if (kind_ == Kind::true_state) {
    // A tolerance above the standard noise's jitter and drift; outliers count as disagreements.
    constexpr double kCycles = 15;
    constexpr double kShare = 0.05;
    if (!cycles) return;
    const double expected = head_.latencies().cycles()[outcome];
    ++compared_;
    disagreements_ += std::abs(*cycles - expected) > kCycles + kShare * expected ? 1 : 0;
    return;
  }
  const auto hit = verdicts_.hit(at - warmup());
  if (!hit) return;
  ++compared_;
  disagreements_ += *hit == marks_.missed(at, 0) ? 1 : 0;
}

bool Replay::asked(std::uint64_t at, std::size_t part) const {
  if (part != 0 && part != caches_) return marks_.missed(at, part - 1);
  if (part == 0 && caches_ != 0) return true;
  return head_.translated_at() == 0 || marks_.missed(at, head_.translated_at() - 1);
}

Verdict Replay::verdict(std::uint64_t at, std::size_t part) const {
  if (!asked(at, part)) return Verdict::not_asked;
  if (!marks_.missed(at, part)) return Verdict::hit;
  return marks_.filled(at, part) ? Verdict::miss : Verdict::sector_miss;
}

/// Moves the cursor before a step, starting at its present step or at the last checkpoint before the step, whichever is nearer.
void Replay::go_to(std::uint64_t at) {
  const auto after = std::upper_bound(checkpoints_.begin(), checkpoints_.end(), at,
                                      [](std::uint64_t step, const Checkpoint& point) { return step < point.at; });
  const Checkpoint& nearest = *std::prev(after);
  if (cursor_at_ > at || cursor_at_ < nearest.at) {
    cursor_.restore(nearest.state);
    cursor_at_ = nearest.at;
  }
  for (; cursor_at_ < at; ++cursor_at_) cursor_.step(offset(cursor_at_), visits_);
}

std::vector<Way> Replay::ways_of(std::size_t part, std::uint32_t set) const {
  std::vector<Way> ways;
  for (const auto& unit : cursor_.part(part).contents(set))
    ways.push_back(unit ? Way{Way::State::held, *unit, {}, {}} : Way{Way::State::empty, 0, {}, {}});
  return ways;
}

Look Replay::look(std::uint64_t at, std::size_t part) {
  go_to(at);
  const model::CacheSpec& spec = parts_[part].spec;
  Look look;
  look.at = at;
  look.offset = offset(at);
  look.unit = look.offset / spec.unit_bytes * spec.unit_bytes;
  look.set = cursor_.part(part).set_of(look.offset);
  look.verdict = verdict(at, part);
  look.before = ways_of(part, *look.set);
  add_history(look.before, at, part, *look.set);
  look.answered = cursor_.latencies().names()[cursor_.step(look.offset, visits_)];
  ++cursor_at_;
  look.after = look.before;
  for (const auto& visit : visits_) {
    if (visit.part != part) continue;
    const auto& touch = visit.touch;
    if (touch.set == *look.set) {
      Way& way = look.after[touch.way];
      if (touch.filled()) way = {Way::State::held, touch.unit, at, at};
      way.used = at;
    }
    if (touch.unit != look.unit) continue;  // a request may cover neighbouring units, too
    look.verdict = touch.hit ? Verdict::hit : touch.sector_miss ? Verdict::sector_miss : Verdict::miss;
    look.way = touch.way;
    look.evicted = touch.evicted;
  }
  look.touched_last = last_touch(at, part, look.unit);
  look.whole_past = at <= kLookBack;
  if (look.evicted) look.victim_next = next_touch(at, part, *look.evicted);
  if (kind_ == Kind::inferred) look.answered.clear();
  return look;
}

/// When each way was used and filled, from the steps before `before`, newest first.
void Replay::add_history(std::vector<Way>& ways, std::uint64_t before, std::size_t part, std::uint32_t set) const {
  const std::uint64_t block = std::max(parts_[part].request_bytes, parts_[part].spec.unit_bytes);
  const bool one_unit = block == parts_[part].spec.unit_bytes;
  std::unordered_multimap<std::uint64_t, Way*> by_block;
  for (Way& way : ways)
    if (way.state == Way::State::held) by_block.emplace(way.unit / block, &way);
  std::size_t unused = by_block.size();
  std::size_t unfilled = one_unit ? by_block.size() : 0;  // if a request fills several units, the step of a fill is ambiguous
  Backward walk(order(), before, kLookBack);
  for (; walk.more() && (unused > 0 || (unfilled > 0 && before - walk.at() < kLookBackForFills)); walk.step()) {
    const std::uint64_t address = walk.offset();
    if (!asked(walk.at(), part) || (one_unit && cursor_.part(part).set_of(address) != set)) continue;
    const auto [first, last] = by_block.equal_range(address / block);
    for (auto found = first; found != last; ++found) {
      Way& way = *found->second;
      if (!way.used) --unused;
      if (!way.used) way.used = walk.at();
      if (!one_unit || way.filled || !marks_.filled(walk.at(), part)) continue;
      way.filled = walk.at();
      --unfilled;
    }
  }
}

std::optional<std::uint64_t> Replay::last_touch(std::uint64_t before, std::size_t part, std::uint64_t unit) const {
  const std::uint64_t block = std::max(parts_[part].request_bytes, parts_[part].spec.unit_bytes);
  for (Backward walk(order(), before, kLookBack); walk.more(); walk.step())
    if ((walk.offset() ^ unit) < block && asked(walk.at(), part)) return walk.at();
  return std::nullopt;
}

/// The next step of the chase with that unit. The access may not reach the part, if a part before it hits.
std::optional<std::uint64_t> Replay::next_touch(std::uint64_t after, std::size_t part, std::uint64_t unit) const {
  const std::uint64_t block = parts_[part].spec.unit_bytes;
  const std::uint64_t end = std::min(size(), after + 1 + std::min(order().period(), kLookBack));
  for (std::uint64_t at = after + 1; at < end; ++at)
    if (offset(at) / block == unit / block) return at;
  return std::nullopt;
}

bool Replay::trusted() const {
  const std::uint64_t one_in = kind_ == Kind::true_state ? 100 : 20;
  return !given_up_ && disagreements_ <= compared_ / one_in + 1;
}

std::string Replay::basis() const {
  const std::string all = format_count(compared_);
  const std::string off = format_count(disagreements_);
  if (kind_ == Kind::true_state) {
    std::string text = "True state: the model runs this chase again.";
    if (compared_ > 0)
      text += disagreements_ == 0 ? " All " + all + " recorded latencies agree."
                                  : " " + off + " of " + all + " recorded latencies differ, as noise does.";
    return text;
  }
  std::string text = "Inferred state: a cache put together from the findings, assumed cold at the start.";
  if (compared_ > 0)
    text += disagreements_ == 0 ? " It predicts all " + all + " recorded hits and misses."
                                : " It is wrong about " + off + " of " + all + " recorded hits and misses.";
  return text;
}

}  // namespace chasescope::step
