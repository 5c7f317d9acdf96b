#include "widgets/views/replacement/replacement_facts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/findings/way_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/step/race.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using nlohmann::json;

struct Words {
  const char* policy;
  const char* verdict;
  const char* explanation;
};

constexpr Words kPolicies[] = {
    {"lru", QT_TRANSLATE_NOOP("Replacement", "LRU"),
     QT_TRANSLATE_NOOP("Replacement", "The line that has not been used for longest goes.")},
    {"fifo", QT_TRANSLATE_NOOP("Replacement", "FIFO"),
     QT_TRANSLATE_NOOP("Replacement", "The line that came in first goes, however often it was used since.")},
    {"plru", QT_TRANSLATE_NOOP("Replacement", "Pseudo-LRU, a binary tree"),
     QT_TRANSLATE_NOOP(
         "Replacement",
         "A tree of bits over the ways leads to the line that goes: at each fork, to the half that was not used last.")},
    {"nmru", QT_TRANSLATE_NOOP("Replacement", "Any but the most recently used"),
     QT_TRANSLATE_NOOP("Replacement", "The line used last stays; all others are as likely to go.")},
    {"random", QT_TRANSLATE_NOOP("Replacement", "Random"),
     QT_TRANSLATE_NOOP("Replacement", "Every way is as likely to be replaced as any other, used or not.")},
    {"weighted_way", QT_TRANSLATE_NOOP("Replacement", "Not LRU: the ways differ"),
     QT_TRANSLATE_NOOP("Replacement", "Which line goes depends on the way it sits in, not on when it was used.")},
    {"other", QT_TRANSLATE_NOOP("Replacement", "None of the known policies"),
     QT_TRANSLATE_NOOP("Replacement", "What was seen fits neither LRU, FIFO, a tree, chance, nor fixed shares of the ways.")},
};

void judge(ReplacementFacts& facts) {
  const Finding* policy = facts.cache.find(quantity::replacement_policy);
  if (policy == nullptr) return;
  const QString reason = QString::fromStdString(one_line(policy->reason));
  switch (policy->status) {
    case FindingStatus::not_measurable:
      facts.verdict = tr("The policy can’t be told");
      facts.explanation = reason;
      return;
    case FindingStatus::absent:
      facts.verdict = tr("Nothing is replaced here");
      facts.explanation = reason;
      return;
    case FindingStatus::measured:
    case FindingStatus::reported: break;
  }
  facts.verdict = QString::fromStdString(value_words(*policy));
  facts.evidence = reason;
  for (const Words& words : kPolicies)
    if (facts.cache.policy == words.policy) {
      facts.verdict = tr(words.verdict);
      facts.explanation = tr(words.explanation);
    }
}

bool sameSwitch(const json& a, const json& b, const char* key) { return a.value(key, json()) == b.value(key, json()); }

std::optional<std::uint64_t> wholeNumber(const json& conditions, const char* key) {
  if (!conditions.contains(key) || !conditions[key].is_number_integer() || conditions[key].get<std::int64_t>() < 0)
    return std::nullopt;
  return conditions[key].get<std::uint64_t>();
}

/// Whether the finding is a miss rate of this cache from a chase whose first pass was not timed.
bool counts(const FoundSets& cache, const Finding& finding) {
  if (finding.quantity != quantity::miss_rate || finding.status != FindingStatus::measured || !finding.value.is_number()) return false;
  const json& asked = finding.conditions;
  if (!asked.is_object() || asked.contains("seed")) return false;
  const auto bytes = wholeNumber(asked, "bytes"), stride = wholeNumber(asked, "stride"), warmup = wholeNumber(asked, "warmup");
  if (!bytes || !stride || !warmup || *stride == 0 || *bytes < *stride || *warmup < *bytes / *stride) return false;
  return sameSwitch(asked, cache.setting, "space") && sameSwitch(asked, cache.setting, "carveout_percent") &&
         sameSwitch(asked, cache.setting, "l1_kib");
}

using Curve = std::map<std::uint64_t, MissPoint>;  // by footprint

void takePoints(ReplacementFacts& facts, const std::vector<Finding>& findings) {
  if (!facts.cache.nearest) return;
  std::map<std::uint64_t, Curve> by_stride;
  for (const Finding& finding : findings) {
    if (!counts(facts.cache, finding)) continue;
    const auto bytes = finding.conditions["bytes"].get<std::uint64_t>();
    const double rate = finding.value.get<double>();
    const bool exact = repeats_exactly(finding, findings);
    by_stride[finding.conditions["stride"].get<std::uint64_t>()][bytes] = {
        bytes, rate, exact ? rate : finding.low.value_or(rate), exact ? rate : finding.high.value_or(rate),
        finding.evidence.empty() ? QString() : QString::fromStdString(finding.evidence.front())};
  }
  // Take the stride of one line, or else the stride with the most points.
  const auto chosen = facts.cache.line_bytes && by_stride.contains(*facts.cache.line_bytes)
                          ? by_stride.find(*facts.cache.line_bytes)
                          : std::max_element(by_stride.begin(), by_stride.end(),
                                             [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (chosen == by_stride.end()) return;
  facts.stride = chosen->first;
  for (const auto& [bytes, point] : chosen->second) facts.points.push_back(point);
}

void predictLru(ReplacementFacts& facts) {
  constexpr std::uint64_t kMost = 240;
  if (facts.points.empty()) return;
  const std::uint64_t from = facts.points.front().bytes, to = facts.points.back().bytes;
  const std::uint64_t steps = (to - from) / facts.stride;
  const std::uint64_t each = std::max<std::uint64_t>(1, (steps + kMost - 1) / kMost);
  for (std::uint64_t step = 0; step <= steps; step += each) {
    const std::uint64_t bytes = from + step * facts.stride;
    const auto rate = lru_miss_rate(facts.cache, bytes, facts.stride);
    if (!rate) {
      facts.lru.clear();
      facts.whyNoLru = tr("What LRU would miss follows from line, sets and index; not all of them are known.");
      return;
    }
    facts.lru.push_back({bytes, *rate, *rate, *rate, {}});
  }
}

/// Computes the miss rates of other policies at the same footprints.
void predictOthers(ReplacementFacts& facts) {
  std::vector<std::uint64_t> footprints;
  for (const MissPoint& point : facts.points) footprints.push_back(point.bytes);
  const auto raced = [&](const char* policy) {
    std::vector<MissPoint> points;
    for (const step::RacedPoint& point : step::race(facts.cache, policy, footprints, facts.stride))
      points.push_back({point.bytes, point.miss_rate, point.miss_rate, point.miss_rate, {}});
    return points;
  };
  facts.fifo = raced("fifo");
  facts.random = raced("random");
  facts.fifoIsLru = std::all_of(facts.fifo.begin(), facts.fifo.end(), [&](const MissPoint& point) {
    constexpr double kHair = 1e-9;
    const auto same = lru_miss_rate(facts.cache, point.bytes, facts.stride);
    return same && std::abs(*same - point.rate) < kHair;
  });
}

}  // namespace

bool ReplacementFacts::intervals() const {
  return std::any_of(ways.begin(), ways.end(), [](const auto& way) { return way.low < way.high; });
}

QString ReplacementFacts::sayInTurn() const {
  return in_turn ? tr("The replacements repeat exactly: nothing is random, so the shares have no intervals.") : QString();
}

bool ReplacementFacts::joined(std::size_t point) const {
  constexpr std::uint64_t kParts = 8;
  const std::uint64_t from = points[point].bytes, to = points[point + 1].bytes;
  const std::uint64_t way = cache.sets.value_or(cache.ways.size()) * cache.line_bytes.value_or(0);
  return to - from <= std::max(way, to / kParts);
}

ReplacementFacts gatherReplacement(const FoundSets& cache, const std::vector<Finding>& findings, std::string_view device) {
  ReplacementFacts facts;
  facts.cache = cache;
  judge(facts);
  if (const Finding* ways = cache.find(quantity::way_replacement_probability)) {
    facts.ways = ways_from(*ways);
    facts.in_turn = replaced_in_turn(*ways);
  }
  std::sort(facts.ways.begin(), facts.ways.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  takePoints(facts, findings);
  predictLru(facts);
  predictOthers(facts);
  if (!facts.points.empty()) facts.published = publishedMissRates(device, cache.subject);
  return facts;
}

}  // namespace chasescope
