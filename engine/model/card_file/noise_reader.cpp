#include "engine/model/card_file/noise_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {
namespace {

using Need = ObjectReader::Need;

struct Word {
  const char* word;
  double NoiseSpec::*member;
  double highest;
};

constexpr Word kWords[] = {
    {"jitter", &NoiseSpec::jitter_cycles, kMaxCycles},
    {"outliers", &NoiseSpec::outlier_share, 1},
    {"low", &NoiseSpec::outlier_low_cycles, kMaxCycles},
    {"high", &NoiseSpec::outlier_high_cycles, kMaxCycles},
    {"drift", &NoiseSpec::drift_share, 1},
};

std::string known_words() {
  std::string list;
  for (const Word& word : kWords) list += (list.empty() ? "" : ", ") + std::string(word.word);
  return list;
}

std::string shortest_exact(double number) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  return {text, end};
}

}  // namespace

NoiseSpec read_noise(const nlohmann::json& object, const std::string& pointer, Faults& faults) {
  NoiseSpec noise;
  ObjectReader reader(object, pointer, faults);
  noise.jitter_cycles = reader.number("jitter_cycles", 0, kMaxCycles, Need::optional).value_or(0);
  noise.outlier_share = reader.number("outlier_share", 0, 1, Need::optional).value_or(0);
  const Need bounds = noise.outlier_share > 0 ? Need::required : Need::optional;
  noise.outlier_low_cycles = reader.number("outlier_low_cycles", 0, kMaxCycles, bounds).value_or(0);
  noise.outlier_high_cycles = reader.number("outlier_high_cycles", 0, kMaxCycles, bounds).value_or(noise.outlier_low_cycles);
  if (noise.outlier_low_cycles > noise.outlier_high_cycles)
    reader.fault("outlier_low_cycles", "is larger than outlier_high_cycles");
  noise.drift_share = reader.number("drift_share", 0, 1, Need::optional).value_or(0);
  reader.finish();
  return noise;
}

std::optional<NoiseSpec> parse_noise(std::string_view words, std::string& complaint) {
  if (words.empty() || words == "standard") return kStandardNoise;
  if (words == "off") return NoiseSpec{};
  const auto refuse = [&](const std::string& sentence) {
    complaint = "Noise '" + std::string(words) + "': " + sentence;
    return std::nullopt;
  };
  NoiseSpec noise;
  std::map<std::string_view, double> given;
  for (std::string_view rest = words; !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    const std::string_view name = item.substr(0, item.find('='));
    const auto* const word =
        std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& known) { return known.word == name; });
    if (word == std::end(kWords)) return refuse("there is no '" + std::string(name) + "'; there are " + known_words() + ".");
    const std::string_view number = item.size() > name.size() ? item.substr(name.size() + 1) : std::string_view();
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size() || !(value >= 0 && value <= word->highest))
      return refuse(std::string(name) + " must be a number between 0 and " + shortest_exact(word->highest) + ", as in " +
                    std::string(name) + "=" + shortest_exact(kStandardNoise.*word->member) + ".");
    if (!given.emplace(name, value).second) return refuse(std::string(name) + " is given twice.");
    noise.*word->member = value;
  }
  if ((given.contains("low") || given.contains("high")) && !given.contains("outliers"))
    return refuse("low and high are those of outliers; say outliers=SHARE too.");
  if (noise.outlier_share > 0) {
    if (!given.contains("low"))
      noise.outlier_low_cycles =
          std::min(kStandardNoise.outlier_low_cycles, given.contains("high") ? noise.outlier_high_cycles : kMaxCycles);
    if (!given.contains("high")) noise.outlier_high_cycles = std::max(kStandardNoise.outlier_high_cycles, noise.outlier_low_cycles);
    if (noise.outlier_low_cycles > noise.outlier_high_cycles) return refuse("low is larger than high.");
  }
  return noise;
}

std::string noise_words(const NoiseSpec& noise) {
  std::string text;
  for (const Word& word : kWords)
    if (noise.*word.member != 0)
      text += (text.empty() ? "" : ",") + std::string(word.word) + "=" + shortest_exact(noise.*word.member);
  return text.empty() ? "off" : text;
}

}  // namespace chasescope::model
