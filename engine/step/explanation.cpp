#include "engine/step/explanation.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/step/address_split.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::step {
namespace {

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string accesses(std::uint64_t count) { return format_count(count) + (count == 1 ? " access" : " accesses"); }

const Way* way_of(const Look& look, std::uint64_t unit) {
  const auto found = std::find_if(look.before.begin(), look.before.end(),
                                  [&](const Way& way) { return way.state == Way::State::held && way.unit == unit; });
  return found == look.before.end() ? nullptr : &*found;
}

std::string ago(const Look& look, const std::optional<std::uint64_t>& step) {
  return step ? " (" + accesses(look.at - *step) + " ago)" : " (longer ago than was looked back)";
}

/// A sentence that says why the policy chose this victim.
std::string policy_reason(const Part& part, const Look& look) {
  const std::string victim = unit_name(part, *look.evicted);
  const Way* held = way_of(look, *look.evicted);
  const auto used = held == nullptr ? std::nullopt : held->used;
  const auto filled = held == nullptr ? std::nullopt : held->filled;
  const std::string way = look.way ? "way " + std::to_string(*look.way) : "a way";
  const std::string& policy = part.spec.policy.kind;
  const std::string ways = format_count(look.before.size());
  if (policy == "lru") return capital(victim) + " was used longest ago" + ago(look, used) + ", so LRU throws it out.";
  if (policy == "fifo")
    return capital(victim) + " came in first" + ago(look, filled) + ", so FIFO throws it out, however often it was used since.";
  if (policy == "plru")
    return "At each fork of its tree, pseudo-LRU turns away from the half used last. That leads to " + way + ": " + victim +
           " goes.";
  if (policy == "nmru")
    return "Any way but the one used last may go, each with the same chance. It fell on " + way + ": " + victim + " goes.";
  if (policy == "random") return "Each of the " + ways + " ways has the same chance. It fell on " + way + ": " + victim + " goes.";
  if (policy == "weighted_way") {
    const auto& chances = part.spec.policy.numbers.at("probabilities");
    const std::string share = look.way && *look.way < chances.size() ? share_text(chances[*look.way]) : std::string("?");
    const auto draw = part.spec.policy.words.find("draw");
    if (draw != part.spec.policy.words.end() && draw->second == "every_second")
      return "Every second replacement in a set takes its likeliest way, the others take turns. It is the turn of " + way + ": " +
             victim + " goes.";
    return "Each way has its own chance to go; " + way + " has " + share + ", and this time it fell there: " + victim + " goes.";
  }
  if (policy == "nru" || policy == "mru" || policy == "mru_n")
    return capital(way) + " is the first that was not used since the marks of use were last cleared: " + victim + " goes.";
  if (policy == "clock")
    return "The hand of the clock came to " + way + ", the first that was not used since it last passed: " + victim + " goes.";
  if (policy.starts_with("srrip"))
    return capital(way) + " is the first whose line was guessed not to be wanted for longest: " + victim + " goes.";
  if (policy.starts_with("qlru")) return capital(way) + " was chosen among those of the oldest age: " + victim + " goes.";
  if (policy == "bip" || policy == "dip")
    return capital(victim) + " was the next to go. Under this policy most new lines enter in that place.";
  return capital(victim) + " goes.";
}

std::string sequel_of(const Look& look) {
  if (!look.victim_next) return {};
  const std::uint64_t in = *look.victim_next - look.at;
  return in == 1 ? "… and that is exactly what the chase needs next." : "The chase will want it again in " + accesses(in) + ".";
}

Explanation explain_hit(const Part& part, const Look& look) {
  Explanation text;
  const std::string unit = unit_name(part, look.unit);
  if (look.way) {
    text.headline =
        "A hit. " + capital(unit) + " is in set " + format_count(*look.set) + ", way " + std::to_string(*look.way) + ".";
    if (const Way* held = way_of(look, look.unit); held != nullptr && held->used)
      text.reason =
          "It was used " + accesses(look.at - *held->used) + " ago" +
          (held->filled && *held->filled != *held->used ? " and has been here for " + accesses(look.at - *held->filled) + "."
                                                        : ".");
    return text;
  }
  text.headline = "A hit, by the recorded latency.";
  if (look.set) text.reason = capital(unit) + " was in set " + format_count(*look.set) + "; in which way is not known.";
  return text;
}

Explanation explain_miss(const Part& part, const Look& look) {
  Explanation text;
  const std::string unit = capital(unit_name(part, look.unit));
  const std::string set = look.set ? "set " + format_count(*look.set) : std::string();
  const std::string before = look.touched_last ? " It was wanted " + accesses(look.at - *look.touched_last) + " ago."
                             : look.whole_past ? " It is wanted for the first time."
                                               : " It was not wanted for the last million accesses.";
  if (look.evicted) {
    text.headline = "A miss. " + unit + " belongs in " + set + ", and " + set + " is full.";
    text.reason = policy_reason(part, look);
    text.sequel = sequel_of(look);
    return text;
  }
  text.headline = "A miss. " + unit + " belongs in " + set + ", which has room.";
  text.reason =
      (look.way ? "It goes into the empty way " + std::to_string(*look.way) + "; nothing has to go." : std::string()) + before;
  return text;
}

Explanation explain_recorded_miss(const Part& part, const Look& look) {
  Explanation text;
  text.headline = "A miss, by the recorded latency.";
  if (!look.set) return text;
  text.reason = capital(unit_name(part, look.unit)) + " was not in set " + format_count(*look.set);
  text.reason += look.touched_last ? "; it had been wanted " + accesses(look.at - *look.touched_last) + " ago." : ".";
  text.sequel = "Which way it went to, and who had to go for it, the trace does not tell.";
  return text;
}

}  // namespace

std::string part_title(const Part& part) {
  std::string title;
  std::string word;
  const auto flush = [&] {
    const bool level =
        word.size() == 2 && (word[0] == 'l' || word[0] == 'L') && std::isdigit(static_cast<unsigned char>(word[1])) != 0;
    if (level || word == "tlb")
      std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
    title += (title.empty() || word.empty() ? "" : " ") + word;
    word.clear();
  };
  for (const char c : part.name) {
    if (c == '_') {
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return capital(title);
}

Explanation explain(const Source& source, const Look& look, std::size_t index) {
  const Part& part = source.parts()[index];
  Explanation text;
  switch (look.verdict) {
    case Verdict::hit: return explain_hit(part, look);
    case Verdict::miss: return look.way ? explain_miss(part, look) : explain_recorded_miss(part, look);
    case Verdict::sector_miss:
      text.headline = "A miss of a sector. " + capital(unit_name(part, look.unit)) + " is in set " +
                      format_count(look.set.value_or(0)) + ", but not this part of it.";
      text.reason = "A miss brings " + format_bytes(part.spec.sector_bytes) + " of the " + format_bytes(part.spec.unit_bytes) +
                    " " + unit_word(part) + ". Nothing has to go.";
      return text;
    case Verdict::not_asked:
      text.headline = "The " + part_title(part) + " was not asked.";
      text.reason = "A part in front of it had what was wanted.";
      return text;
    case Verdict::unknown: break;
  }
  if (look.at < source.warmup()) {
    text.headline = "Not recorded: the warm-up is not timed.";
  } else {
    text.headline = "Hit or miss: not known.";
    text.reason = "No finding tells what a hit takes here, and that one latency is longer than another does not make it a miss.";
  }
  return text;
}

}  // namespace chasescope::step
