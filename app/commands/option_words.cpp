#include "app/commands/option_words.h"

#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/device/catalogue/catalogue.h"
#include "engine/model/card_file/noise_reader.h"
#include "engine/probe/parameters.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

/// The whole word as a number; nothing where it is none, or too large for one.
template <typename Number>
std::optional<Number> number_in(const std::string& word) {
  Number value{};
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

}  // namespace

std::string fault_of_name(const std::string& word) { return word.empty() ? "is empty; name something, or leave it out" : ""; }

std::string fault_of_file_name(const std::string& word) {
  if (word.empty() || word == "." || word == "..") return "must name a file";
  for (const char letter : word)
    if (static_cast<unsigned char>(letter) < ' ') return "must name a file by letters that can be seen";
  return word.find('/') == std::string::npos ? "" : "is a path; name the folder by -o";
}

std::string fault_of_folder(const std::string& word) {
  return word == "-" || word == "/dev/stdout" ? "'" + word + "' is standard output, and several files go to a folder; name one"
                                              : "";
}

std::string fault_of_device(const std::string& word) { return fault_of_device_id(word); }

std::string fault_of_several_devices(const std::string& words) { return fault_of_devices(words); }

std::string fault_of_document_or_device(const std::string& word) {
  for (const char* kind : {"cuda:", "model:", "exec:", "ssh:"})
    if (word.starts_with(kind)) return fault_of_device_id(word);
  return {};
}

std::string fault_of_noise(const std::string& word) {
  std::string complaint;
  return model::parse_noise(word, complaint) ? std::string() : complaint;
}

std::optional<double> seconds_of_time(const std::string& word) {
  static constexpr std::pair<const char*, double> kUnits[] = {
      {"", 1},        {"s", 1},        {"sec", 1},  {"second", 1},  {"seconds", 1},  {"m", 60},    {"min", 60},
      {"minute", 60}, {"minutes", 60}, {"h", 3600}, {"hour", 3600}, {"hours", 3600}, {"ms", 0.001}};
  std::size_t end = 0;
  while (end < word.size() && (std::isdigit(static_cast<unsigned char>(word[end])) != 0 || word[end] == '.')) ++end;
  const auto count = number_in<double>(word.substr(0, end));
  std::string unit = word.substr(end);
  while (!unit.empty() && unit.front() == ' ') unit.erase(0, 1);
  for (const auto& [name, seconds] : kUnits)
    if (count && unit == name) return *count * seconds;
  return std::nullopt;
}

std::string fault_of_time(const std::string& word) {
  constexpr double kMost = 86400;
  const auto seconds = seconds_of_time(word);
  if (!seconds) return "'" + word + "' is no time; write a number with s, min or h, such as 60s or 2min";
  if (!(*seconds >= 1 && *seconds <= kMost)) return "'" + word + "' does not lie between 1 s and 24 h";
  return {};
}

WordCheck whole_number(std::uint64_t least, std::uint64_t most) {
  return [=](const std::string& word) -> std::string {
    const auto value = number_in<std::uint64_t>(word);
    if (value && *value >= least && *value <= most) return {};
    return "'" + word + "' is no whole number from " + std::to_string(least) + " to " + std::to_string(most);
  };
}

WordCheck number(double least, double most, const std::string& unit) {
  return [=](const std::string& word) -> std::string {
    const auto value = number_in<double>(word);
    if (value && *value >= least && *value <= most) return {};
    return "'" + word + "' does not lie between " + number_text(least) + " and " + number_text(most) + " " + unit;
  };
}

std::string format_for(const std::string& given, const std::string& output, const std::string& known, const std::string& usual) {
  if (!given.empty()) return given;
  for (const auto& [ending, format] : {std::pair{".tex", "latex"}, {".md", "markdown"}, {".csv", "csv"}, {".json", "json"}})
    if (output.ends_with(ending) && format_of(known)(format).empty()) return format;
  return usual;
}

WordCheck format_of(const std::string& list, const std::string& what) {
  return [=](const std::string& word) -> std::string {
    for (const std::string& known : parse_names(list))
      if (word == known) return {};
    return "There is no " + what + " '" + word + "'; there are " + list;
  };
}

}  // namespace chasescope
