#include "engine/structure/testers/data_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace chasescope::structure {
namespace {

struct Item {
  std::uint64_t address;
  std::ptrdiff_t watched_as;
  bool is_asked;
  bool is_watched() const { return watched_as >= 0; }
};

void put(DataPlan& plan, std::uint64_t address, std::ptrdiff_t watched_as, bool is_asked) {
  plan.offsets.push_back(address);
  plan.watched_as.push_back(watched_as);
  plan.asked.push_back(is_asked);
}

void put(DataPlan& plan, const Item& item) { put(plan, item.address, item.watched_as, item.is_asked); }

// An access that looks up a page or flushes a set. Its own latency is not used.
void put_unasked(DataPlan& plan, std::uint64_t address) { put(plan, address, -1, false); }

// The lines of one block. The watched lines come last if another line can look up the page.
void put_block(DataPlan& plan, std::span<Item> block, const DataPlanner& planner, unsigned variant) {
  // A line whose latency is not used looks up the page for the rest of the block.
  const auto watched_begin = std::stable_partition(block.begin(), block.end(), [](const Item& item) { return !item.is_watched(); });
  const auto put_all = [&] {
    for (const Item& item : block) put(plan, item);
  };
  if (watched_begin != block.begin() && watched_begin != block.end()) {
    put_all();
    return;
  }
  // The primer lies at the given distance from one of the watched lines, so that its set is known. It must be none of the lines
  // themselves.
  const auto primer = [&]() -> std::optional<std::uint64_t> {
    if (planner.manner != PageManner::primed || watched_begin != block.begin()) return std::nullopt;
    for (const Item& line : block) {
      const std::uint64_t address = line.address ^ planner.primer_distance;
      if (std::none_of(block.begin(), block.end(),
                       [&](const Item& item) { return item.address / planner.unit == address / planner.unit; }))
        return address;
    }
    return std::nullopt;
  }();
  if (primer) {
    put_unasked(plan, *primer);
    put_all();
    return;
  }
  // The line that is read first is not counted. The variant decides which line that is.
  const std::size_t first = variant % 2 == 0 ? block.size() - 1 : block.size() / 2;
  put(plan, block[first].address, -1, block[first].is_asked);
  for (std::size_t i = 0; i < block.size(); ++i)
    if (i != first) put(plan, block[i]);
}

void put_round(DataPlan& plan, std::vector<Item> items, const DataPlanner& planner, unsigned variant) {
  if (planner.manner == PageManner::plain) {
    for (const Item& item : items) put(plan, item);
    return;
  }
  for (auto begin = items.begin(), end = begin; begin != items.end(); begin = end) {
    end = std::find_if(begin, items.end(), [&](const Item& item) { return block_of(item.address) != block_of(begin->address); });
    put_block(plan, {begin, end}, planner, variant);
  }
}

// Removes repeated addresses, because a chase visits no address twice. An address may have several roles: a flush line may be the
// primer of another line. The visit whose latency is used stays, or else the first visit.
void drop_repeats(DataPlan& plan) {
  Addresses sorted = plan.offsets;
  if (!std::is_sorted(sorted.begin(), sorted.end())) std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return;
  std::map<std::uint64_t, std::size_t> kept;  // position by address
  for (std::size_t i = 0; i < plan.offsets.size(); ++i) {
    const auto [at, is_first] = kept.emplace(plan.offsets[i], i);
    if (!is_first && plan.watched_as[at->second] < 0 && plan.watched_as[i] >= 0) at->second = i;
  }
  DataPlan once;
  std::size_t round = 0;
  for (std::size_t i = 0; i < plan.offsets.size(); ++i) {
    if (i == plan.emptying) once.emptying = once.offsets.size();
    for (; round < plan.round_ends.size() && plan.round_ends[round] == i; ++round) once.round_ends.push_back(once.offsets.size());
    if (kept.at(plan.offsets[i]) == i) put(once, plan.offsets[i], plan.watched_as[i], plan.asked[i]);
  }
  for (; round < plan.round_ends.size(); ++round) once.round_ends.push_back(once.offsets.size());
  if (plan.emptying == plan.offsets.size()) once.emptying = once.offsets.size();
  plan = std::move(once);
}

}  // namespace

Addresses DataPlanner::emptying(const Addresses& lines) const {
  if (front == nullptr) return {};
  // Primers are flushed from the caches in front, too: if the nearest cache answers an access, its page may not be looked up.
  Addresses read = lines;
  if (manner == PageManner::primed)
    for (const std::uint64_t line : lines) read.push_back(line ^ primer_distance);
  if (front->is_by_sets()) {
    FrontEmptier::Question question{std::move(read), {}, manner == PageManner::plain, all_read_in_each_pass, settled};
    if (manner == PageManner::primed)
      for (const std::uint64_t line : settled) question.settled.push_back(line ^ primer_distance);
    if (as_if != nullptr) {
      question.as_if = *as_if;
      if (manner == PageManner::primed)
        for (const std::uint64_t line : *as_if) question.as_if.push_back(line ^ primer_distance);
    }
    return front->of_sets(question, unit);
  }
  std::set<std::uint64_t> taken;
  for (const std::uint64_t line : read) taken.insert(line / unit);
  Addresses emptying = front->whole(unit);
  std::erase_if(emptying, [&](std::uint64_t line) { return taken.contains(line / unit); });
  Addresses elsewhere = front->elsewhere(emptying, front->sets_of(lines), read, unit);
  return elsewhere.empty() ? emptying : elsewhere;
}

DataPlan DataPlanner::plan(const Addresses& watched, const Addresses& others, unsigned variant) const {
  const bool is_by_sets = front != nullptr && front->is_by_sets();
  // Whether lines of `others` must miss in the caches in front, or else the walk proves nothing (FrontAnswers). A single line must.
  // Of many lines few stay in front, and a line that stays there makes no more difference than a line that this cache holds.
  const bool are_others_asked = others.size() == 1 || is_by_sets;
  std::vector<Item> items;
  items.reserve(watched.size() + others.size());
  for (std::size_t i = 0; i < watched.size(); ++i) items.push_back({watched[i], static_cast<std::ptrdiff_t>(i), true});
  for (const std::uint64_t address : others) items.push_back({address, -1, are_others_asked});
  const auto by_address = [](const Item& a, const Item& b) { return a.address < b.address; };
  if (!std::is_sorted(items.begin(), items.end(), by_address)) std::sort(items.begin(), items.end(), by_address);

  DataPlan plan;
  // Flush lines are read first. If some ways are never replaced, flush lines take them, and not the lines in question.
  Addresses read;
  for (const Item& item : items) read.push_back(item.address);
  for (const std::uint64_t line : emptying(read)) put_unasked(plan, line);
  if (is_by_sets) plan.emptying = plan.offsets.size();
  for (const std::uint64_t part : parts) {
    std::vector<Item> round = items;
    for (Item& item : round) item.address ^= part;
    put_round(plan, std::move(round), *this, variant);
    plan.round_ends.push_back(plan.offsets.size());
  }
  if (has_front)
    drop_repeats(plan);
  else
    plan.asked.clear();
  return plan;
}

std::vector<std::vector<std::size_t>> rounds_of(const DataPlan& plan, const std::vector<std::size_t>& among) {
  std::vector<std::vector<std::size_t>> rounds(plan.round_ends.size());
  for (const std::size_t element : among) {
    const auto round = std::upper_bound(plan.round_ends.begin(), plan.round_ends.end(), element) - plan.round_ends.begin();
    if (element < plan.asked.size() && plan.asked[element]) rounds[static_cast<std::size_t>(round)].push_back(element);
  }
  return rounds;
}

}  // namespace chasescope::structure
