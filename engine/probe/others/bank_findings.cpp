#include "engine/probe/others/bank_findings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::BankLayout;
using inference::BankLayoutFit;
using inference::DegreeLatency;

constexpr const char* kBankFindingsSubject = subject::shared_memory;
constexpr const char* kBankFindingsMethod =
    "Latency by stride. Every layout of 1 to 128 banks is tried; those stay under which strides that make the busiest bank deliver "
    "equally "
    "many rows take equally long, and more rows take longer.";
// The clock may warm up during a request and stretch its latencies by up to this share, which a mean over the request does not
// show.
constexpr double kDriftShare = 0.015;

std::string joined(const std::set<unsigned>& values) {
  std::string text;
  for (auto value = values.begin(); value != values.end(); ++value)
    text += (value == values.begin() ? "" : std::next(value) == values.end() ? " or " : ", ") + std::to_string(*value);
  return text;
}

/// Why the fit gives no result; empty if it gives one.
std::string why_undecided(const BankLayoutFit& fit) {
  switch (fit.verdict) {
    case BankLayoutFit::Verdict::decided: return {};
    case BankLayoutFit::Verdict::too_few: return "Fewer than three strides were measured.";
    case BankLayoutFit::Verdict::flat:
      return "The latency does not depend on the stride by more than the noise (" + number_text(fit.resolution) +
             " cycles), so no conflict shows.";
    case BankLayoutFit::Verdict::unexplained:
      return "No layout of up to 128 banks explains the latencies; the stride that fits worst is " +
             std::to_string(fit.oddest.value_or(0)) + ".";
  }
  return {};
}

class Findings {
 public:
  Findings(const BankSeries& series, const BankLayoutFit& fit, double noise) : series_(series), fit_(fit), noise_(noise) {}

  std::vector<Finding> all() {
    add(number(quantity::banks, "1", &BankLayout::banks, explanation()));
    add(number(quantity::bank_width_bytes, "bytes", &BankLayout::width_bytes,
               "After this width the next bank follows. The bytes that a bank delivers at once are bank_row_bytes."));
    add(number(quantity::bank_row_bytes, "bytes", &BankLayout::row_bytes,
               "The bytes that a bank delivers at once: lanes that read the same row are served together."));
    add(broadcast());
    if (const std::string reason = why_no_degrees(); !reason.empty()) {
      for (const char* quantity : {quantity::hit_latency_cycles, quantity::extra_row_cycles, quantity::conflict_latency_cycles})
        add(unmeasured(kBankFindingsSubject, quantity, reason, kBankFindingsMethod, kBankReference));
    } else {
      add(latency(fit_.degrees.front(), quantity::hit_latency_cycles));
      for (const DegreeLatency& degree : fit_.degrees)
        if (degree.degree != fit_.degrees.front().degree) add(latency(degree, quantity::conflict_latency_cycles));
      add(row_cost());
    }
    for (Finding& finding : findings_) {
      finding.conditions["bank_bytes"] = series_.bank_bytes;
      finding.conditions["word_bytes"] = series_.word_bytes;
      if (finding.evidence.empty())
        for (const StrideEvidence& stride : series_.strides) finding.evidence.push_back(stride.run);
    }
    return std::move(findings_);
  }

 private:
  void add(Finding finding) { findings_.push_back(std::move(finding)); }

  static Finding measured(std::string quantity, std::string unit) {
    Finding finding;
    finding.subject = kBankFindingsSubject;
    finding.quantity = std::move(quantity);
    finding.unit = std::move(unit);
    finding.status = FindingStatus::measured;
    finding.method = kBankFindingsMethod;
    finding.reference = kBankReference;
    return finding;
  }

  Finding number(const char* quantity, const char* unit, unsigned BankLayout::*member, std::string remark) const {
    if (const std::string reason = why_undecided(fit_); !reason.empty())
      return unmeasured(kBankFindingsSubject, quantity, reason, kBankFindingsMethod, kBankReference);
    std::set<unsigned> values;
    for (const BankLayout& candidate : fit_.candidates) values.insert(candidate.*member);
    if (values.size() > 1)
      return unmeasured(
          kBankFindingsSubject, quantity,
          "The layouts that explain the latencies differ here: " + joined(values) + ". More strides or less noise would tell.",
          kBankFindingsMethod, kBankReference);
    Finding finding = measured(quantity, unit);
    finding.value = *values.begin();
    finding.low = finding.high = *values.begin();
    finding.reason = std::move(remark);
    return finding;
  }

  std::string explanation() const {
    if (fit_.candidates.empty()) return {};
    const BankLayout& layout = fit_.candidates.front();
    std::string text = "Explains all " + format_count(series_.strides.size()) + " strides";
    const bool by_gcd = layout.row_bytes == series_.word_bytes && layout.lanes_at_once >= layout.banks;
    if (by_gcd) return text + ": the busiest bank delivers gcd(stride, " + std::to_string(layout.banks) + ") rows.";
    return text + " by the rows that the busiest bank delivers.";
  }

  Finding broadcast() const {
    if (const std::string reason = why_undecided(fit_); !reason.empty())
      return unmeasured(kBankFindingsSubject, quantity::broadcast, reason, kBankFindingsMethod, kBankReference);
    const auto known = fit_.broadcast();
    if (!known)
      return unmeasured(kBankFindingsSubject, quantity::broadcast,
                        "Stride 0, at which all lanes read one word, was not measured, or its latency fits both cases.",
                        kBankFindingsMethod, kBankReference);
    Finding finding = measured(quantity::broadcast, "");
    finding.value = *known ? "yes" : "no";
    finding.reason = *known ? "A word that all lanes read is delivered once."
                            : "A word that all lanes read is delivered to each lane separately.";
    finding.method = "Latency at stride 0, where all lanes read one word, compared with that of other strides.";
    finding.evidence = runs_of([](std::uint64_t stride) { return stride == 0; });
    return finding;
  }

  /// Why the number of rows of each stride is not certain; empty if it is.
  std::string why_no_degrees() const {
    if (std::string reason = why_undecided(fit_); !reason.empty()) return reason;
    for (const StrideEvidence& stride : series_.strides)
      for (const BankLayout& candidate : fit_.candidates)
        if (degree_of(candidate, stride.stride) != degree_of(fit_.candidates.front(), stride.stride))
          return "Several layouts explain the latencies, and they differ in how many rows a stride takes.";
    return {};
  }

  double degree_of(const BankLayout& layout, std::uint64_t stride) const {
    return inference::conflict_degree(layout, {stride, series_.word_bytes, series_.lanes});
  }

  std::vector<std::string> runs_of(const auto& wanted) const {
    std::vector<std::string> runs;
    for (const StrideEvidence& stride : series_.strides)
      if (wanted(stride.stride)) runs.push_back(stride.run);
    return runs;
  }

  Finding latency(const DegreeLatency& degree, const char* quantity) const {
    Finding finding = measured(quantity, "cycles");
    finding.value = degree.cycles;
    finding.low = degree.low * (1 - kDriftShare) - noise_;
    finding.high = degree.high * (1 + kDriftShare) + noise_;
    const bool conflict = std::string_view(quantity) == quantity::conflict_latency_cycles;
    if (conflict) finding.conditions["conflict_degree"] = degree.degree;
    finding.method = conflict ? "Median over the strides at which the busiest bank delivers so many rows."
                              : "Median over the strides without a conflict.";
    finding.reason = format_count(degree.strides) + (degree.strides == 1 ? " stride." : " strides.");
    finding.evidence = runs_of([&](std::uint64_t stride) { return degree_of(fit_.candidates.front(), stride) == degree.degree; });
    return finding;
  }

  Finding row_cost() const {
    const auto cost = *fit_.row_cost();
    Finding finding = measured(quantity::extra_row_cycles, "cycles");
    finding.value = cost.cycles;
    finding.low = cost.low * (1 - kDriftShare) - 2 * noise_;
    finding.high = cost.high * (1 + kDriftShare) + 2 * noise_;
    finding.method =
        "From no conflict to the most rows on a straight line; the interval spans the flattest and the steepest piece between.";
    return finding;
  }

  const BankSeries& series_;
  const BankLayoutFit& fit_;
  double noise_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> findings_of_banks(const BankSeries& series, const BankLayoutFit& fit, double noise) {
  return Findings(series, fit, noise).all();
}

Finding latency_of_wide_words(const BankSeries& series, const BankLayoutFit& fit, double noise) {
  constexpr const char* kBankFindingsQuantity = quantity::hit_latency_cycles;
  constexpr const char* kHow = "Fastest stride but 0 with words of this width.";
  const auto fastest =
      std::min_element(series.strides.begin(), series.strides.end(), [](const StrideEvidence& a, const StrideEvidence& b) {
        return std::pair(a.stride == 0, a.cycles) < std::pair(b.stride == 0, b.cycles);
      });
  Finding finding;
  if (fastest == series.strides.end() || fastest->stride == 0) {
    finding = unmeasured(kBankFindingsSubject, kBankFindingsQuantity, "No stride but 0 was measured.", kHow, kBankReference);
  } else {
    finding = unmeasured(kBankFindingsSubject, kBankFindingsQuantity, {}, kHow, kBankReference);
    finding.status = FindingStatus::measured;
    finding.unit = "cycles";
    finding.value = fastest->cycles;
    finding.low = fastest->cycles * (1 - kDriftShare) - noise;
    finding.high = fastest->cycles * (1 + kDriftShare) + noise;
    finding.evidence = {fastest->run};
    finding.conditions["stride"] = fastest->stride;
    if (!fit.candidates.empty()) {
      const double degree = inference::conflict_degree(fit.candidates.front(), {fastest->stride, series.word_bytes, series.lanes});
      finding.reason = "The banks deliver " + number_text(degree) + (degree == 1 ? " row" : " rows") +
                       " in turn for it, by the layout found with the narrowest words.";
    }
  }
  finding.conditions["bank_bytes"] = series.bank_bytes;
  finding.conditions["word_bytes"] = series.word_bytes;
  return finding;
}

}  // namespace chasescope
