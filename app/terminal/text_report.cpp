#include "app/terminal/text_report.h"

#include <algorithm>
#include <cmath>

#include "app/terminal/sweep_map.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/finding_curves.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/findings/way_words.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/document/run_series.h"
#include "engine/step/verdicts.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::size_t kBarColumns = 40;
constexpr std::size_t kShareColumns = 8;
constexpr std::size_t kMapColumns = 96;
constexpr std::size_t kMapPasses = 8;

std::string padded(std::string text, std::size_t width) {
  // Counts code points, so that µ and · take one column.
  const auto columns = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  if (columns < width) text.append(width - columns, ' ');
  return text;
}

std::string repeated(const char* glyph, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += glyph;
  return text;
}

std::string request_line(const ChaseRequest& request) {
  std::string text =
      std::string(to_string(request.space)) + " · N = " + format_bytes(footprint_bytes(request.pattern, request.element_bytes));
  if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) text += " · s = " + format_bytes(uniform->stride);
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern))
    text += " · s = " + format_bytes(shuffled->stride) + ", shuffled (seed " + std::to_string(shuffled->seed) + ")";
  return text + " · warm-up " + format_count(request.warmup) + " · " + format_count(request.accesses) + " accesses";
}

std::string levels_text(const LatencyTrace& trace, double overhead, const inference::LatencyLevels& levels,
                        const step::LatencyVerdicts& verdicts) {
  std::string text = "  Latency levels";
  if (overhead > 0) text += ", each with " + number_text(overhead) + " cycles of measuring";
  text += "\n";
  for (const auto& level : levels.levels()) {
    const double share = static_cast<double>(level.accesses) / static_cast<double>(trace.size());
    const auto bar = std::max<std::size_t>(static_cast<std::size_t>(std::lround(share * kBarColumns)), 1);
    const std::string percent = share_text(share);
    text += "    " + padded(number_text(level.median) + " cycles", 14) + padded(repeated("█", bar), kBarColumns + 1) +
            std::string(kShareColumns - std::min(kShareColumns, percent.size()), ' ') + percent +
            (verdicts.of(level.median) == step::Verdict::unknown ? std::string() : "  " + step::level_word(level, verdicts)) + "\n";
  }
  return text;
}

/// One row per pass, one column per element. A column of many elements shows the share of them that missed. Where it is not known
/// what a hit takes, it shows the share that was slower than the lowest level.
std::string map_text(const Run& run, const inference::LatencyLevels& levels, const step::LatencyVerdicts& verdicts) {
  const LatencyTrace& trace = run.cycles();
  const AccessOrder order(run.chase()->request, run.chase()->result);
  if (levels.size() < 2 || order.period() == 0 || trace.size() < order.period()) return {};
  const std::uint64_t skip = (order.period() - order.position(0)) % order.period();  // accesses before the first whole pass
  const std::size_t columns = std::min<std::uint64_t>(order.period(), kMapColumns);
  const std::size_t passes = std::min<std::size_t>((trace.size() - skip) / order.period(), kMapPasses);
  if (passes == 0) return {};

  const bool told = verdicts.tells_all(levels);
  std::string text = std::string("  ") + (told ? "Misses" : "Accesses above the lowest level") + " (█), a row per pass, ";
  if (columns == order.period())
    text += "a column per element, " + format_count(columns) + " elements\n";
  else
    text += format_count(order.period()) + " elements in " + format_count(columns) +
            " columns\n  Where several elements share a column: " + std::string(kMapShades) + "\n";
  for (std::size_t pass = 0; pass < passes; ++pass) {
    std::vector<std::size_t> marked(columns), all(columns);
    for (std::uint64_t i = 0; i < order.period(); ++i) {
      const float cycles = trace[skip + pass * order.period() + i];
      const std::size_t column = i * columns / order.period();
      ++all[column];
      marked[column] += (told ? verdicts.of(cycles) == step::Verdict::miss : levels.level_of(cycles) > 0) ? 1 : 0;
    }
    text += "    ";
    for (std::size_t column = 0; column < columns; ++column) text += map_shade(marked[column], all[column]);
    text += "\n";
  }
  return text;
}

/// " (4-byte banks, conflict degree 2)": the conditions that tell a finding from others of the same quantity. A carve-out that
/// nobody asked for is among them: discoveries choose some, and recordings answer with them.
std::string telling_conditions(const Finding& finding, const Session& session) {
  Finding telling = with_telling_conditions(finding, session.findings);
  constexpr const char* kCarveout = "carveout_percent";
  const auto parameters = session.environment.find("parameters");
  const bool asked = parameters != session.environment.end() && parameters->contains(kCarveout);
  if (!asked && finding.conditions.contains(kCarveout)) telling.conditions[kCarveout] = finding.conditions[kCarveout];
  const std::string words = condition_words(telling);
  return words.empty() ? words : " (" + words + ")";
}

/// The value, or its bound (">= 4 KiB") where only one bound is known.
std::string value_or_bound(const Finding& finding) {
  if (!finding.value.is_null() || finding.low.has_value() == finding.high.has_value()) return value_words(finding);
  Finding bound = finding;
  bound.value = finding.low ? *finding.low : *finding.high;
  return (finding.low ? ">= " : "<= ") + value_words(bound);
}

/// From this many points on, a curve takes one line of the report. Its first finding stands for it there, without a value of its
/// own.
constexpr std::size_t kFewestOfCurve = 9;

/// The parts that failed or were not reached, once for each error.
std::string trouble_text(const Session& session) {
  std::string text;
  for (const TroubledParts& parts : troubled_parts(session.findings)) {
    std::string titles;
    for (const std::string& title : parts.titles) titles += (titles.empty() ? "" : ", ") + one_line(title);
    text += "\n  Failed or not reached: " + titles + "\n      " + one_line(parts.reason) + "\n";
  }
  return text;
}

/// The findings without those in place of missing parts, and each once: a discovery may find the same again in another step, from
/// other runs.
std::vector<Finding> listed_findings(const Session& session) {
  std::vector<Finding> listed;
  const auto without_runs = [](Finding finding) {
    finding.evidence.clear();
    return finding;
  };
  for (const Finding& finding : session.findings) {
    if (is_trouble(finding)) continue;
    const bool is_listed = std::any_of(listed.begin(), listed.end(), [&](const Finding& one) {
      return one.subject == finding.subject && one.quantity == finding.quantity && one.value == finding.value &&
             one.conditions == finding.conditions && without_runs(one) == without_runs(finding);
    });
    if (!is_listed) listed.push_back(finding);
  }
  return listed;
}

std::string findings_text(const Session& session) {
  const std::vector<Finding> findings = listed_findings(session);
  std::vector<FindingCurve> curves = finding_curves(findings, kFewestOfCurve);
  // Only curves of miss rates over N take one line, as the map above shows more of them; other curves are read number by number.
  std::erase_if(curves, [&](const FindingCurve& one) { return findings[one.places.front()].quantity != quantity::miss_rate; });
  const auto curve_at = [&](std::size_t place) -> const FindingCurve* {
    for (const FindingCurve& curve : curves)
      if (std::find(curve.places.begin(), curve.places.end(), place) != curve.places.end()) return &curve;
    return nullptr;
  };
  if (findings.empty()) return {};
  constexpr std::size_t kLabelColumns = 20;
  std::vector<std::string> labels;
  std::size_t widest = kLabelColumns;
  std::vector<std::string> subjects;  // in the order of the findings
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    const FindingCurve* curve = curve_at(i);
    labels.push_back(quantity_words(finding.quantity) +
                     (curve == nullptr ? telling_conditions(finding, session) : " (" + curve->over + ")"));
    widest = std::max(widest, labels.back().size() + 2);
    if (std::find(subjects.begin(), subjects.end(), finding.subject) == subjects.end()) subjects.push_back(finding.subject);
  }
  std::string text = subjects.size() == 1 ? "  Findings\n" : "";
  for (const std::string& subject : subjects) {
    std::vector<std::string> told;  // reasons of this subject that were told: each is told once, by itself or within a longer one
    if (subjects.size() > 1) text += (subject == subjects.front() ? "  " : "\n  ") + subject_words(subject) + "\n";
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const Finding& finding = findings[i];
      if (finding.subject != subject) continue;
      if (const FindingCurve* curve = curve_at(i)) {
        if (curve->places.front() == i)
          text += "    " + padded(labels[i], widest) + padded(curve->values + " ", 34) + status_words(finding.status) + "\n";
        continue;
      }
      text += "    " + padded(labels[i], widest) + padded(value_or_bound(finding) + " ", 34) +
              padded(status_words(finding.status), 12) + interval_words(finding, session.findings) + "\n";
      const std::string reason = told_reason(finding);
      const auto has_it = [&](const std::string& other) { return other.find(reason) != std::string::npos; };
      if (reason.empty() || std::any_of(told.begin(), told.end(), has_it)) continue;
      told.push_back(reason);
      text += "      " + one_line(reason) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string text_report(const Session& session) {
  // The names of recordings end with the origin already.
  const std::string origin = " (" + (session.device.sealed ? "sealed" : std::string(to_string(session.device.origin))) + ")";
  std::string text = one_line(session.device.name) + (session.device.name.ends_with(origin) ? "" : origin) + "\n";
  std::size_t shown = 0;
  std::size_t traces = 0;
  const std::vector<RunPtr> runs = data_runs(session.runs);
  for (const RunPtr& run : runs) traces += run->chase() == nullptr ? 0 : 1;
  for (const RunPtr& run : runs) {
    if (run->cycles().empty()) continue;
    // A sweep is told by its findings and its map; the traces of its first and last footprint would only repeat them.
    if (traces > 3) break;
    text += (shown++ > 0 ? "\n  " : "  ") + one_line(run->probe + ", " + run->label) + " · " + request_line(run->chase()->request) +
            "\n\n";
    const auto levels = inference::find_latency_levels(run->cycles());
    const Exchange<ChaseRequest>& chase = *run->chase();
    const double overhead = chase.result.overhead_cycles.value_or(0);
    const auto verdicts = step::judge({run->id, chase.request, overhead, levels}, session.findings);
    text += levels_text(run->cycles(), overhead, levels, verdicts) + "\n";
    if (const std::string map = map_text(*run, levels, verdicts); !map.empty()) text += map + "\n";
  }
  if (traces > 3) text += sweep_map(runs, session.findings);
  return text + findings_text(session) + trouble_text(session);
}

}  // namespace chasescope
