#include "engine/probe/discovery/curves_step.h"

#include <algorithm>
#include <string>

#include "engine/device/description.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"

namespace chasescope {
namespace {

// The accesses that all curves together may take. Footprints beyond a large L2 need the most: four to a doubling, up to 128 MiB in
// blocks of 64 B, are twelve million accesses of each space, and four spaces have such a curve. Curves of small caches take far
// fewer. On a card the limit is time, which each picture watches itself: most accesses of a curve are a warm-up by many threads.
constexpr double kAccesses = 48e6;
constexpr std::uint64_t kLinesOfPattern = 8192;  // a cache of more lines has no miss pattern in a discovery: it would take too long
constexpr std::uint64_t kRowsOfPattern = 8;
constexpr std::uint64_t kPassesOfTrace = 4;

struct Picture {
  std::string probe;
  ParameterValues values;
  double share = 1;  ///< the picture's share of the step's accesses
};

double number_of(const Finding& finding) { return finding.value.is_number() ? finding.value.get<double>() : 0; }

/// The measured value of a quantity of `subject` with no condition but the space; 0 if there is none.
std::uint64_t told(const std::vector<Finding>& found, const std::string& subject, const std::string& space,
                   std::string_view quantity) {
  for (const Finding& finding : found)
    if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::measured &&
        finding.conditions == nlohmann::json{{"space", space}})
      return static_cast<std::uint64_t>(number_of(finding));
  return 0;
}

/// A cache whose end a walk has found.
struct Edge {
  std::string space;
  std::uint64_t holds = 0, line = 0;
};

std::vector<Edge> edges_of(const std::vector<Finding>& found) {
  std::vector<Edge> edges;
  for (const Finding& finding : found) {
    if (finding.quantity != quantity::contiguous_bytes || finding.status != FindingStatus::measured ||
        !finding.conditions.is_object() || finding.conditions.size() != 1 || !finding.conditions.contains("space"))
      continue;
    Edge edge{finding.conditions["space"].get<std::string>(), static_cast<std::uint64_t>(finding.low.value_or(number_of(finding)))};
    edge.line = told(found, finding.subject, edge.space, quantity::line_bytes);
    if (edge.line == 0) edge.line = told(found, finding.subject, edge.space, quantity::fetch_bytes);
    if (edge.line != 0 && edge.holds >= edge.line && edge.holds / edge.line <= kLinesOfPattern) edges.push_back(std::move(edge));
  }
  return edges;
}

/// The footprints of the miss pattern, in whole lines: from the largest that fits to a quarter more, which is one way of a cache
/// with four ways.
ParameterValues pattern_around(const Edge& edge) {
  const std::uint64_t lines = edge.holds / edge.line, rows = std::min(kRowsOfPattern, std::max<std::uint64_t>(lines / 4, 1));
  const std::uint64_t step = std::max<std::uint64_t>(lines / 4 / rows, 1) * edge.line;
  return {{"space", edge.space},
          {"from", std::to_string(lines * edge.line)},
          {"to", std::to_string(lines * edge.line + rows * step)},
          {"step", std::to_string(step)},
          {"stride", std::to_string(edge.line)},
          {"passes", "1"}};
}

/// A footprint a sixteenth larger than the cache holds, so that some lines miss and others hit.
ParameterValues just_too_large(const Edge& edge) {
  const std::uint64_t lines = edge.holds / edge.line;
  return {{"space", edge.space},
          {"bytes", std::to_string((lines + std::max<std::uint64_t>(lines / 16, 1)) * edge.line)},
          {"stride", std::to_string(edge.line)},
          {"accesses", std::to_string(kPassesOfTrace * (lines + std::max<std::uint64_t>(lines / 16, 1)))}};
}

std::vector<Picture> pictures_of(const std::vector<Finding>& found) {
  std::vector<Picture> pictures;
  ParameterValues spectrum{{"draw", "picture"}};
  for (const Finding& finding : found)
    if (finding.subject == subject::l1_tlb && finding.quantity == quantity::page_bytes && finding.status == FindingStatus::measured)
      spectrum["page"] = std::to_string(static_cast<std::uint64_t>(number_of(finding)));
  pictures.push_back({"footprint-sweep", {{"draw", "picture"}}, 0.75});
  pictures.push_back({"stride-sweep", {{"draw", "picture"}}, 0.1});
  pictures.push_back({"spectrum", std::move(spectrum), 0.15});
  const std::vector<Edge> edges = edges_of(found);
  // A view shows the last picture, so the miss pattern of the nearest cache of global loads comes last, if there is one.
  const auto nearest = std::min_element(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    const auto rank = [](const Edge& edge) { return std::pair(edge.space != to_string(MemorySpace::global_ca), edge.holds); };
    return rank(a) < rank(b);
  });
  for (auto edge = edges.begin(); edge != edges.end(); ++edge)
    if (edge != nearest) pictures.push_back({"miss-pattern", pattern_around(*edge)});
  if (nearest != edges.end()) {
    pictures.push_back({"fine-grained", just_too_large(*nearest)});
    pictures.push_back({"miss-pattern", pattern_around(*nearest)});
  }
  return pictures;
}

/// Whether a finding belongs to a picture: plateaus of known levels, and latency classes whose paths are known. A plateau that no
/// level explains, or a class that no path explains, is not reported from so few accesses, because on a card it differs from run to
/// run.
bool belongs_to_picture(const Finding& finding) {
  if (finding.quantity == quantity::plateau_cycles) return finding.subject != subject::device;
  if (finding.quantity != quantity::access_class_cycles && finding.quantity != quantity::access_class_share) return false;
  return finding.conditions.contains("paths") && !finding.conditions["paths"].empty();
}

/// Passes on the events of one picture, as a part of the step.
class PictureSink final : public ProbeSink {
 public:
  PictureSink(ProbeSink* whole, ProbeReport& report, double from, double to)
      : whole_(whole), report_(report), from_(from), to_(to) {}
  void on_run_started(const RunPtr& run) override {
    if (whole_ != nullptr) whole_->on_run_started(run);
  }
  void on_part(const std::string& run_id, const TraceChunk& part) override {
    if (whole_ != nullptr) whole_->on_part(run_id, part);
  }
  void on_run_finished(const RunPtr& run) override {
    report_.runs.push_back(run);
    if (whole_ != nullptr) whole_->on_run_finished(run);
  }
  void on_finding(const Finding& finding) override {
    if (!belongs_to_picture(finding)) return;
    report_.findings.push_back(finding);
    if (whole_ != nullptr) whole_->on_finding(finding);
  }
  void on_progress(double fraction, const std::string& doing) override {
    if (whole_ != nullptr) whole_->on_progress(from_ + (to_ - from_) * std::clamp(fraction, 0.0, 1.0), doing);
  }

 private:
  ProbeSink* whole_;
  ProbeReport& report_;
  double from_, to_;
};

bool ends_all(const DeviceError& error) {
  return error.code != ErrorCode::invalid_request && error.code != ErrorCode::unsupported && error.code != ErrorCode::out_of_memory;
}

}  // namespace

const ProbeInfo& CurvesStep::info() const {
  static const ProbeInfo info{
      .name = "curves",
      .title = "Curves",
      .group = "Sweeps",
      .summary = "Latency over footprint and stride, the latency spectrum, and the misses around the end of each cache.",
      .reference = "2014 paper §3.2; C2070 poster",
      .parameters = {}};
  return info;
}

Outcome<ProbeReport> CurvesStep::run(Device& device, const ParameterValues&, const ProbeControl& control) const {
  std::vector<Picture> pictures = pictures_of(found_);
  ProbeReport report;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    Picture& picture = pictures[i];
    const Probe* probe = find_probe(picture.probe);
    if (probe == nullptr) continue;
    if (picture.values.contains("draw"))
      picture.values["budget"] = std::to_string(static_cast<std::uint64_t>(picture.share * kAccesses));
    const auto count = static_cast<double>(pictures.size());
    PictureSink sink(control.sink, report, static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
    const auto outcome = probe->run(
        device, picture.values, {.stop = control.stop, .sink = &sink, .first_run = control.first_run, .shared = control.shared});
    if (!outcome && ends_all(outcome.error())) return outcome.error();
  }
  return report;
}

}  // namespace chasescope
