#include "engine/mystery/experiment.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/mystery/card_bench.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kPasses = 2;       // enough passes if the same lines miss in each pass
constexpr std::uint64_t kManyPasses = 64;  // enough passes for each line of a set to miss at least once, if misses vary
constexpr std::size_t kListed = 4;         // the most offsets that a sentence lists
constexpr std::uint64_t kPartsOfUnit = 4;  // loads in a line, or a page, in the experiments that show its size

std::uint64_t passes_for(const HiddenCard& card) { return card.policy == "lru" || card.policy == "fifo" ? kPasses : kManyPasses; }

/// Whether the same loads miss in each pass under this policy.
bool repeats(const HiddenCard& card) { return card.policy != "random"; }

std::string bytes_text(std::uint64_t bytes) { return format_count(bytes) + " B"; }

/// A list such as "0, 4 KiB, 8 KiB, 12 KiB, …".
std::string listed(const std::vector<std::uint64_t>& offsets) {
  std::string text;
  for (std::size_t i = 0; i < std::min(offsets.size(), kListed); ++i) text += (i == 0 ? "" : ", ") + format_bytes(offsets[i]);
  return text + (offsets.size() > kListed ? ", …" : "");
}

std::string tell(std::uint64_t accesses) { return "; " + format_count(accesses) + " accesses tell."; }

/// "1st", "2nd", …
std::string ordinal(std::size_t n) {
  const char* ending = n % 10 == 1 && n % 100 != 11   ? "st"
                       : n % 10 == 2 && n % 100 != 12 ? "nd"
                       : n % 10 == 3 && n % 100 != 13 ? "rd"
                                                      : "th";
  return std::to_string(n) + ending;
}

std::string of_capacity(const HiddenCard& card) {
  CardBench bench(card);
  const std::uint64_t fits = card.capacity_bytes(), more = fits + card.line_bytes;
  const std::size_t at_most = bench.ever_missing(fits, card.line_bytes, passes_for(card)).size();
  const std::size_t beyond = bench.ever_missing(more, card.line_bytes, passes_for(card)).size();
  return "let N grow line by line (s = " + format_bytes(card.line_bytes) + "): at N = " + bytes_text(fits) + " " +
         (at_most == 0 ? "nothing" : std::to_string(at_most)) + " misses once the array was read, at N = " + bytes_text(more) +
         " " + std::to_string(beyond) + " of " + format_count(more / card.line_bytes) + " lines do, so " + format_bytes(fits) +
         " is the most that fits" + tell(bench.accesses());
}

std::string of_line(const HiddenCard& card) {
  CardBench bench(card);
  const std::uint64_t stride = card.line_bytes / kPartsOfUnit, bytes = 2 * card.capacity_bytes();
  const auto missing = bench.ever_missing(bytes, stride, passes_for(card));
  const bool all = missing.size() * card.line_bytes == bytes;
  return "chase far more than fits (N = " + format_bytes(bytes) +
         ") in steps that are smaller than a line (s = " + bytes_text(stride) +
         "): " + (all ? "each fourth load misses" : "only loads at multiples of " + bytes_text(card.line_bytes) + " miss") +
         " and the three behind it do not, so a miss brings " + bytes_text(kPartsOfUnit * stride) + tell(bench.accesses());
}

std::string of_sets_ways(const HiddenCard& card) {
  CardBench bench(card);
  const std::uint64_t more = card.capacity_bytes() + card.line_bytes;
  const auto missing = bench.ever_missing(more, card.line_bytes, passes_for(card));
  const std::uint64_t lines = card.capacity_bytes() / card.line_bytes;
  return "with one line more than fits (N = " + bytes_text(more) + ", s = " + format_bytes(card.line_bytes) +
         ") only the lines of one set miss" + (repeats(card) ? "" : ", now one and now another") + ": " +
         std::to_string(missing.size()) + " of them, at " + listed(missing) + "; one is too many, so " + std::to_string(card.ways) +
         " ways, and " + std::to_string(lines) + " / " + std::to_string(card.ways) + " = " + std::to_string(card.sets) + " sets" +
         tell(bench.accesses());
}

std::string of_policy(const HiddenCard& card) {
  CardBench bench(card);
  const std::string ways = std::to_string(card.ways);
  const std::string first = "touch the " + ways + " lines of a set in order (" + listed(lines_of_one_set(card, card.ways)) +
                            "), the oldest again, bring one more, then look at each, the oldest first: ";
  if (!repeats(card))
    return first + "here another line has gone each time that is repeated, which neither age nor order does; five times, " +
           format_count(5 * (2 * std::uint64_t{card.ways} + 2)) + " accesses, tell.";
  const std::size_t gone = line_that_goes(bench, card);
  const std::string here = gone == 0 ? "the oldest has gone" : "the " + ordinal(gone + 1) + " has gone";
  return first + "here " + here + ". LRU spares the oldest and loses the 2nd, FIFO loses the oldest all the same" +
         (card.policy == "plru" ? ", and a tree of bits loses the first of the half that was not touched last" : "") +
         tell(bench.accesses());
}

/// Bits with the word that joins the last two: "7, 8 or 9".
std::string bits_text(std::vector<unsigned> bits, const char* last) {
  std::sort(bits.begin(), bits.end());
  std::string text;
  for (std::size_t i = 0; i < bits.size(); ++i)
    text += (i == 0 ? "" : i + 1 == bits.size() ? std::string(" ") + last + " " : ", ") + std::to_string(bits[i]);
  return text;
}

std::string of_index(const HiddenCard& card) {
  std::vector<unsigned> bits;
  for (const auto& group : card.index) bits.insert(bits.end(), group.begin(), group.end());
  const auto is_hashed = [](const std::vector<unsigned>& group) { return group.size() > 1; };
  const auto hashed = std::find_if(card.index.begin(), card.index.end(), is_hashed);
  const auto first = static_cast<unsigned>(std::countr_zero(card.line_bytes));
  const unsigned lowest = *std::min_element(bits.begin(), bits.end());
  std::vector<unsigned> below;  // bits of a line's address that do not choose its set
  for (unsigned bit = first; bit < lowest; ++bit) below.push_back(bit);
  std::string text = "fill a set with its " + std::to_string(card.ways) +
                     " lines, then read a line whose address differs from that of one of them in a single bit, and look whether "
                     "one of them has gone: where bit " +
                     bits_text(bits, "or") + " differs, none has gone, for the new line is in another set, so " +
                     (bits.size() == 1 ? "this bit chooses" : "these bits choose") + " the set";
  if (!below.empty())
    text += "; where bit " + bits_text(below, "or") + " differs, one has gone, for the new line is in the same set, so " +
            (below.size() == 1 ? "this bit does" : "these bits do") + " not choose it";
  const auto pairs = static_cast<std::size_t>(std::count_if(card.index.begin(), card.index.end(), is_hashed));
  if (pairs > 0)
    text += "; where bits " + bits_text(*hashed, "and") + " differ together, one has gone again, so they are XORed" +
            (pairs > 1 ? ", and so are the other pairs that do the same" : "");
  const std::uint64_t each = 2 * card.ways + 1;
  return text + tell(each * (bits.size() + below.size() + pairs));
}

std::string of_reach(const HiddenCard& card) {
  CardBench bench(card);
  const HiddenTlb& tlb = *card.tlb;
  const std::uint64_t more = tlb.reach_bytes() + tlb.page_bytes;
  const std::size_t fits = bench.ever_walked(tlb.reach_bytes(), tlb.page_bytes, kPasses).size();
  const std::size_t slow = bench.ever_walked(more, tlb.page_bytes, kPasses).size();
  return "read one word a page (s = " + format_bytes(tlb.page_bytes) +
         ") while N grows by a page: at N = " + format_bytes(tlb.reach_bytes()) + " " +
         (fits == 0 ? "no load" : std::to_string(fits)) + " is slower than the others, at N = " + format_bytes(more) + " " +
         std::to_string(slow) + " of " + std::to_string(more / tlb.page_bytes) + " take " + std::to_string(tlb.walk_cycles) +
         " cycles more" + tell(bench.accesses());
}

std::string of_page(const HiddenCard& card) {
  CardBench bench(card);
  const HiddenTlb& tlb = *card.tlb;
  const std::uint64_t stride = tlb.page_bytes / kPartsOfUnit, bytes = 2 * tlb.reach_bytes();
  const bool all = bench.ever_walked(bytes, stride, kPasses).size() * tlb.page_bytes == bytes;
  return "far beyond the reach (N = " + format_bytes(bytes) + ") at s = " + format_bytes(stride) + " " +
         (all ? "each fourth load" : "loads at multiples of the page") + " takes " + std::to_string(tlb.walk_cycles) +
         " cycles more, so a page is four steps, " + format_bytes(tlb.page_bytes) + tell(bench.accesses());
}

std::string of_tlb_sets(const HiddenCard& card) {
  CardBench bench(card);
  const HiddenTlb& tlb = *card.tlb;
  const std::uint64_t more = tlb.reach_bytes() + tlb.page_bytes;
  const auto slow = bench.ever_walked(more, tlb.page_bytes, kPasses);
  return "with one page more than fits (N = " + format_bytes(more) + ") only the pages at " + listed(slow) +
         " are slow: " + std::to_string(slow.size()) + " pages, " + std::to_string(tlb.sets) +
         (tlb.sets == 1 ? " page" : " pages") + " apart, so " + std::to_string(tlb.sets) + (tlb.sets == 1 ? " set" : " sets") +
         " of " + std::to_string(tlb.ways) + tell(bench.accesses());
}

}  // namespace

std::string good_experiment(const HiddenCard& card, Question question) {
  switch (question) {
    case Question::capacity: return of_capacity(card);
    case Question::line: return of_line(card);
    case Question::sets_ways: return of_sets_ways(card);
    case Question::policy: return of_policy(card);
    case Question::index: return of_index(card);
    case Question::tlb_reach: return of_reach(card);
    case Question::tlb_page: return of_page(card);
    case Question::tlb_sets: return of_tlb_sets(card);
  }
  return {};
}

}  // namespace chasescope::mystery
