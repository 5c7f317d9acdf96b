#include "engine/findings/request_findings.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/requests/under_way.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::Interval;
using inference::LoadsPerWarp;
using inference::Merging;
using inference::RequestTableFit;
using inference::Saturation;
using inference::SaturationOfCurve;

constexpr const char* kSubject = subject::request_table;
constexpr const char* kMethod =
    "Thread-latency curves: the leap after which the first request has waited for another one, under several numbers of loads and "
    "of threads "
    "that share a block.";

std::string times(std::uint64_t count, const char* what) { return format_count(count) + " " + what + (count == 1 ? "" : "s"); }

std::string text_of(const Interval& interval) {
  if (interval.exact()) return format_count(interval.low);
  return interval.high ? format_count(interval.low) + " to " + format_count(*interval.high)
                       : format_count(interval.low) + " or more";
}

std::optional<double> cycles_at(const ThreadCurve& curve, std::uint64_t threads) {
  for (const auto& point : curve.points)
    if (point.count == threads) return point.median;
  return std::nullopt;
}

class Findings {
 public:
  explicit Findings(const RequestStudy& study) : study_(study) {
    for (const ThreadCurve& curve : study.curves) {
      const Saturation found = find_saturation(curve.points, scale_of(curve, study.curves, study.lone, study.noise));
      if (found.limited_from_the_start || curve.points.empty()) continue;
      verdicts_.push_back({curve.loads, curve.sharing, found.free_up_to, std::nullopt});
      if (found.leap) verdicts_.back().waits = found.leap->waits;
      keep_evidence(curve, found);
    }
    fit_ = fit_request_table(verdicts_, merging(), study.warp);
  }

  std::vector<Finding> all() {
    findings_.push_back(structure());
    findings_.push_back(entries());
    findings_.push_back(merges());
    findings_.push_back(max_outstanding());
    for (Finding& finding : findings_) finding.evidence = evidence_;
    if (findings_.back().status != FindingStatus::measured)
      if (auto least = outstanding_at_least()) {
        // Both bounds hold, so the higher one is used.
        findings_.back().low = std::max(findings_.back().low.value_or(0), *least->low);
        findings_.push_back(*std::move(least));
      }
    findings_.push_back(max_loads_per_warp());
    return std::move(findings_);
  }

  bool known() const { return fit_.verdict == RequestTableFit::Verdict::mshr || fit_.verdict == RequestTableFit::Verdict::prt; }

 private:
  void keep_evidence(const ThreadCurve& curve, const Saturation& found) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const std::uint64_t threads = curve.points[i].count;
      const bool shows = found.leap ? threads == found.leap->fits || threads == found.leap->waits : i + 1 == curve.points.size();
      if (shows) evidence_.push_back(curve.runs[i]);
    }
  }

  /// Whether a warp whose threads share blocks of memory is measurably faster than one whose threads do not.
  Merging merging() const {
    const ThreadCurve* unique = nullptr;
    const ThreadCurve* shared = nullptr;
    for (const ThreadCurve& curve : study_.curves) {
      if (curve.loads != 1) continue;
      if (curve.sharing == 1) unique = &curve;
      if (curve.sharing > 1 && (shared == nullptr || curve.sharing > shared->sharing)) shared = &curve;
    }
    if (unique == nullptr || shared == nullptr) return Merging::unknown;
    const auto apart = cycles_at(*unique, study_.warp);
    const auto together = cycles_at(*shared, study_.warp);
    if (!apart || !together) return Merging::unknown;
    const double visible = std::max(5 * std::sqrt(2.0) * study_.noise, 0.01 * study_.lone);
    if (*apart - *together > visible) return Merging::seen;
    // If the requests of a warp were issued one by one, merging half of them would have saved measurable time.
    return *apart - study_.lone > 3 * visible ? Merging::not_seen : Merging::unknown;
  }

  bool is_mshr() const { return fit_.verdict == RequestTableFit::Verdict::mshr; }

  /// The places where the curves leap: "128 threads × 1 load, 64 × 2, 256 × 1 (2 share)".
  std::string leaps() const {
    constexpr std::size_t kShown = 8;
    std::string text;
    std::size_t shown = 0;
    for (const SaturationOfCurve& verdict : verdicts_) {
      if (!verdict.waits) continue;
      if (++shown > kShown) return text + ", …";
      text += text.empty() ? format_count(verdict.fits) + " threads × " + times(verdict.loads, "load")
                           : ", " + format_count(verdict.fits) + " × " + format_count(verdict.loads);
      if (verdict.sharing > 1) text += " (" + format_count(verdict.sharing) + " share)";
    }
    return text;
  }

  std::string why_unknown() const {
    std::uint64_t threads = 0;
    std::uint64_t loads = 0;
    for (const ThreadCurve& curve : study_.curves) {
      loads = std::max(loads, curve.loads);
      if (!curve.points.empty()) threads = std::max(threads, curve.points.back().count);
    }
    switch (fit_.verdict) {
      case RequestTableFit::Verdict::unsaturated:
        return verdicts_.empty() ? "None of the measured curves can show it."
                                 : "No saturation seen up to " + times(threads, "thread") + " of " + times(loads, "load") + "; " +
                                       times(fit_.free_requests, "request") + " were under way without one waiting for another.";
      case RequestTableFit::Verdict::too_few:
        return "Only one curve leaps (after " + leaps() + "), so there is nothing to compare it with; vary loads and sharing.";
      case RequestTableFit::Verdict::undecided:
        return "The leaps (after " + leaps() +
               ") are those of an MSHR and of a PRT alike; more numbers of loads or of sharing threads would tell.";
      case RequestTableFit::Verdict::unexplained:
        return "Neither an MSHR nor a PRT has room for these leaps: after " + leaps() + ".";
      case RequestTableFit::Verdict::mshr:
      case RequestTableFit::Verdict::prt: break;
    }
    return {};
  }

  Finding unknown(const char* quantity, std::string reason) const {
    return unmeasured(kSubject, quantity, std::move(reason), kMethod, "request study §5");
  }

  Finding measured(const char* quantity, const char* unit, const char* reference) const {
    Finding finding = unknown(quantity, {});
    finding.status = FindingStatus::measured;
    finding.unit = unit;
    finding.reference = reference;
    return finding;
  }

  static void set(Finding& finding, const Interval& interval) {
    finding.value = interval.low;
    finding.low = static_cast<double>(interval.low);
    if (interval.high) finding.high = static_cast<double>(*interval.high);
  }

  Finding structure() const {
    if (!known()) return unknown(quantity::structure, why_unknown());
    Finding finding = measured(quantity::structure, "", is_mshr() ? "request study §5.1" : "request study §5.2");
    finding.value = is_mshr() ? "mshr" : "prt";
    finding.reason = is_mshr() ? "The leap follows threads × loads: after " + leaps() + "."
                               : "The leap follows warp instructions, whatever is shared: after " + leaps() + ".";
    return finding;
  }

  Finding entries() const {
    if (!known()) return unknown(quantity::entries, why_unknown());
    Finding finding = measured(quantity::entries, "1", is_mshr() ? "request study §5.1" : "request study §5.2");
    set(finding, fit_.entries);
    finding.reason = is_mshr() ? "One for each block under way." : "One for each warp instruction under way.";
    if (!fit_.entries.exact()) finding.reason += " Between " + text_of(fit_.entries) + " agree with every curve.";
    return finding;
  }

  Finding merges() const {
    if (!known()) return unknown(quantity::merges_per_entry, why_unknown());
    if (!is_mshr()) {
      Finding finding = unknown(quantity::merges_per_entry, "An entry of a PRT serves all threads of a warp instruction.");
      finding.status = FindingStatus::absent;
      return finding;
    }
    if (!fit_.merges.high) {  // only a lower bound is known, so there is no number at which the table is full
      Finding finding = unknown(quantity::merges_per_entry, "At least " + format_count(fit_.merges.low) + "; no curve shows where merging ends.");
      finding.unit = "1";
      finding.low = static_cast<double>(fit_.merges.low);
      return finding;
    }
    Finding finding = measured(quantity::merges_per_entry, "1", "request study §5.1");
    set(finding, fit_.merges);
    if (!fit_.merges.exact()) {
      finding.reason = "At least " + format_count(fit_.merges.low) + " and at most " + format_count(*fit_.merges.high) +
                       " threads share an entry.";
    }
    return finding;
  }

  Finding max_outstanding() const {
    const bool bounded = fit_.requests.high.has_value();
    const bool certain = known() || (fit_.verdict == RequestTableFit::Verdict::undecided && bounded && fit_.requests.exact());
    if (!certain) {
      Finding finding = unknown(quantity::max_outstanding, why_unknown());
      if (fit_.free_requests > 0) finding.low = static_cast<double>(fit_.free_requests);
      finding.unit = "requests";
      return finding;
    }
    Finding finding = measured(quantity::max_outstanding, "requests", is_mshr() ? "request study §5.1" : "request study §5.2");
    set(finding, fit_.requests);
    finding.reason = fit_.pool
                         ? "Unique blocks under way stop short of a warp's threads for each entry: they have a limit of their own."
                         : "Unique blocks of memory in flight at once.";
    if (fit_.verdict == RequestTableFit::Verdict::prt) add_the_studys_count(finding);
    return finding;
  }

  /// If no table was found to be full, a lower bound of the requests in flight.
  std::optional<Finding> outstanding_at_least() const {
    // The shortest latency of a request is assumed to be this share of a lone request's: the lone one may have gone to a farther
    // part of the L2 than others, and its time includes the measuring overhead.
    constexpr double kShortest = 0.8, kMostNoise = 0.05;
    // In so much noise the latency of a lone request is not known.
    if (study_.noise > kMostNoise * study_.lone) return std::nullopt;
    std::optional<inference::UnderWay> best;
    const ThreadCurve* shown = nullptr;
    for (const ThreadCurve& curve : study_.curves) {
      if (curve.sharing != 1) continue;  // where threads share blocks, the number of requests is not known
      const auto found = inference::least_under_way(curve.points, curve.loads, kShortest * study_.lone);
      if (!found || (best && found->requests <= best->requests)) continue;
      best = found;
      shown = &curve;
    }
    if (!best) return std::nullopt;
    Finding finding = measured(quantity::outstanding_at_least, "requests", "request study §3, and Little's law");
    finding.value = best->requests;
    finding.low = static_cast<double>(best->requests);
    finding.method =
        "Little's law: requests of a burst, times what one takes at the least (four fifths of a lone one's time), by the time "
        "until "
        "all have arrived. So many are under way on average, and at some moment no fewer.";
    finding.reason = "No table is seen to be full. " + format_count(best->of) + " requests arrived in the time of " +
                     format_count(static_cast<std::uint64_t>(shown->points[best->point].median / study_.lone + 0.5)) +
                     " one after the other.";
    finding.evidence = study_.lone_runs;
    finding.evidence.push_back(shown->runs[best->point]);
    return finding;
  }

  /// Adds the number by the study's own method: the least number of warp instructions before a leap times the threads of a warp (44
  /// × 32 = 1,408 on a K20).
  void add_the_studys_count(Finding& finding) const {
    std::optional<std::uint64_t> fewest;
    for (const SaturationOfCurve& verdict : verdicts_)
      if (verdict.waits && verdict.sharing == 1)
        fewest =
            std::min(fewest.value_or(~std::uint64_t{0}), inference::warp_instructions(verdict.fits, verdict.loads, study_.warp));
    if (!fewest) return;
    const std::uint64_t count = *fewest * study_.warp;
    finding.opinions.push_back(
        {"Warp instructions before the first leap of unique blocks, times the threads of a warp (request study §5.2)", count,
         count >= fit_.requests.low && count <= fit_.requests.high.value_or(count)});
  }

  Finding max_loads_per_warp() const {
    constexpr const char* kQuantity = quantity::max_loads_per_warp;
    constexpr const char* kHow =
        "Time over the independent loads of one warp, and of two: the leap by a latency when the scoreboard stops them.";
    constexpr const char* kReference = "request study §4";
    // The number of loads of one warp that the table is known to hold: one entry for each load, if two threads merge.
    std::optional<std::uint64_t> room;
    if (fit_.verdict == RequestTableFit::Verdict::prt || (is_mshr() && fit_.merges.low >= 2)) room = fit_.entries.low;
    if (is_mshr() && fit_.merges.low < 2) room = fit_.entries.low / 2;
    const inference::CurveScale scale{study_.lone, study_.lone, study_.noise};
    const LoadsPerWarp found = find_loads_per_warp(study_.alone, study_.two, scale, room);
    Finding finding = unmeasured(kSubject, kQuantity, {}, kHow, kReference);
    finding.unit = "1";
    finding.evidence = study_.warp_runs;
    switch (found.verdict) {
      case LoadsPerWarp::Verdict::limited:
        finding.status = FindingStatus::measured;
        finding.value = found.loads;
        finding.low = finding.high = static_cast<double>(found.loads);
        break;
      case LoadsPerWarp::Verdict::at_least:
        finding.low = static_cast<double>(found.loads);
        finding.reason = "At least " + format_count(found.loads) + "; what stops more of them may be the table of requests.";
        break;
      case LoadsPerWarp::Verdict::unlimited:
        finding.low = static_cast<double>(found.loads);
        finding.reason = "No limit seen up to " + times(found.loads, "load") +
                         (study_.loads_refused ? ", the most that the device takes." : ".");
        break;
      case LoadsPerWarp::Verdict::unmeasured:
        finding.reason = "A warp was not measured with several loads, or its first was slow already.";
        break;
    }
    return finding;
  }

  const RequestStudy& study_;
  std::vector<SaturationOfCurve> verdicts_;
  std::vector<std::string> evidence_;
  RequestTableFit fit_;
  std::vector<Finding> findings_;
};

}  // namespace

inference::CurveScale scale_of(const ThreadCurve& curve, const std::vector<ThreadCurve>& curves, double lone, double noise) {
  constexpr std::uint64_t kWarp = 32;
  inference::CurveScale scale{lone, lone, noise, kWarp, std::nullopt};
  for (const ThreadCurve& other : curves) {
    if (other.loads != 1 || other.sharing != curve.sharing) continue;
    scale.warp = cycles_at(other, kWarp).value_or(lone);
    // Every load of a new warp adds that step.
    if (curve.loads > 1)
      if (const auto step = inference::step_of_a_warp(other.points, lone, kWarp))
        scale.warp_step = *step * static_cast<double>(curve.loads);
  }
  return scale;
}

bool tells_the_table(const RequestStudy& study) { return Findings(study).known(); }

std::vector<Finding> findings_of_requests(const RequestStudy& study) { return Findings(study).all(); }

}  // namespace chasescope
