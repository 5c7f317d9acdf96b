#include "engine/session/summary/summary_published.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr double kAlike = 0.02;  // the agreement of repeated runs on a card (docs/h200.md)

bool agree(const SummaryNumber& here, double other) {
  const double low = std::min(here.low.value_or(here.value), here.value * (1 - kAlike));
  const double high = std::max(here.high.value_or(here.value), here.to.value_or(here.value) * (1 + kAlike));
  return other >= low && other <= high;
}

/// The ratio of the larger number to the smaller one.
double factor_between(double a, double b) {
  const double least = std::min(std::abs(a), std::abs(b)), most = std::max(std::abs(a), std::abs(b));
  return least > 0 ? most / least : std::numeric_limits<double>::infinity();
}

/// Whether the source is a program. Such a source names its repository: "MT4G, sample_results of 2025-08-10 (caps-tum/mt4g,
/// 4cc5566)".
bool is_program(const std::string& source) {
  const std::size_t bracket = source.rfind('(');
  return bracket != std::string::npos && source.find('/', bracket) != std::string::npos;
}

/// The published values of a number: those of its findings, or for a computed size those of the subject's size.
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

struct Compared {
  SummaryComparison comparison;
  double factor = 0;  ///< ratio to the most different published number that does not agree; 0 if all agree
};

/// Whether the number can be compared: no bound, and not from the vendor's interface.
bool is_comparable(const SummaryNumber& here, bool is_size) {
  const bool is_number = here.bound == SummaryNumber::Bound::none || here.bound == SummaryNumber::Bound::about;
  return !here.reported && is_number && !(here.to && is_size);
}

/// Compares a number with the published ones, of which there is at least one.
Compared compared(const SummaryFinder& finder, const std::string& what, const SummaryNumber& here,
                  const std::vector<const PublishedValue*>& others, const PublishedReasons& reasons) {
  SummaryComparison one{.what = what, .here = here, .agrees = true};
  // A source may have several numbers, for several settings. It agrees if one of them agrees.
  const auto agreeing = [&](const PublishedValue* other) {
    return std::any_of(others.begin(), others.end(), [&](const PublishedValue* same) {
      return same->key == other->key && agree(here, same->what.value.get<double>());
    });
  };
  double farthest = 0;
  for (const PublishedValue* other : others) {
    const double value = other->what.value.get<double>();
    const auto told = [&](const SummaryOther& before) { return before.value == value && before.source == other->short_name; };
    if (std::none_of(one.others.begin(), one.others.end(), told))
      one.others.push_back({value, other->short_name, other->source, other->note});
    if (agreeing(other)) continue;
    one.agrees = false;
    const PublishedReason* reason = why_they_differ(reasons, *other, here.value);
    const double factor = factor_between(here.value, value);
    // If a source has several numbers, a reason that is known for one of them is kept, even if another one differs more.
    if (factor <= farthest && !(reason != nullptr && one.why.empty() && one.why_of == other->short_name)) continue;
    if (factor > farthest) farthest = factor;
    one.why = reason != nullptr ? reason->why : "";
    one.why_source = reason != nullptr ? reason->source : "";
    one.why_of = other->short_name;
    one.can_be_run = is_program(other->source) && finder.session().device.origin == Origin::hardware;
  }
  return {std::move(one), farthest};
}

/// Takes the values that were published of the largest L1 out of `others`, if this L1 was measured at that carve-out, too, and
/// compares them with what was found there.
void compare_at_largest(const SummaryFinder& finder, const SummaryRow& row, std::vector<const PublishedValue*>& others,
                        const PublishedReasons& reasons, std::vector<Compared>& all) {
  const auto largest = finder.size_at_largest(row.id);
  if (!largest || !is_comparable(*largest, true) || (row.size && row.size->findings == largest->findings)) return;
  std::vector<const PublishedValue*> at_largest;
  for (const PublishedValue* one : others)
    if (one->note == kWithLargestL1) at_largest.push_back(one);
  if (at_largest.empty()) return;
  std::erase_if(others, [](const PublishedValue* one) { return one->note == kWithLargestL1; });
  all.push_back(compared(finder, capital(row.name) + " at its largest, size", *largest, at_largest, reasons));
}

struct Asked {
  const char* words;
  const std::optional<SummaryNumber>* number;
};

void compare(const SummaryFinder& finder, const SummaryRow& row, const std::vector<PublishedValue>& published,
             const PublishedReasons& reasons, std::vector<Compared>& all) {
  for (const Asked& asked : {Asked{"size", &row.size}, Asked{row.adds ? "penalty" : "latency", &row.latency},
                             Asked{"read", &row.read}, Asked{"write", &row.write}}) {
    if (!*asked.number) continue;
    const SummaryNumber& here = **asked.number;
    const bool is_size = asked.number == &row.size;
    auto others = published_of(finder, row.id, here, is_size, published);
    if (is_size) compare_at_largest(finder, row, others, reasons, all);
    if (!is_comparable(here, is_size) || others.empty()) continue;
    all.push_back(compared(finder, capital(row.name) + ", " + asked.words, here, others, reasons));
  }
}

}  // namespace

std::vector<SummaryComparison> comparisons_of(const SummaryFinder& finder, const std::vector<SummarySection>& sections,
                                              const std::vector<PublishedValue>& published, const PublishedReasons& reasons) {
  if (published.empty()) return {};
  std::vector<Compared> all;
  for (const SummarySection& section : sections)
    for (const SummaryRow& row : section.rows) compare(finder, row, published, reasons, all);
  std::stable_sort(all.begin(), all.end(), [](const Compared& a, const Compared& b) { return a.factor > b.factor; });
  std::vector<SummaryComparison> sorted;
  for (Compared& one : all) sorted.push_back(std::move(one.comparison));
  return sorted;
}

}  // namespace chasescope
