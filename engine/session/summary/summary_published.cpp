#include "engine/session/summary/summary_published.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr double kAlike = 0.02;  // what repeated runs on a card agree on (docs/h200.md)

bool agree(const SummaryNumber& here, double other) {
  const double low = std::min(here.low.value_or(here.value), here.value * (1 - kAlike));
  const double high = std::max(here.high.value_or(here.value), here.to.value_or(here.value) * (1 + kAlike));
  return other >= low && other <= high;
}

/// What was published of a number: by its findings, or for a size that is put together by what it is the size of.
std::vector<const PublishedValue*> published_of(const SummaryFinder& finder, const std::string& subject,
                                                const SummaryNumber& number, bool is_size,
                                                const std::vector<PublishedValue>& published) {
  std::vector<const PublishedValue*> all;
  for (const PublishedValue& one : published) {
    if (!one.what.value.is_number() || one.what.unit != number.unit) continue;
    const bool of_size = is_size && one.what.subject == subject && one.what.conditions.empty() &&
                         (one.what.quantity == quantity::capacity_bytes || one.what.quantity == quantity::reach_bytes);
    const bool of_finding = !is_size && std::any_of(number.findings.begin(), number.findings.end(),
                                                    [&](std::size_t place) { return is_published_of(one, finder.at(place)); });
    if (of_size || of_finding) all.push_back(&one);
  }
  return all;
}

std::string capital(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

struct Asked {
  const char* words;
  const std::optional<SummaryNumber>* number;
};

void compare(const SummaryFinder& finder, const SummaryRow& row, const std::vector<PublishedValue>& published,
             const PublishedReasons& reasons, std::vector<SummaryComparison>& all) {
  for (const Asked& asked : {Asked{"size", &row.size}, Asked{row.adds ? "penalty" : "latency", &row.latency},
                             Asked{"read", &row.read}, Asked{"write", &row.write}}) {
    if (!*asked.number) continue;
    const SummaryNumber& here = **asked.number;
    if (here.reported || here.bound != SummaryNumber::Bound::none) continue;
    const auto others = published_of(finder, row.id, here, asked.number == &row.size, published);
    if (others.empty()) continue;
    SummaryComparison one{.what = capital(row.name) + ", " + asked.words, .here = here, .agrees = true};
    // A source with several numbers, of several settings, agrees with one of them.
    const auto agreeing = [&](const PublishedValue* other) {
      return std::any_of(others.begin(), others.end(), [&](const PublishedValue* same) {
        return same->key == other->key && agree(here, same->what.value.get<double>());
      });
    };
    for (const PublishedValue* other : others) {
      const double value = other->what.value.get<double>();
      const auto told = [&](const SummaryOther& before) { return before.value == value && before.source == other->short_name; };
      if (std::none_of(one.others.begin(), one.others.end(), told))
        one.others.push_back({value, other->short_name, other->source, other->note});
      if (agreeing(other)) continue;
      one.agrees = false;
      if (const PublishedReason* reason = why_they_differ(reasons, *other, here.value); reason != nullptr && one.why.empty()) {
        one.why = reason->why;
        one.why_source = reason->source;
        one.why_of = other->short_name;
      }
    }
    all.push_back(std::move(one));
  }
}

}  // namespace

std::vector<SummaryComparison> comparisons_of(const SummaryFinder& finder, const std::vector<SummarySection>& sections,
                                              const std::vector<PublishedValue>& published, const PublishedReasons& reasons) {
  std::vector<SummaryComparison> all;
  if (published.empty()) return all;
  for (const SummarySection& section : sections)
    for (const SummaryRow& row : section.rows) compare(finder, row, published, reasons, all);
  std::stable_partition(all.begin(), all.end(), [](const SummaryComparison& one) { return !one.agrees; });
  return all;
}

}  // namespace chasescope
