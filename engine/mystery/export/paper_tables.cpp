#include "engine/mystery/export/paper_tables.h"

#include <algorithm>
#include <bit>

#include "engine/mystery/card_bench.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kWord = 8;          // the stride of the first table, in bytes
constexpr std::uint64_t kPageStep = 65536;  // the smallest page of any card, in bytes
constexpr std::uint64_t kPasses = 64;       // after so many passes, each line that can miss has missed
constexpr std::uint64_t kPassesOfAll = 16;  // the passes of the chase over twice the capacity
constexpr std::size_t kListed = 12;         // the most offsets that a cell lists: more than a set has lines
constexpr std::size_t kRepeats = 3;         // the repetitions of the policy experiment: enough to show random choices
constexpr unsigned kBitsAbove = 4;          // bits above the highest index bit that the table tests, too

/// "0, 4096, 8192"; a long list is cut, and its length is given.
std::string listed(const std::vector<std::uint64_t>& offsets) {
  if (offsets.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < std::min(offsets.size(), kListed); ++i) text += (i == 0 ? "" : ", ") + std::to_string(offsets[i]);
  if (offsets.size() <= kListed) return text;
  return text + ", … every " + std::to_string(offsets[1] - offsets[0]) + " B (" + format_count(offsets.size()) + " in all)";
}

PaperTable misses_over_n(const HiddenCard& card) {
  CardBench bench(card);
  const std::uint64_t fits = card.capacity_bytes();
  PaperTable table{
      "A chase word by word (s = 8 B). Which loads miss, at one time or another, in " + std::to_string(kPasses) + " passes:",
      {"N in bytes", "loads in a pass", "offsets in bytes of the loads that miss"},
      {}};
  for (const std::uint64_t bytes : {fits / 2, fits - kWord, fits, fits + kWord, 2 * fits}) {
    const auto missing = bench.ever_missing(bytes, kWord, bytes == 2 * fits ? kPassesOfAll : kPasses);
    table.rows.push_back({std::to_string(bytes), std::to_string(bytes / kWord), listed(missing)});
  }
  return table;
}

PaperTable what_goes(const HiddenCard& card) {
  CardBench bench(card);
  const auto lines = lines_of_one_set(card, card.ways + 1);
  std::string touched;
  for (std::size_t i = 0; i < card.ways; ++i) touched += std::to_string(lines[i]) + ", ";
  PaperTable table{"One set, from empty: its lines are read in the order " + touched + "then " + std::to_string(lines.front()) +
                       " once more, then the line at " + std::to_string(lines.back()) + ". Then one looks which of them has gone:",
                   {"trial", "the line that has gone"},
                   {}};
  for (std::size_t trial = 1; trial <= kRepeats; ++trial) {
    const std::size_t gone = line_that_goes(bench, card);
    table.rows.push_back({std::to_string(trial), gone < card.ways ? std::to_string(lines[gone]) : "none of them"});
  }
  return table;
}

/// Whether a line at `offset` evicts a line of the set of line 0. It does if it belongs to the same set.
std::string spared(const HiddenCard& card, std::uint64_t offset) { return set_of(card, offset) == set_of(card, 0) ? "yes" : "no"; }

PaperTable which_bits(const HiddenCard& card) {
  const auto first = static_cast<unsigned>(std::countr_zero(card.line_bytes));
  unsigned highest = first;
  for (const auto& group : card.index) highest = std::max(highest, *std::max_element(group.begin(), group.end()));
  PaperTable table{"The set of the line at 0 is full of other lines. A line at another address is read. Has one of the set gone?",
                   {"address bits that are 1", "has one gone?"},
                   {}};
  for (unsigned bit = first; bit <= highest + kBitsAbove; ++bit)
    table.rows.push_back({std::to_string(bit), spared(card, std::uint64_t{1} << bit)});
  for (unsigned above = static_cast<unsigned>(card.index.size()); above < card.index.size() + 3; ++above) {
    const std::uint64_t both = (std::uint64_t{1} << first) | (std::uint64_t{1} << (first + above));
    table.rows.push_back({std::to_string(first) + " and " + std::to_string(first + above), spared(card, both)});
  }
  return table;
}

PaperTable slow_pages(const HiddenCard& card) {
  CardBench bench(card);
  const std::uint64_t reach = card.tlb->reach_bytes();
  PaperTable table{"A chase in steps of s = 65536 B. Which loads wait for a page, at one time or another, in 4 passes:",
                   {"N in bytes", "loads in a pass", "offsets in bytes of the loads that wait"},
                   {}};
  for (const std::uint64_t bytes : {reach / 2, reach, reach + kPageStep, 2 * reach})
    table.rows.push_back(
        {std::to_string(bytes), std::to_string(bytes / kPageStep), listed(bench.ever_walked(bytes, kPageStep, 4))});
  return table;
}

}  // namespace

std::vector<std::string> paper_story(const HiddenCard& card) {
  std::string cycles = "A load takes " + std::to_string(card.hit_cycles) + " cycles where the cache holds its line, and " +
                       std::to_string(card.miss_cycles) + " where it does not.";
  if (card.tlb)
    cycles += " Where the TLB does not hold its page, it waits " + std::to_string(card.tlb->walk_cycles) +
              " cycles more. The TLB replaces the page that was used longest ago.";
  return {
      "A thread follows pointers through an array of N bytes in steps of s bytes, from its beginning, pass after pass, and times "
      "each "
      "load. The GPU has one cache of equal sets; nobody has described it. The first two passes fill it and are left out.",
      cycles};
}

std::vector<PaperTable> paper_tables(const HiddenCard& card, Level level) {
  std::vector<PaperTable> tables{misses_over_n(card)};
  if (level == Level::hard || level == Level::expert) {
    tables.push_back(what_goes(card));
    tables.push_back(which_bits(card));
  }
  if (card.tlb) tables.push_back(slow_pages(card));
  return tables;
}

}  // namespace chasescope::mystery
