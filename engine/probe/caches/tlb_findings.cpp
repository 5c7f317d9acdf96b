#include "engine/probe/caches/tlb_findings.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/findings.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

const std::string kUnconfirmed = "Only sets that fill as predicted would confirm it: ";

// Puts all points of the curve into one finding: the miss rates over N, with the values of N among the conditions and one run of
// evidence for each point.
Finding miss_rate_finding(Lab& lab, const TlbReport& tlb, Finding finding) {
  const std::uint64_t page = tlb.shape.line_bytes;
  finding.conditions["data"] = tlb.rates.data_level;
  finding.conditions["stride"] = page;
  finding.conditions["from_bytes"] = tlb.rates.points.front().pages * page;
  finding.conditions["to_bytes"] = tlb.rates.points.back().pages * page;
  finding.conditions["step_bytes"] = tlb.rates.step_pages * page;
  finding.method = "Share of the accesses that miss while neighbouring pages are visited in turn, more and more of them.";
  finding.reference = "2014 paper §4.2, figure 11";
  nlohmann::json rates = nlohmann::json::array();
  std::uint64_t steady = 0;
  for (const MissRate& point : tlb.rates.points) {
    rates.push_back(point.rate);
    finding.evidence.push_back(lab.cite(point.run));
    if (point.steady > steady) {
      finding.reason += (finding.reason.empty() ? "Pages that miss in every pass: " : ", ") + format_count(point.steady) + " of " +
                        format_count(point.pages);
      steady = point.steady;
    }
  }
  if (!finding.reason.empty()) finding.reason += ".";
  if (!tlb.rates.undecided.empty()) {
    finding.reason = tlb.rates.undecided;
    return finding;
  }
  set_measured(finding, std::move(rates));
  return finding;
}

}  // namespace

std::vector<Finding> tlb_findings(Lab& lab, const TranslationReport& report) {
  std::vector<Finding> findings;
  const auto blank = [&](const std::string& subject, const std::string& quantity, const std::string& unit, const std::string& how) {
    Finding finding = blank_finding(subject, quantity, unit, report.setting);
    finding.reference = "2014 paper §4.2";
    finding.method = how;
    return finding;
  };
  if (report.tlbs.empty()) {
    Finding none = blank(subject::l1_tlb, quantity::entries, "1", "One line in each of many pages.");
    none.reason = report.undecided;
    if (report.undecided.empty())
      none.reason = "No access took longer for its page: up to " + format_count(report.translation.most_pages) +
                    " pages, spread over " + format_bytes(report.translation.reached_bytes) + ", all were translated alike.";
    if (report.survey.reference) none.evidence.push_back(lab.cite(report.survey.reference));
    return {none};
  }
  for (const TlbReport& tlb : report.tlbs) {
    const CacheShape& shape = tlb.shape;
    Finding page = blank(tlb.subject, quantity::page_bytes, "bytes", tlb.how);
    // Noise, and the accesses that flush the TLBs in front, can make a page look smaller than it is, and sets look fewer. If the
    // sets fill as predicted, page and sets are confirmed.
    const bool is_nearest = &tlb == &report.tlbs.front();
    const bool confirmed = tlb.decided() || (!report.in_noise && is_nearest);
    if (shape.line_bytes != 0 && confirmed) {
      set_measured(page, shape.line_bytes);
      page.method +=
          " Addresses that can stand in for a page of an overflowing set, and do not overflow it beside that page, lie in it.";
      cite(lab, page, shape.line_runs);
    } else {
      page.reason = !tlb.undecided.empty()  ? tlb.undecided
                    : shape.line_bytes == 0 ? shape.line_undecided
                                            : kUnconfirmed + shape.ways_undecided;
      cite(lab, page, {tlb.miss.shown_by});
    }
    findings.push_back(page);

    Finding entries = blank(tlb.subject, quantity::entries, "1", tlb.how);
    Finding reach = blank(tlb.subject, quantity::reach_bytes, "bytes", tlb.how);
    reach.method = "Entries times page.";
    if (!shape.ways.empty()) {
      set_measured(entries, shape.entries());
      entries.method += " Every set filled until it overflowed.";
      cite(lab, entries, shape.ways_runs);
      set_measured(reach, shape.entries() * shape.line_bytes);
      cite(lab, reach, shape.ways_runs);
    } else {
      entries.reason = reach.reason = tlb.undecided.empty() ? shape.ways_undecided : tlb.undecided;
      cite(lab, entries, {tlb.miss.shown_by});
      cite(lab, reach, {tlb.miss.shown_by});
    }
    findings.push_back(entries);
    findings.push_back(reach);

    if (tlb.neighbours) {
      Finding contiguous = blank(tlb.subject, quantity::contiguous_bytes, "bytes", tlb.how);
      contiguous.method +=
          " Largest footprint of neighbouring pages that misses nothing when warm, up to where misses are clear: doubling, then "
          "bisection.";
      contiguous.conditions["stride"] = tlb.neighbours->distance;
      set_measured(contiguous, tlb.neighbours->fits);
      contiguous.high = static_cast<double>(tlb.neighbours->outgrown);
      contiguous.reason =
          "This holds for this array. The pages of another array lie elsewhere, and may begin to miss sooner or later.";
      cite(lab, contiguous, {tlb.neighbours->fits_run, tlb.neighbours->outgrown_run});
      findings.push_back(contiguous);
    }

    // The wording of sets and ways is that of data caches.
    SpaceReport space;
    space.setting = report.setting;
    space.survey = report.survey;
    CacheReport as_cache;
    as_cache.subject = tlb.subject;
    as_cache.shape = shape;
    as_cache.undecided = tlb.undecided;
    if (shape.index && !confirmed) {
      as_cache.shape.index.reset();
      as_cache.shape.index_undecided = kUnconfirmed + shape.ways_undecided;
    }
    as_cache.translation = tlb.how;
    for (Finding& finding : set_findings(lab, space, as_cache)) {
      finding.reference = "2014 paper §4.2, figures 10 and 11";
      findings.push_back(std::move(finding));
    }

    as_cache.policy = tlb.policy;
    as_cache.policy_undecided = tlb.policy_undecided.empty() ? shape.ways_undecided : tlb.policy_undecided;
    for (Finding& finding : replacement_findings(lab, space, as_cache)) {
      if (finding.quantity != quantity::replacement_machine) finding.reference = "2014 paper §4.2, table 4";
      if (finding.quantity == quantity::replacement_policy && !shape.by_trials.empty())
        finding.method = shape.by_trials + " Visits of sets with one page too many were compared with LRU.";
      else if (finding.quantity == quantity::replacement_policy)
        finding.method = tlb.how +
                         " One page more than a set holds is visited in several orders, starting with an empty TLB. Between "
                         "visits, pages of other sets flush the TLBs in front. Deterministic policies were compared access by "
                         "access, random ones by the ways and ages of their victims.";
      findings.push_back(std::move(finding));
    }

    if (tlb.rates.points.empty() && !tlb.rates.undecided.empty()) {
      Finding untold = blank(tlb.subject, quantity::miss_rate, "1", tlb.how);
      untold.reference = "2014 paper §4.2, figure 11";
      untold.reason = tlb.rates.undecided;
      cite(lab, untold, {tlb.miss.shown_by});
      findings.push_back(std::move(untold));
    }
    if (!tlb.rates.points.empty()) findings.push_back(miss_rate_finding(lab, tlb, blank(tlb.subject, quantity::miss_rate, "1", tlb.how)));

    const auto& hit = tlb.hit.latency;
    const auto& miss = tlb.miss.latency;
    Finding penalty = blank(tlb.subject, quantity::miss_penalty_cycles, "cycles", tlb.how);
    penalty.conditions["data"] = tlb.data_level;
    penalty.method = "Median latency of a miss in this TLB, less that of a hit; data from " + tlb.data_level + " in both.";
    if (tlb.contested) {
      penalty.reason = tlb.undecided;
    } else if (!tlb.penalty_undecided.empty()) {
      penalty.reason = tlb.penalty_undecided;
    } else if (tlb.penalty) {
      set_measured(penalty, tlb.penalty->cycles);
      penalty.low = tlb.penalty->low;
      penalty.high = tlb.penalty->high;
      penalty.method +=
          tlb.penalty->of_pages
              ? " Each page was visited twice in a row and compared with itself, because the data of some pages are farther away."
          : !shape.by_trials.empty() ? " For hits and for misses the mean was taken, without the outermost tenth."
                                     : " The drift within a chase was taken out.";
      cite(lab, penalty, {tlb.penalty->hit, tlb.penalty->miss});
    } else {
      set_measured(penalty, miss.median - hit.median);
      penalty.low = std::max(0.0, miss.median - hit.median - 0.02 * miss.median);
      penalty.high = miss.median - hit.median + 0.02 * miss.median;
    }
    cite(lab, penalty, {tlb.hit.shown_by, tlb.miss.shown_by});
    findings.push_back(penalty);
  }
  if (const auto& seen = report.translation.window) {
    Finding window = blank(subject::device, quantity::activation_window_bytes, "bytes", "One line in each of many pages.");
    window.method = "Page walks that lead into another aligned block of this size take " +
                    std::to_string(std::lround(seen->penalty)) +
                    " cycles more; within one they do not. Pages of two blocks visited in turn: every access did.";
    if (seen->of_every_access)
      window.method = "Two pages of any two aligned blocks of this size, visited in turn, take " +
                      std::to_string(std::lround(seen->penalty)) +
                      " cycles more each; a few pages of one block do not. It is not a TLB of one entry, because no other TLB "
                      "would miss behind that. TLBs were measured within one block.";
    set_measured(window, seen->bytes);
    cite(lab, window, {seen->run});
    findings.push_back(window);
  }
  return findings;
}

}  // namespace chasescope::structure
