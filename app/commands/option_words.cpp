#include "app/commands/option_words.h"

#include <charconv>
#include <optional>

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

std::string fault_of_device(const std::string& word) { return fault_of_device_id(word); }

std::string fault_of_document_or_device(const std::string& word) {
  for (const char* kind : {"cuda:", "model:", "exec:", "ssh:"})
    if (word.starts_with(kind)) return fault_of_device_id(word);
  return {};
}

std::string fault_of_noise(const std::string& word) {
  std::string complaint;
  return model::parse_noise(word, complaint) ? std::string() : complaint;
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

WordCheck format_of(const std::string& list, const std::string& what) {
  return [=](const std::string& word) -> std::string {
    for (const std::string& known : parse_names(list))
      if (word == known) return {};
    return "There is no " + what + " '" + word + "'; there are " + list;
  };
}

}  // namespace chasescope
