#include "engine/session/summary/summary_conditions.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

constexpr double kMostThatIsReal = 1e6;  // larger values, of MHz, degrees, watts or processes, are taken for errors

std::vector<nlohmann::json> samples_of(const Session& session) {
  if (!session.environment.is_object()) return {};
  const auto conditions = session.environment.find("conditions");
  if (conditions == session.environment.end() || !conditions->is_object()) return {};
  const auto samples = conditions->find("samples");
  if (samples == conditions->end() || !samples->is_array()) return {};
  std::vector<nlohmann::json> all;
  std::copy_if(samples->begin(), samples->end(), std::back_inserter(all), [](const nlohmann::json& one) { return one.is_object(); });
  return all;
}

std::optional<double> number_of(const nlohmann::json& sample, const char* key) {
  const auto found = sample.find(key);
  if (found == sample.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  return std::isfinite(value) && std::abs(value) < kMostThatIsReal ? std::optional(value) : std::nullopt;
}

struct Range {
  double low = 0, high = 0;
};

std::optional<Range> range_of(const std::vector<nlohmann::json>& samples, const char* key) {
  std::optional<Range> range;
  for (const nlohmann::json& sample : samples)
    if (const auto value = number_of(sample, key)) {
      if (!range) range = {*value, *value};
      range->low = std::min(range->low, *value);
      range->high = std::max(range->high, *value);
    }
  return range;
}

std::string range_text(const Range& range) {
  const std::string low = number_text(std::round(range.low)), high = number_text(std::round(range.high));
  return low == high ? low : low + "-" + high;
}

bool is_limited_by(const nlohmann::json& sample, const char* limit) {
  const auto limits = sample.find("limits");
  return limits != sample.end() && limits->is_array() && std::find(limits->begin(), limits->end(), nlohmann::json(limit)) != limits->end();
}

constexpr const char* kLimits[] = {"power cap", "heat", "hardware slowdown", "power brake"};

std::size_t looks_limited_by(const std::vector<nlohmann::json>& samples, const char* limit) {
  return static_cast<std::size_t>(
      std::count_if(samples.begin(), samples.end(), [&](const nlohmann::json& one) { return is_limited_by(one, limit); }));
}

}  // namespace

std::vector<std::string> condition_sentences(const Session& session) {
  const std::vector<nlohmann::json> samples = samples_of(session);
  if (samples.empty()) return {};
  std::vector<std::string> sentences;
  const std::string looks = number_text(static_cast<double>(samples.size())) + (samples.size() == 1 ? " look." : " looks.");
  for (const char* limit : kLimits)
    if (const std::size_t count = looks_limited_by(samples, limit); count > 0)
      sentences.push_back("Warning: its clock was held down (" + std::string(limit) + ") in " + number_text(static_cast<double>(count)) +
                          " of " + looks);
  if (const auto others = range_of(samples, "other_processes"); others && others->high >= 1)
    sentences.push_back("Warning: " + number_text(others->high) + (others->high == 1 ? " other process" : " other processes") +
                        " computed on the card.");
  else if (others)
    sentences.emplace_back("Nobody else used the card.");
  const auto set = std::count_if(samples.begin(), samples.end(), [](const nlohmann::json& one) {
    const auto found = one.find("clock_is_set");
    return found != one.end() && *found == true;
  });
  const auto clock = range_of(samples, "sm_mhz");
  if (set > 0) sentences.push_back("Its clocks are locked" + (clock ? " (SMs at " + range_text(*clock) + " MHz)." : std::string(".")));
  const auto heat = range_of(samples, "temperature_c"), power = range_of(samples, "power_w"), most = range_of(samples, "power_limit_w");
  std::string state = heat ? range_text(*heat) + " °C" : "";
  if (power) state += (state.empty() ? "" : ", ") + range_text(*power) + (most ? " of " + range_text(*most) : "") + " W";
  if (!state.empty()) sentences.push_back(state + ".");
  return sentences;
}

}  // namespace chasescope
