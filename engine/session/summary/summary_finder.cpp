#include "engine/session/summary/summary_finder.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

/// The number of conditions that restrict the finding, so that it does not hold for the subject in general.
std::size_t special_conditions(const Finding& finding) {
  std::size_t count = 0;
  for (const auto& [key, value] : finding.conditions.items())
    if (key != "space" && key != "sms" && key != "data" && key != "while" && key != kCarveout &&
        !((key == "bank_bytes" || key == "word_bytes") && value == 4))
      ++count;
  return count;
}

bool has_number(const Finding& finding) { return is_told(finding) && finding.value.is_number(); }

/// The bounds of a size that could not be measured: at least the largest array that fitted, at most the one that did not.
SummaryNumber bound(const Finding& finding, std::size_t place) {
  SummaryNumber number{.unit = finding.unit, .low = finding.low, .high = finding.high, .findings = {place}};
  number.value = finding.low ? *finding.low : *finding.high;
  if (finding.low && finding.high)
    number.to = finding.high;
  else
    number.bound = finding.low ? SummaryNumber::Bound::at_least : SummaryNumber::Bound::at_most;
  return number;
}

}  // namespace

bool is_told(const Finding& finding) {
  return !finding.value.is_null() && (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported);
}

std::vector<std::size_t> SummaryFinder::all(std::string_view subject, std::string_view quantity, const Fits& fits) const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < session_.findings.size(); ++i) {
    const Finding& finding = session_.findings[i];
    if (finding.subject == subject && finding.quantity == quantity && finding.conditions.is_object() && is_told(finding) &&
        (!fits || fits(finding)))
      places.push_back(i);
  }
  return places;
}

std::optional<std::size_t> SummaryFinder::best(std::string_view subject, std::string_view quantity, const Fits& fits) const {
  const std::vector<std::size_t> places = all(subject, quantity, fits);
  const auto rank = [this](std::size_t place) {
    const Finding& finding = at(place);
    return std::pair(finding.status == FindingStatus::measured ? 0 : 1, special_conditions(finding));
  };
  const auto found =
      std::min_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return found == places.end() ? std::nullopt : std::optional(*found);
}

SummaryNumber SummaryFinder::number(std::size_t place) const {
  const Finding& finding = at(place);
  return {.value = finding.value.get<double>(),
          .unit = finding.unit,
          .low = finding.low,
          .high = finding.high,
          .reported = finding.status == FindingStatus::reported,
          .findings = {place}};
}

std::optional<SummaryNumber> SummaryFinder::number(std::string_view subject, std::string_view quantity, const Fits& fits) const {
  const auto place =
      best(subject, quantity, [&](const Finding& finding) { return has_number(finding) && (!fits || fits(finding)); });
  return place ? std::optional(number(*place)) : std::nullopt;
}

std::optional<SummaryNumber> SummaryFinder::size(std::string_view subject) const {
  const auto measured = [](const Finding& finding) { return finding.status == FindingStatus::measured && has_number(finding); };
  // With several carve-outs, the one with the largest cache counts.
  std::optional<SummaryNumber> largest;
  for (const std::size_t place : all(subject, quantity::capacity_bytes, measured))
    if (special_conditions(at(place)) == 0 && (!largest || number(place).value > largest->value)) largest = number(place);
  const auto sets = size_of_sets(subject);
  if (sets && (!largest || sets->value > largest->value)) {
    const auto store = store_of(*sets, subject);
    return store ? store : sets;
  }
  if (largest) return largest;
  if (auto reach = number(subject, quantity::reach_bytes)) return reach;
  if (auto reported = number(subject, quantity::capacity_bytes)) return reported;
  for (const std::size_t place : all(subject, quantity::contiguous_bytes, measured))
    if (!largest || number(place).value > largest->value) largest = number(place);
  // With a hashed index, lines collide by chance: the footprint without misses is a lower bound of the capacity.
  if (largest) largest->bound = SummaryNumber::Bound::at_least;
  return largest ? largest : bound_of_size(subject);
}

std::optional<SummaryNumber> SummaryFinder::size_at_largest(std::string_view subject) const {
  const auto size_here = size(subject);
  if (size_here && !size_here->findings.empty() && at(size_here->findings.front()).conditions.contains(kCarveout)) return size_here;
  std::optional<SummaryNumber> largest;
  const auto at_carveout = [](const Finding& finding) { return has_number(finding) && finding.conditions.contains(kCarveout); };
  for (const char* quantity : {quantity::capacity_bytes, quantity::contiguous_bytes})
    for (const std::size_t place : all(subject, quantity, at_carveout))
      if (!largest || number(place).value > largest->value) largest = number(place);
  return largest;
}

std::optional<SummaryNumber> SummaryFinder::size_of_sets(std::string_view subject) const {
  for (const std::size_t sets : all(subject, quantity::sets, has_number)) {
    const nlohmann::json& conditions = at(sets).conditions;
    const auto same = [&](const Finding& finding) { return finding.conditions == conditions; };
    const auto line = number(subject, quantity::line_bytes, same);
    const auto ways = best(subject, quantity::ways_per_set, same);
    if (!line || !ways || !at(*ways).value.is_array()) continue;
    double lines = 0;
    for (const nlohmann::json& one : at(*ways).value) lines += one.is_number() ? one.get<double>() : 0;
    if (lines <= 0) continue;
    return SummaryNumber{.value = lines * line->value,
                         .unit = "bytes",
                         .worked_out = "ways of all sets x line",
                         .findings = {*ways, line->findings.front()}};
  }
  return std::nullopt;
}

/// The size of the data store, if it holds fewer lines than the sets have tags; for a cache whose sets were found at a carve-out.
std::optional<SummaryNumber> SummaryFinder::store_of(const SummaryNumber& tags, std::string_view subject) const {
  const nlohmann::json& conditions = at(tags.findings.front()).conditions;
  if (!conditions.contains(kCarveout)) return std::nullopt;
  const auto there = [&](const Finding& finding) {
    return finding.conditions.contains(kCarveout) && finding.conditions.at(kCarveout) == conditions.at(kCarveout);
  };
  auto fits = number(subject, quantity::contiguous_bytes, there);
  // Caches that share one array share its data store, so a footprint of any of them counts.
  if (!fits)
    if (const auto shares = best(subject, quantity::shares_with, [](const Finding& finding) { return finding.value.is_array(); }))
      for (const nlohmann::json& other : at(*shares).value)
        if (!fits && other.is_string()) fits = number(other.get_ref<const std::string&>(), quantity::contiguous_bytes, there);
  return fits && fits->value < tags.value ? fits : std::nullopt;
}

std::optional<SummaryNumber> SummaryFinder::bound_of_size(std::string_view subject) const {
  for (const char* quantity : {quantity::capacity_bytes, quantity::contiguous_bytes, quantity::reach_bytes})
    for (std::size_t i = 0; i < session_.findings.size(); ++i) {
      const Finding& finding = at(i);
      if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::not_measurable &&
          (finding.low || finding.high))
        return bound(finding, i);
    }
  return std::nullopt;
}

bool SummaryFinder::mentions(std::string_view subject) const {
  return std::any_of(session_.findings.begin(), session_.findings.end(),
                     [&](const Finding& finding) { return finding.subject == subject; });
}

std::optional<SummaryNumber> SummaryFinder::share_of(const SummaryNumber& bandwidth, const std::optional<SummaryNumber>& most) {
  if (!most || most->value <= 0 || bandwidth.value > most->value) return std::nullopt;
  SummaryNumber share{.value = 100 * bandwidth.value / most->value, .unit = "%", .worked_out = "of " + most->worked_out};
  share.findings = bandwidth.findings;
  share.findings.insert(share.findings.end(), most->findings.begin(), most->findings.end());
  return share;
}

std::optional<SummaryNumber> SummaryFinder::fact(std::string_view quantity) const {
  const auto positive = [](const Finding& finding) { return finding.value.get<double>() > 0; };
  if (auto found = number(subject::device, quantity, positive)) return found;
  const Properties& device = session_.device.properties;
  const auto told = [&](const std::optional<std::uint64_t>& value, const char* unit) -> std::optional<SummaryNumber> {
    if (!value || *value == 0) return std::nullopt;
    return SummaryNumber{.value = static_cast<double>(*value), .unit = unit, .reported = true};
  };
  if (quantity == quantity::sm_count) return told(device.sm_count, "1");
  if (quantity == quantity::clock_khz) return told(device.clock_khz, "kHz");
  if (quantity == quantity::memory_clock_khz) return told(device.memory_clock_khz, "kHz");
  if (quantity == quantity::memory_bus_bits) return told(device.memory_bus_bits, "bits");
  return std::nullopt;
}

std::optional<SummaryNumber> SummaryFinder::clock() const { return fact(quantity::clock_khz); }

std::optional<SummaryNumber> SummaryFinder::in_ns(const SummaryNumber& cycles) const {
  const auto khz = clock();
  if (!khz || cycles.unit != "cycles") return std::nullopt;
  constexpr double kPerKilohertz = 1e6;  // ns in a cycle of 1 kHz
  SummaryNumber ns{
      .value = cycles.value * kPerKilohertz / khz->value, .unit = "ns", .bound = cycles.bound, .worked_out = "cycles / SM clock"};
  if (cycles.to) ns.to = *cycles.to * kPerKilohertz / khz->value;
  ns.findings = cycles.findings;
  ns.findings.insert(ns.findings.end(), khz->findings.begin(), khz->findings.end());
  return ns;
}

std::optional<SummaryNumber> SummaryFinder::product(const std::vector<std::optional<SummaryNumber>>& numbers, std::string unit,
                                                    std::string words, double factor) {
  SummaryNumber product{.value = factor, .unit = std::move(unit), .worked_out = std::move(words)};
  for (const auto& number : numbers) {
    if (!number) return std::nullopt;
    product.value *= number->value;
    product.findings.insert(product.findings.end(), number->findings.begin(), number->findings.end());
  }
  return product;
}

SummaryNote note_of(const SummaryFinder& finder, std::size_t place, const std::string& before, const std::string& after) {
  return {before + value_words(finder.at(place)) + after, {place}};
}

}  // namespace chasescope
