#include "engine/build/pass_words.h"

#include <algorithm>

#include "engine/build/policy_choice.h"
#include "engine/model/index/index_function.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::build {
namespace {

using step::Verdict;

std::string noun(const PartPass& part, std::uint64_t count) {
  return std::string(part.translates ? "page" : "line") + (count == 1 ? "" : "s");
}

std::string counted_words(std::uint64_t count, const std::string& of_what) {
  return (count == 1 ? std::string("one") : format_count(count)) + " " + of_what;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string policy_label(const PartPass& part) {
  const PolicyChoice* choice = find_policy(part.spec.policy.kind);
  if (choice == nullptr) return part.spec.policy.kind;
  return part.spec.policy.kind == "random"         ? "random choice"
         : part.spec.policy.kind == "weighted_way" ? "choice by way"
                                                   : choice->label;
}

/// The line that the array would touch next if it were longer.
std::uint64_t next_unit(const WarmPass& pass, const PartPass& part) {
  const std::uint64_t next = part.unit_of(pass.bytes);
  return next == part.unit_of(pass.offset(pass.accesses() - 1)) ? next + 1 : next;
}

std::string nothing_misses(const WarmPass& pass, const PartPass& part, const std::vector<SetLoad>& loads) {
  std::uint64_t lines = 0;
  for (const SetLoad& load : loads) lines += load.lines;
  const std::string all = lines == 1 ? "The one " + noun(part, 1) + " has a place"
                                     : "All " + format_count(lines) + " " + noun(part, lines) + " have a place";
  const std::uint64_t unit = next_unit(pass, part);
  const model::IndexFunction index(part.spec.index, static_cast<std::uint32_t>(part.spec.ways.size()), part.spec.unit_bytes);
  const SetLoad& next = loads[index.set_of(static_cast<std::uint32_t>(unit))];
  if (next.lines < next.ways) return all + ", so nothing misses.";
  return all + "; the next one, " + noun(part, 1) + " " + format_count(unit) + ", would be one too many for " +
         sets_words({next.set}, loads.size()) + ".";
}

struct Crowd {
  std::vector<std::uint32_t> over, roomy;  // sets with too many lines, and with free places
  std::uint64_t least = 0, most = 0;       // the fewest and the most lines too many in one set
  std::uint64_t lines = 0, kept = 0, free = 0;
};

Crowd crowd_of(const std::vector<SetLoad>& loads) {
  Crowd crowd;
  for (const SetLoad& load : loads) {
    if (load.over() > 0) {
      crowd.least = crowd.over.empty() ? load.over() : std::min(crowd.least, load.over());
      crowd.most = std::max(crowd.most, load.over());
      crowd.over.push_back(load.set);
      crowd.lines += load.lines;
      crowd.kept += load.kept;
    } else if (load.lines < load.ways) {
      crowd.roomy.push_back(load.set);
      crowd.free += load.ways - load.lines;
    }
  }
  return crowd;
}

std::string some_miss(const WarmPass& pass, const PartPass& part, const std::vector<SetLoad>& loads) {
  const Crowd crowd = crowd_of(loads);
  if (crowd.over.empty())
    return format_count(part.misses()) + " of " + format_count(pass.accesses()) + " accesses miss, though no set gets more " +
           noun(part, 2) + " than it has ways.";
  const bool one = crowd.over.size() == 1;
  std::string text = capitalised(sets_words(crowd.over, loads.size())) + (one ? " gets " : " get ");
  text += crowd.least == crowd.most ? counted_words(crowd.most, noun(part, crowd.most) + " more")
                                    : counted_words(crowd.least, "to " + format_count(crowd.most) + " " + noun(part, 2) + " more");
  text += one ? " than it has ways" : " than they have ways";
  const std::string policy = policy_label(part);
  if (crowd.kept == 0) {
    text += ", and " + policy + " throws out every " + noun(part, 1) + " there before it is wanted again";
  } else {
    text += "; " + policy + " keeps " + format_count(crowd.kept) + " of the " + format_count(crowd.lines) + " " + noun(part, 2) +
            " there";
    if (!part.repeats) text += " in this pass";
    // In a cyclic pass over more lines than ways, LRU always evicts the line that is needed next.
    if (part.spec.policy.kind != "lru" && part.spec.policy.kind != "fifo" && &part == &pass.parts.front())
      text += ", where LRU would keep none";
  }
  if (crowd.free > 0)
    text += "; the " + counted_words(crowd.free, crowd.free == 1 ? "free place" : "free places") + " in " +
            sets_words(crowd.roomy, loads.size()) + (crowd.free == 1 ? " is" : " are") + " no help, for no further " +
            noun(part, 1) + " belongs there";
  return text + ".";
}

}  // namespace

std::vector<SetLoad> set_loads(const WarmPass& pass, const PartPass& part) {
  std::vector<SetLoad> loads;
  if (!part.has_sets) return loads;
  for (std::size_t set = 0; set < part.spec.ways.size(); ++set)
    loads.push_back({static_cast<std::uint32_t>(set), part.spec.ways[set]});
  // Whether the line that the loop is in has missed in this pass.
  bool missed = false;
  for (std::uint64_t i = 0; i < pass.accesses(); ++i) {
    SetLoad& load = loads[part.sets[i]];
    const bool first = i == 0 || part.unit_of(pass.offset(i)) != part.unit_of(pass.offset(i - 1));
    const bool last = i + 1 == pass.accesses() || part.unit_of(pass.offset(i)) != part.unit_of(pass.offset(i + 1));
    if (first) missed = false;
    load.lines += first ? 1 : 0;
    load.visits += part.verdicts[i] == Verdict::not_asked ? 0 : 1;
    load.misses += part.verdicts[i] == Verdict::miss ? 1 : 0;
    missed = missed || part.verdicts[i] == Verdict::miss;
    if (last && !missed) ++load.kept;
  }
  return loads;
}

std::string sets_words(const std::vector<std::uint32_t>& sets, std::size_t of) {
  constexpr std::size_t kListed = 4;
  if (of == 1) return "the one set";
  if (sets.size() == 1) return "set " + format_count(sets.front());
  if (sets.size() == of) return "all " + format_count(of) + " sets";
  const bool range = sets.back() - sets.front() + 1 == sets.size();
  if (range && sets.size() > 2) return "sets " + format_count(sets.front()) + " to " + format_count(sets.back());
  if (sets.size() > kListed) return format_count(sets.size()) + " of " + format_count(of) + " sets";
  std::string text = "sets ";
  for (std::size_t i = 0; i < sets.size(); ++i)
    text += (i == 0 ? "" : i + 1 == sets.size() ? " and " : ", ") + format_count(sets[i]);
  return text;
}

std::string pass_sentence(const WarmPass& pass, const PartPass& part) {
  if (pass.accesses() == 0) return "There is nothing to visit.";
  const auto asked =
      std::count_if(part.verdicts.begin(), part.verdicts.end(), [](Verdict verdict) { return verdict != Verdict::not_asked; });
  if (asked == 0) return "No access gets here: the parts that are asked before answer all of them.";
  if (!part.has_sets)
    return format_count(part.misses()) + " of " + format_count(pass.accesses()) +
           " accesses miss; each way has an index of its own, so no sets can be drawn.";
  const std::vector<SetLoad> loads = set_loads(pass, part);
  return part.misses() == 0 ? nothing_misses(pass, part, loads) : some_miss(pass, part, loads);
}

}  // namespace chasescope::build
