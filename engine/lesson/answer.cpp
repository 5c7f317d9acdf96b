#include "engine/lesson/answer.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/findings/finding_words.h"
#include "engine/inference/curves/curve_point.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/lesson/question_words.h"
#include "engine/session/document/run_series.h"
#include "engine/step/verdicts.h"

namespace chasescope::lesson {
namespace {

DeviceError missing(std::string sentence) { return {ErrorCode::internal, std::move(sentence)}; }

/// The last chase that recorded each access, among those with the label of the question if it names one; null if there is none.
RunPtr last_trace(const Question& question, const Session& measured) {
  RunPtr last;
  for (const RunPtr& run : data_runs(measured.runs))
    if (run->chase() != nullptr && !run->cycles().empty() && (question.trace.empty() || run->label == question.trace)) last = run;
  return last;
}

Outcome<Answer> misses_of(const Question& question, const Session& measured) {
  const RunPtr run = last_trace(question, measured);
  if (!run) return missing("no access was recorded, so that no miss can be counted");
  const auto& chase = *run->chase();
  const AccessOrder order(chase.request, chase.result);
  const LatencyTrace& trace = run->cycles();
  const std::uint64_t period = order.period();
  // Each pass begins at position 0 of the pattern, so the last whole pass ends before the last `end` with position 0.
  std::uint64_t end = trace.size();
  while (end > 0 && order.position(end) != 0) --end;
  if (period == 0 || end < period) return missing("the run has no whole pass over the array; ask for more accesses");
  const auto levels = inference::find_latency_levels(trace);
  const auto verdicts = step::judge({run->id, chase.request, chase.result.overhead_cycles.value_or(0), levels}, measured.findings);
  double misses = 0;
  for (std::uint64_t i = end - period; i < end; ++i) {
    const step::Verdict verdict = verdicts.of(trace[i]);
    if (verdict == step::Verdict::unknown) return missing("nothing that was measured tells hits from misses");
    if (verdict == step::Verdict::miss) ++misses;
  }
  return Answer(misses);
}

Outcome<Answer> accesses_of(const Question& question, const Session& measured) {
  const RunPtr run = last_trace(question, measured);
  if (!run) return missing("no access was recorded");
  return Answer(static_cast<double>(accesses_per_pass(run->chase()->request.pattern)));
}

Outcome<Answer> found(const Truth& truth, const Session& measured) {
  const std::string what = quantity_words(truth.quantity) + " of " + subject_words(truth.subject);
  const Finding* last = nullptr;
  for (const Finding& finding : measured.findings)
    if (finding.subject == truth.subject && finding.quantity == truth.quantity) last = &finding;
  if (last == nullptr) return missing("the probe says nothing of '" + what + "' (" + truth.subject + " " + truth.quantity + ")");
  if (last->status != FindingStatus::measured && last->status != FindingStatus::reported)
    return missing("'" + what + "' could not be told: " + last->reason);
  if (last->value.is_number()) return Answer(last->value.get<double>());
  return missing("'" + what + "' is no single number: " + value_words(*last));
}

std::vector<CurvePoint> curve_of(const Session& measured) {
  std::vector<CurvePoint> curve;
  for (const RunPtr& run : data_runs(measured.runs)) {
    const auto* chase = run->chase();
    if (chase == nullptr) continue;
    const auto* pattern = std::get_if<UniformPattern>(&chase->request.pattern);
    if (pattern == nullptr) continue;
    const double cycles =
        run->cycles().empty() ? chase->result.mean_cycles.value_or(0) : inference::average_of(run->cycles()).cycles;
    if (cycles > 0) curve.push_back({static_cast<double>(pattern->bytes), cycles});
  }
  std::stable_sort(curve.begin(), curve.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.bytes < b.bytes; });
  // If a footprint was measured more than once, its last measurement counts.
  std::vector<CurvePoint> once;
  for (const CurvePoint& point : curve) {
    if (!once.empty() && once.back().bytes == point.bytes) once.pop_back();
    once.push_back(point);
  }
  return once;
}

/// The height of a curve at a footprint, with straight lines between its points on a logarithmic axis. Empty beyond the ends of the
/// curve.
std::optional<double> height_at(const std::vector<CurvePoint>& curve, double bytes) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i].bytes == bytes) return curve[i].cycles;
    if (i > 0 && curve[i - 1].bytes < bytes && bytes < curve[i].bytes) {
      const double part = std::log(bytes / curve[i - 1].bytes) / std::log(curve[i].bytes / curve[i - 1].bytes);
      return curve[i - 1].cycles + part * (curve[i].cycles - curve[i - 1].cycles);
    }
  }
  return std::nullopt;
}

}  // namespace

Outcome<Answer> answer_of(const Question& question, const Session& measured) {
  switch (question.truth.kind) {
    case Truth::Kind::misses: return misses_of(question, measured);
    case Truth::Kind::accesses: return accesses_of(question, measured);
    case Truth::Kind::finding: return found(question.truth, measured);
    case Truth::Kind::number:
    case Truth::Kind::word: return Answer(question.truth.number);
    case Truth::Kind::option: return Answer(question.truth.option);
    case Truth::Kind::measured: {
      auto curve = curve_of(measured);
      if (curve.size() < 2) return missing("the run has no curve over the footprint");
      return Answer(std::move(curve));
    }
  }
  return missing("the question has no truth");
}

std::string fault_of_guess(const Question& question, const Answer& guess, const Session& measured) {
  const bool word = question.ask == Ask::word;
  if (!word && question.truth.kind != Truth::Kind::misses) return {};
  const auto* number = std::get_if<double>(&guess);
  const auto accesses = accesses_of(question, measured);
  if (number == nullptr || !accesses) return {};
  const double all = std::get<double>(*accesses);
  if (word ? *number < all : *number <= all) return {};
  return word ? "the array has " + number_text(question, all) + " words, counted from 0, and no word " +
                    number_text(question, *number)
              : "'" + number_text(question, *number) + "' can't be, for a pass has " + number_text(question, all) + " accesses";
}

double curve_distance(const std::vector<CurvePoint>& drawn, const std::vector<CurvePoint>& measured) {
  if (measured.empty()) return 1;
  const auto [low, high] =
      std::minmax_element(measured.begin(), measured.end(), [](const auto& a, const auto& b) { return a.cycles < b.cycles; });
  const double height = high->cycles - low->cycles;
  double sum = 0;
  std::size_t shared = 0;
  for (const CurvePoint& point : measured) {
    const auto at = height_at(drawn, point.bytes);
    if (!at) continue;
    sum += std::abs(*at - point.cycles);
    ++shared;
  }
  // A curve over less than half of the measured footprints can't be judged.
  if (shared == 0 || shared * 2 < measured.size()) return 1;
  const double mean = sum / static_cast<double>(shared);
  return height > 0 ? mean / height : (mean > 0 ? 1 : 0);
}

bool is_right(const Question& question, const Answer& guess, const Answer& truth) {
  if (guess.index() != truth.index()) return false;
  if (const auto* words = std::get_if<std::string>(&truth)) return std::get<std::string>(guess) == *words;
  if (const auto* curve = std::get_if<std::vector<CurvePoint>>(&truth))
    return curve_distance(std::get<std::vector<CurvePoint>>(guess), *curve) <= kCurveTolerance;
  const auto& also = question.truth.also;
  if (std::find(also.begin(), also.end(), std::get<double>(guess)) != also.end()) return true;
  const double is = std::get<double>(truth);
  const double allowed = question.within_share ? question.within * std::abs(is) : question.within;
  // A guess is typed in decimals, so differences from the ninth digit on are ignored.
  return std::abs(std::get<double>(guess) - is) <= allowed + 1e-9 * std::max(1.0, std::abs(is));
}

std::string words_of(const Question& question, const Answer& answer) {
  if (const auto* words = std::get_if<std::string>(&answer)) return *words;
  if (const auto* curve = std::get_if<std::vector<CurvePoint>>(&answer))
    return "a curve through " + std::to_string(curve->size()) + " footprints";
  const std::string number = number_text(question, std::get<double>(answer));
  if (question.ask == Ask::word) return "word " + number;
  return question.of_bytes() || question.unit.empty() ? number : number + " " + question.unit;
}

std::string truth_words(const Question& question, const Answer& truth) {
  std::string words = words_of(question, truth);
  for (const double other : question.truth.also) words += " or " + number_text(question, other);
  return words;
}

}  // namespace chasescope::lesson
