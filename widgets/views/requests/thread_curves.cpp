#include "widgets/views/requests/thread_curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/findings/request_findings.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"

namespace chasescope {
namespace {

constexpr std::size_t kFewestPoints = 3;

/// The scale for judging a curve, from the curves themselves.
inference::CurveScale scaleOf(const ThreadSeries& series, const std::vector<ThreadCurve>& curves, double noise) {
  const auto fewest = std::min_element(curves.begin(), curves.end(), [](const ThreadCurve& a, const ThreadCurve& b) {
    return std::pair(a.loads, a.sharing) < std::pair(b.loads, b.sharing);
  });
  const double lone = fewest->points.front().median;
  return scale_of({series.loads, series.sharing, series.points, {}}, curves, lone, noise);
}

/// The last finding of a quantity, which may also be that it can't be told.
const Finding* lastSaid(std::span<const Finding> findings, std::string_view quantity) {
  const Finding* found = nullptr;
  for (const Finding& finding : findings)
    if (finding.subject == subject::request_table && finding.quantity == quantity) found = &finding;
  return found;
}

const Finding* latest(std::span<const Finding> findings, std::string_view quantity) {
  const Finding* found = lastSaid(findings, quantity);
  return found != nullptr && found->status == FindingStatus::measured ? found : nullptr;
}

double timeOf(const std::vector<CopyResult>& copies, bool seconds) {
  std::vector<double> times;
  for (const CopyResult& copy : copies) times.push_back(seconds ? copy.seconds.value_or(0) : copy.cycles.value_or(0));
  return *std::min_element(times.begin(), times.end());  // the shortest time, as the probe itself takes it
}

}  // namespace

const ThreadSeries* ThreadCurves::find(std::uint64_t loads, std::uint64_t sharing) const {
  const auto found =
      std::find_if(series.begin(), series.end(), [&](const ThreadSeries& s) { return s.loads == loads && s.sharing == sharing; });
  return found == series.end() ? nullptr : &*found;
}

std::vector<std::uint64_t> ThreadCurves::sharings() const {
  std::set<std::uint64_t> sharings;
  for (const ThreadSeries& one : series) sharings.insert(one.sharing);
  return {sharings.begin(), sharings.end()};
}

ThreadCurves gatherThreadCurves(std::span<const RunPtr> runs) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::map<std::uint64_t, std::vector<double>>>
      repeats;  // by sharing and loads, by threads
  for (const RunPtr& run : runs) {
    const auto* burst = run->as<OutstandingRequest>();
    if (burst == nullptr || !is_data(*run)) continue;
    auto& all = repeats[{burst->request.sharing, burst->request.loads}][burst->request.threads];
    for (const double cycles : burst->result.cycles) all.push_back(std::max(cycles, 1e-3));
  }
  ThreadCurves curves;
  std::vector<ThreadCurve> plain;
  std::vector<std::vector<double>> everything;
  std::size_t samples = 1;
  for (const auto& [key, points] : repeats) {
    if (points.size() < kFewestPoints) continue;
    ThreadSeries series{key.second, key.first, {}, {}, {}, std::nullopt};
    std::vector<double> harmonic;
    for (const auto& [threads, cycles] : points) {
      series.points.push_back(inference::point_of(threads, cycles));
      harmonic.push_back(series.points.back().harmonic);
      everything.push_back(cycles);
      samples = cycles.size();
    }
    series.variance = inference::three_point_variance(harmonic);
    plain.push_back({series.loads, series.sharing, series.points, {}});
    curves.series.push_back(std::move(series));
  }
  const double noise = 1.2533 * inference::scatter_of_repeats(everything) / std::sqrt(static_cast<double>(samples));
  for (ThreadSeries& series : curves.series) {
    const auto scale = scaleOf(series, plain, noise);
    series.spikes = inference::find_spikes(series.points, scale);
    if (const auto found = inference::find_saturation(series.points, scale); found.leap) series.fits = found.leap->fits;
  }
  return curves;
}

std::optional<TableShape> tableOf(std::span<const Finding> findings) {
  const Finding* structure = latest(findings, quantity::structure);
  const Finding* entries = latest(findings, quantity::entries);
  if (structure == nullptr || entries == nullptr || !entries->value.is_number_unsigned()) return std::nullopt;
  TableShape shape;
  shape.kind = structure->value == "prt" ? TableShape::Kind::prt : TableShape::Kind::mshr;
  shape.entries = entries->value.get<std::uint64_t>();
  if (const Finding* merges = latest(findings, quantity::merges_per_entry); merges != nullptr && merges->value.is_number_unsigned()) {
    shape.merges = std::max<std::uint64_t>(merges->value.get<std::uint64_t>(), 1);
  } else if (const Finding* bound = lastSaid(findings, quantity::merges_per_entry);
             bound != nullptr && bound->status == FindingStatus::not_measurable && bound->low && !bound->high) {
    shape.merges = static_cast<std::uint64_t>(std::clamp(*bound->low, 1.0, 0x1p32));
    shape.merges_more = true;
  }
  constexpr std::uint64_t kWarp = 32;
  if (const Finding* most = latest(findings, quantity::max_outstanding); most != nullptr && most->high &&
                                                                 shape.kind == TableShape::Kind::prt &&
                                                                 *most->high < static_cast<double>(shape.entries * kWarp))
    shape.pool = most->value.get<std::uint64_t>();
  return shape;
}

CopyCurve gatherCopies(std::span<const RunPtr> runs) {
  std::map<std::uint64_t, std::pair<std::vector<CopyResult>, std::vector<CopyResult>>> sizes;
  CopyCurve curve;
  for (const RunPtr& run : runs)
    if (const auto* copy = run->as<CopyRequest>()) {
      auto& [flushed, not_flushed] = sizes[copy->request.bytes];
      (copy->request.flush ? flushed : not_flushed).push_back(copy->result);
      curve.seconds = curve.seconds || !copy->result.cycles;
    }
  for (const auto& [bytes, both] : sizes)
    if (!both.first.empty() && !both.second.empty())
      curve.points.push_back({static_cast<double>(bytes), timeOf(both.first, curve.seconds), timeOf(both.second, curve.seconds)});
  curve.saturation = inference::find_copy_saturation(curve.points);
  return curve;
}

}  // namespace chasescope
