// Decision 38: docs/decisions/inference/38-change-point-test.md
#include "engine/findings/change_test.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>

#include "engine/inference/levels/miss_mark.h"
#include "engine/statistics/median.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::ChangePoint;

// Prefix of an opinion's method, followed by the test's result.
constexpr const char* kTest = "two-sample Kolmogorov-Smirnov test: ";

std::string number_of(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// "p = 0.000044": with two significant digits, without exponents, which some fonts can't show; values below a millionth become "p
/// < 0.000001".
std::string chance(double p) {
  constexpr double kLeast = 1e-6;
  if (p < kLeast) return "p < 0.000001";
  const int places = p < 0.01 ? 1 - static_cast<int>(std::floor(std::log10(p))) : 3;
  return "p = " + number_of(("%." + std::to_string(places) + "f").c_str(), p);
}

/// The most frequent step; of equally frequent ones the larger; 0 if there is none.
std::uint64_t usual_step(const std::vector<std::uint64_t>& footprints) {
  std::map<std::uint64_t, std::size_t> times;
  for (std::size_t i = 1; i < footprints.size(); ++i) ++times[footprints[i] - footprints[i - 1]];
  const auto most = std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second <= b.second; });
  return most == times.end() ? 0 : most->first;
}

const UniformPattern* sweep_pattern(const Run& run) {
  const auto* chase = run.chase();
  return chase == nullptr || chase->result.cycles.empty() ? nullptr : std::get_if<UniformPattern>(&chase->request.pattern);
}

}  // namespace

ChangeTest change_test(std::span<const RunPtr> sweep) {
  ChangeTest test;
  if (sweep.empty()) return test;
  // A latency above that of a miss is an interrupt. It is replaced by a hit, so that it is no change.
  const inference::MissMark mark = inference::tell_apart(sweep.front()->cycles(), sweep.back()->cycles());
  const std::vector<float> first = sweep.front()->cycles().copy();
  const double hit = mark.clear ? mark.hit : inference::median_of({first.begin(), first.end()});
  for (const RunPtr& run : sweep) {
    std::vector<float> cycles = run->cycles().copy();
    if (mark.clear)
      for (float& each : cycles)
        if (each > mark.to) each = static_cast<float>(hit);
    test.distances.push_back(inference::geometric_image(cycles, hit).distance);
    test.footprints.push_back(sweep_pattern(*run)->bytes);
  }
  test.step = usual_step(test.footprints);
  test.change = inference::find_change_point(test.distances);
  return test;
}

std::string words_of(const ChangePoint& change) {
  switch (change.kind) {
    case ChangePoint::Kind::found: return "D = " + number_of("%.2f", change.distance) + ", " + chance(change.p_value);
    case ChangePoint::Kind::none: return "no change (" + chance(change.p_value) + ")";
    case ChangePoint::Kind::trend: return "an even trend, no change";
    case ChangePoint::Kind::undecided: break;
  }
  return "too few footprints";
}

std::string footprint_words(const ChangeTest& test) {
  std::string text = format_count(test.footprints.size()) + " footprints";
  std::vector<std::uint64_t> others;
  for (std::size_t i = 1; i < test.footprints.size(); ++i)
    if (const std::uint64_t step = test.footprints[i] - test.footprints[i - 1]; step != test.step) others.push_back(step);
  if (test.footprints.size() < 3 || others.size() > 1)
    return text + " from " +
           size_range_text(static_cast<double>(test.footprints.front()), static_cast<double>(test.footprints.back()));
  text += " in steps of " + size_text(static_cast<double>(test.step)).joined();
  return others.empty() ? text : text + ", and one of " + size_text(static_cast<double>(others.front())).joined();
}

bool agrees_with(const ChangeTest& test, const inference::FootprintBracket& bracket) {
  const ChangePoint& change = test.change;
  if (!change.found() || !change.rises) return false;
  // The interval of the change covers all splits that are nearly as likely. Each split lies between two footprints.
  const auto& sizes = test.footprints;
  const std::uint64_t low = sizes[change.low - 1], high = sizes[std::min(change.high, sizes.size() - 1)];
  const auto above = std::lower_bound(sizes.begin(), sizes.end(), bracket.misses);
  const auto below = std::upper_bound(sizes.begin(), sizes.end(), bracket.fits);
  return low <= (above == sizes.end() ? bracket.misses : *above) &&
         high >= (below == sizes.begin() ? bracket.fits : *std::prev(below));
}

std::optional<Opinion> opinion_of(const ChangeTest& test, const inference::FootprintBracket& bracket) {
  const ChangePoint& change = test.change;
  if (change.kind == ChangePoint::Kind::undecided) return std::nullopt;
  Opinion opinion;
  opinion.method = "change point of the geometric distances of " + footprint_words(test) + ", " + kTest + words_of(change);
  opinion.agrees = agrees_with(test, bracket);
  if (change.found()) opinion.value = test.footprints[change.index - 1];
  return opinion;
}

const Opinion* change_opinion(const Finding& finding) {
  const auto found = std::find_if(finding.opinions.begin(), finding.opinions.end(),
                                  [](const Opinion& opinion) { return opinion.method.find(kTest) != std::string::npos; });
  return found == finding.opinions.end() ? nullptr : &*found;
}

std::optional<ChangeTest> change_test_of(const Finding& finding, std::span<const RunPtr> runs) {
  const Opinion* const opinion = change_opinion(finding);
  if (opinion == nullptr) return std::nullopt;
  std::unordered_map<std::string_view, RunPtr> known;
  for (const RunPtr& run : runs) known[run->id] = run;
  std::vector<RunPtr> sweep;
  for (const std::string& id : finding.evidence) {
    const auto run = known.find(id);
    if (run == known.end() || !run->second->label.starts_with(kSweepLabel)) continue;
    const UniformPattern* pattern = sweep_pattern(*run->second);
    if (pattern == nullptr || (!sweep.empty() && pattern->bytes <= sweep_pattern(*sweep.back())->bytes)) return std::nullopt;
    sweep.push_back(run->second);
  }
  // The runs given may lack the references, which are no data. Every run of the sweep must be there.
  const std::string all = "distances of " + format_count(sweep.size()) + " footprints";
  return sweep.empty() || opinion->method.find(all) == std::string::npos ? std::nullopt : std::optional(change_test(sweep));
}

}  // namespace chasescope
