#include "engine/session/summary/summary.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/discovery_trouble.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/summary/summary_conditions.h"
#include "engine/session/summary/summary_finder.h"
#include "engine/session/summary/summary_published.h"
#include "engine/session/summary/summary_rows.h"
#include "engine/session/summary/summary_unknown.h"

namespace chasescope {
namespace {

SummaryNote fact_note(const SummaryFinder& finder, const char* quantity, const std::string& after) {
  const auto fact = finder.fact(quantity);
  return fact ? SummaryNote{quantity_text(fact->value, fact->unit).joined() + after, fact->findings} : SummaryNote{};
}

std::vector<SummaryNote> facts_of(const SummaryFinder& finder) {
  const Session& session = finder.session();
  std::vector<SummaryNote> facts;
  const auto capability = finder.best(subject::device, quantity::compute_capability);
  if (capability)
    facts.push_back(note_of(finder, *capability, "compute capability "));
  else if (session.device.properties.compute_capability)
    facts.push_back({"compute capability " + *session.device.properties.compute_capability, {}});
  const auto sms = finder.fact(quantity::sm_count);
  facts.push_back(fact_note(finder, quantity::sm_count, sms && sms->value == 1 ? " SM" : " SMs"));
  facts.push_back(fact_note(finder, quantity::clock_khz, ""));
  std::erase_if(facts, [](const SummaryNote& fact) { return fact.text.empty(); });
  if (session.device.origin == Origin::model) facts.push_back({"software GPU", {}});
  return facts;
}

/// Whether the clock while measuring was the one that the card runs at, and whether ns are those of a clock that nobody measured.
SummaryNote clock_note(const SummaryFinder& finder) {
  const auto measured = finder.best(subject::device, quantity::clock_khz,
                                    [](const Finding& f) { return f.status == FindingStatus::measured && f.value.is_number(); });
  const auto reported = finder.best(subject::device, quantity::clock_khz,
                                    [](const Finding& f) { return f.status == FindingStatus::reported && f.value.is_number(); });
  // The sessions of one card differ in ns where one has measured its clock.
  if (!measured && finder.clock()) return {"Times in ns are at the clock that it reports.", finder.clock()->findings};
  if (!measured || !reported) return {};
  constexpr double kHeld = 0.01;
  const double is = finder.number(*measured).value, told = finder.number(*reported).value;
  const std::string mhz = value_words(finder.at(*measured));
  if (std::abs(is - told) <= kHeld * told) return {"The clock held " + mhz + ".", {*measured, *reported}};
  return {"While measuring the clock was " + mhz + ", and " + value_words(finder.at(*reported)) + " is what the card runs at.",
          {*measured, *reported}};
}

std::vector<SummaryNote> state_of(const SummaryFinder& finder) {
  const Session& session = finder.session();
  std::vector<SummaryNote> state;
  const auto seconds = session.environment.find("seconds");
  if (seconds != session.environment.end() && seconds->is_number()) {
    constexpr double kTenth = 10;
    state.push_back({"Found in " + number_text(std::round(seconds->get<double>() * kTenth) / kTenth) + " s.", {}});
  }
  if (SummaryNote clock = clock_note(finder); !clock.text.empty()) state.push_back(std::move(clock));
  for (std::string& sentence : condition_sentences(session)) state.push_back({std::move(sentence), {}});
  if (const auto trouble = discovery_trouble(session.findings))
    state.push_back({"The discovery " + outcome_words(*trouble) + ".", {}});
  return state;
}

/// The ends of a range need no more.
double three_digits(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
  return step >= 1 ? std::round(value) : std::round(value / step) * step;
}

}  // namespace

Summary summarise(const Session& session) { return summarise(session, published_values(session.device.name), published_reasons()); }

Summary summarise(const Session& session, const std::vector<PublishedValue>& published, const PublishedReasons& reasons) {
  const SummaryFinder finder(session);
  Summary summary{.device = session.device.name};
  for (SummarySection section :
       {sm_section(finder), chip_section(finder), translation_section(finder), conflicts_section(finder), requests_section(finder)})
    if (!section.rows.empty()) summary.sections.push_back(std::move(section));
  if (summary.empty()) return summary;
  summary.facts = facts_of(finder);
  summary.state = state_of(finder);
  summary.unknown = unknown_of(finder, reasons);
  summary.published = comparisons_of(finder, summary.sections, published, reasons);
  summary.is_software_gpu = session.device.origin == Origin::model;
  return summary;
}

std::string published_words(const Summary& summary) {
  return summary.is_software_gpu && !summary.published.empty()
             ? "A software GPU was given its numbers, perhaps from these sources: that they agree says nothing about the card."
             : "";
}

std::string why_words(const SummaryComparison& one) {
  if (one.agrees) return "agrees";
  if (!one.why.empty()) return one.why;
  return one.can_be_run ? "reason unknown; run it here" : "reason unknown";
}

std::string time_words(const Summary& summary, const SummaryUnknown& one) {
  if (one.command.empty()) return {};
  const std::string seconds = number_text(std::ceil(one.seconds)) + " s";
  if (!summary.is_software_gpu) return seconds + " on a card";
  // Of the bundled software GPUs that of the H100 takes longest: 20 seconds on a fast processor without other work.
  return one.command.find(" --time ") != std::string::npos ? seconds : seconds + " on a card, up to a minute here";
}

std::string unknown_title(const Summary& summary) {
  const auto has_command = [](const SummaryUnknown& one) { return !one.command.empty(); };
  const bool any = std::any_of(summary.unknown.begin(), summary.unknown.end(), has_command);
  return any ? "Not known, and what may tell" : "Not known, and why";
}

std::string bare_words(const SummaryNumber& number) {
  const bool is_size = number.unit == "bytes";
  const auto one = [&](double value) { return is_size ? short_size_text(value) : quantity_text(value, number.unit); };
  if (number.to) {
    const QuantityText from = one(three_digits(number.value)), to = one(three_digits(*number.to));
    return (from.unit == to.unit ? from.value : from.joined()) + "-" + to.value;
  }
  switch (number.bound) {
    case SummaryNumber::Bound::at_least: return ">= " + one(number.value).value;
    case SummaryNumber::Bound::at_most: return "<= " + one(number.value).value;
    case SummaryNumber::Bound::about: return "~ " + one(number.value).value;
    case SummaryNumber::Bound::none: break;
  }
  return one(number.value).value;
}

std::string number_words(const SummaryNumber& number) {
  const double last = number.to.value_or(number.value);
  const std::string unit = number.unit == "bytes" ? short_size_text(last).unit : quantity_text(last, number.unit).unit;
  return unit.empty() ? bare_words(number) : bare_words(number) + " " + unit;
}

}  // namespace chasescope
