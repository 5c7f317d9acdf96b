#include "engine/probe/sweeps/stride_curves.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/curve_point.h"
#include "engine/probe/caches/findings.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kSmallestStride = 4;
constexpr std::uint64_t kTimed = 4096, kMostTimed = 16384;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 22;
constexpr std::uint64_t kFetchOctaves = 3;  // octaves of strides that are measured below and above the stride used so far
constexpr std::uint64_t kSmallestPageStride = 512;
constexpr std::uint64_t kPageElements = 16384, kFewestPageElements = 24;
constexpr std::uint64_t kPageBytes = std::uint64_t{4} << 30;

std::string stride_label(std::uint64_t bytes, std::uint64_t stride) {
  return "N = " + format_bytes(bytes) + ", s = " + format_bytes(stride);
}

/// A chase with whole warm-up passes, and enough timed accesses for a good average.
ChaseRequest stride_request(const ChaseRequest& base, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes) {
  ChaseRequest request = uniform_chase(base, bytes, stride, warm_passes, 1);
  const std::uint64_t pass = bytes / stride;
  request.accesses = pass >= kMostTimed ? kMostTimed : (std::max(kTimed, pass) + pass - 1) / pass * pass;
  return request;
}

/// Runs the planned chases and adds their points. A limit of the device ends the curve.
std::optional<DeviceError> add_points(SweepRunner& runner, StrideCurve& curve, const std::vector<PlannedChase>& planned) {
  for (const auto& answer : runner.chases(planned)) {
    if (!answer && !is_limit(answer.error())) return answer.error();
    if (!answer) continue;
    const auto& pattern = std::get<UniformPattern>((*answer)->chase()->request.pattern);
    const auto average = inference::drift_free_average_of((*answer)->chase()->result.cycles, pattern.bytes / pattern.stride);
    curve.points.push_back({static_cast<double>(pattern.stride), average.cycles, average.error});
    curve.runs.push_back(*answer);
    curve.bytes = std::max(curve.bytes, pattern.bytes);
  }
  return std::nullopt;
}

/// Whether the rise of the curve comes from the first access to each unit (a line or page) alone.
bool first_accesses_pay(const StrideCurve& curve) {
  const inference::StrideSaturation& s = curve.saturation;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    if (4 * static_cast<std::uint64_t>(curve.points[i].x) != s.stride) continue;
    const AccessOrder order(curve.runs[i]->chase()->request, curve.runs[i]->chase()->result);
    const LatencyTrace& trace = curve.runs[i]->chase()->result.cycles;
    std::vector<float> first, others;
    for (std::size_t a = 0; a < trace.size(); ++a) (order.offset(a) % s.stride == 0 ? first : others).push_back(trace[a]);
    if (first.empty() || others.empty()) return false;
    const double paid = inference::average_of(LatencyTrace(std::move(first))).cycles -
                        inference::average_of(LatencyTrace(std::move(others))).cycles;
    return std::abs(paid - s.rise) < 0.2 * s.rise;
  }
  return false;
}

}  // namespace

Outcome<StrideCurve> fetch_curve(SweepRunner& runner, const ChaseRequest& base, const NearestLevel& level) {
  StrideCurve curve;
  const std::uint64_t middle = std::bit_floor(level.fetch_bytes);
  const std::uint64_t smallest = std::max(kSmallestStride, middle >> kFetchOctaves), largest = middle << kFetchOctaves;
  // The array is as large as the next level allows, up to four times the size that overflows this one, in whole multiples of the
  // widest stride.
  const std::uint64_t bytes = std::min(level.next_holds, 4 * level.outgrown) / largest * largest;
  if (2 * bytes < 3 * level.outgrown) {
    curve.saturation.reason = "The next level is not much larger, so no array is too large for this level alone.";
    return curve;
  }
  std::vector<PlannedChase> planned;
  for (std::uint64_t stride = smallest; stride <= largest; stride *= 2)
    if (bytes / stride <= kMostElements) planned.push_back({stride_request(base, bytes, stride, 1), stride_label(bytes, stride)});
  if (auto error = add_points(runner, curve, planned)) return *error;
  curve.saturation = inference::find_saturation(
      curve.points, {.fewest_octaves = 2, .fewest_flat = 1, .later_rise = 0.03, .foot = level.hit_cycles});
  return curve;
}

Outcome<StrideCurve> page_curve(SweepRunner& runner, const ChaseRequest& base, std::uint64_t limit) {
  StrideCurve curve;
  const std::uint64_t most = std::min(limit, kPageBytes);
  std::vector<PlannedChase> planned;
  for (std::uint64_t stride = kSmallestPageStride; most / stride >= kFewestPageElements; stride *= 2) {
    const std::uint64_t bytes = std::min(kPageElements, most / stride) * stride;
    planned.push_back({stride_request(base, bytes, stride, 1), stride_label(bytes, stride)});
  }
  if (auto error = add_points(runner, curve, planned)) return *error;
  curve.saturation = inference::find_saturation(curve.points, {.fewest_octaves = 3, .fewest_flat = 2});
  if (curve.saturation.found() && !first_accesses_pay(curve)) {
    curve.saturation.kind = inference::StrideSaturation::Kind::undecided;
    curve.saturation.reason =
        "The average grows with the stride as it does for pages, but the first accesses to pages are not the slow ones.";
  }
  return curve;
}

std::optional<DeviceError> size_by_stride(SweepRunner& runner, const ChaseRequest& base, std::uint64_t smallest,
                                          std::uint64_t largest, const SizeGrid& grid) {
  for (std::uint64_t bytes = smallest; bytes <= largest; bytes *= grid.factor) {
    std::vector<PlannedChase> planned;
    for (std::uint64_t stride = kSmallestStride; stride <= bytes / 4; stride *= 2) {
      if (bytes / stride > grid.elements) continue;
      PlannedChase chase{uniform_chase(base, bytes, stride, 1, 1), stride_label(bytes, stride)};
      chase.request.record = Record::mean;
      const std::uint64_t pass = bytes / stride;
      chase.request.accesses = pass < grid.timed ? grid.timed / pass * pass : grid.whole_pass ? pass : grid.timed;
      planned.push_back(std::move(chase));
    }
    for (const auto& answer : runner.chases(planned))
      if (!answer && !is_limit(answer.error())) return answer.error();
  }
  return std::nullopt;
}

void add_opinion(Finding& fetch, const StrideCurve& curve) {
  for (const RunPtr& run : curve.runs) fetch.evidence.push_back(run->id);
  const inference::StrideSaturation& corner = curve.saturation;
  if (!corner.found()) return;
  Opinion opinion;
  opinion.method = "average latency over stride, in an array too large for this level (C2070 poster): from " +
                   number_text(corner.low_cycles) + " cycles in proportion to the stride up to a plateau at " +
                   number_text(corner.plateau_cycles) + " cycles";
  opinion.value = corner.stride;
  opinion.agrees = fetch.status == FindingStatus::measured && opinion.value == fetch.value;
  fetch.opinions.push_back(std::move(opinion));
}

Finding page_finding(const structure::Setting& setting, const StrideCurve& curve) {
  Finding finding = structure::blank_finding(subject::l1_tlb, quantity::page_bytes, "bytes", setting);
  finding.method =
      "Average latency over large strides: it grows with the stride while several accesses share a page, and is flat when each has "
      "a page of its own; only the first access to a page pays.";
  finding.reference = "C2070 poster, confirming cache sizes";
  for (const RunPtr& run : curve.runs) finding.evidence.push_back(run->id);
  if (curve.saturation.found()) {
    structure::set_measured(finding, curve.saturation.stride);
    finding.reason = "A page costs " + number_text(curve.saturation.rise) +
                     " cycles, and no other rise is seen: every TLB that misses in these arrays has pages of this size.";
  } else {
    finding.reason = curve.saturation.reason;
  }
  return finding;
}

}  // namespace chasescope
