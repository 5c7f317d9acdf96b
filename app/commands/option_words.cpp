#include "app/commands/option_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/device/catalogue/catalogue.h"
#include "engine/model/card_file/noise_reader.h"
#include "engine/probe/parameters.h"
#include "engine/trace/near_word.h"
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
  return word == "-" || word == "/dev/stdout"
             ? "'" + word + "' is standard output, and a figure is written to files; name a folder, or a file such as l1.png"
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

void set_examples(CLI::App& command, const std::string& examples) {
  // A command begins with the footer of the one above it.
  const std::string inherited = command.get_footer();
  std::string footer = inherited.substr(0, inherited.find("Examples:\n")) + "Examples:";
  std::size_t begin = 0;
  while (begin < examples.size()) {
    const std::size_t end = std::min(examples.find('\n', begin), examples.size());
    footer += "\n  " + examples.substr(begin, end - begin);
    begin = end + 1;
  }
  command.footer(footer);
}

std::string unknown_word(const CLI::App& app, const std::string& word) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) commands.push_back(command->get_name());
  return "'" + word + "' is no command, and there is no file of that name" + did_you_mean(word, commands) +
         " (see chasescope --help)";
}

bool looks_like_a_file(const std::string& word) { return word.find_first_of("./") != std::string::npos; }

namespace {

/// The sentence for a misspelt command with words behind it ("prob fine-grained"), or for a misspelt subcommand ("library chek").
/// Empty if the words are no such slip.
std::string unknown_command(const CLI::App& app) {
  const CLI::App* above = &app;
  while (!above->get_subcommands().empty()) above = above->get_subcommands().front();
  if (above == &app) {
    const auto words = app.get_option("FILE")->results();
    std::error_code ignored;
    const bool is_slip = !words.empty() && !words.front().empty() && !looks_like_a_file(words.front()) &&
                         words.front().find(':') == std::string::npos && !std::filesystem::exists(words.front(), ignored);
    return is_slip ? unknown_word(app, words.front()) : "";
  }
  std::vector<std::string> commands;
  for (const CLI::App* command : above->get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  const std::vector<std::string> left = above->remaining();
  if (commands.empty() || left.empty() || left.front().starts_with('-')) return {};
  std::string list;
  for (const std::string& command : commands) list += (list.empty() ? "" : ", ") + command;
  const std::string meant = did_you_mean(left.front(), commands);
  return "'" + left.front() + "' is no command of " + above->get_name() + (meant.empty() ? "; there" : meant + " There") +
         (commands.size() == 1 ? " is " : " are ") + list + ".";
}

/// The sentence for a flag that the command does not have. Empty if there is none among the words.
std::string unknown_flag(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<std::string> left = app.remaining(true);
  const auto found = std::ranges::find_if(words, [&](const std::string& word) {
    const bool is_flag =
        word.size() > 1 && word.front() == '-' && word != "--" && std::isdigit(static_cast<unsigned char>(word[1])) == 0;
    return is_flag && std::ranges::find(left, word) != left.end();
  });
  if (found == words.end()) return {};
  const std::string flag = found->substr(0, found->find('='));
  std::string path = app.get_name();
  bool is_of_above = false;  // it was understood, but does not belong to this command, so that no other one was meant
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) {
    is_of_above = is_of_above || command->get_option_no_throw(flag) != nullptr;
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options()) std::ranges::copy(option->get_lnames(), std::back_inserter(known));
  const std::string near = flag.starts_with("--") && !is_of_above ? near_word(flag.substr(2), known) : std::string();
  return "Unknown flag " + flag + (near.empty() ? "" : "; did you mean --" + near + "?") + " (see " + path + " --help)";
}

/// The sentence for a long flag with one dash, of which the parser takes the first letter alone ("-device" is "-d evice"). Empty if
/// there is none among the words.
std::string one_dash(const CLI::App& app, const std::vector<std::string>& words) {
  std::string path = app.get_name(), meant;
  for (const CLI::App* command = &app;;) {
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames())
        for (const std::string& word : words)
          if (name.size() > 1 && word.substr(0, word.find('=')) == '-' + name) meant = name;
    if (command->get_subcommands().empty()) break;
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  return meant.empty() ? "" : "Unknown flag -" + meant + "; did you mean --" + meant + "? (see " + path + " --help)";
}

}  // namespace

std::string misspelt(const CLI::App& app, const std::vector<std::string>& words) {
  if (std::string slip = one_dash(app, words); !slip.empty()) return slip;
  const std::string command = unknown_command(app), flag = unknown_flag(app, words);
  // Behind a misspelt command no flag is known; before it the flag is the first slip.
  const bool begins_with_flag = !words.empty() && words.front().starts_with('-');
  return (begins_with_flag || command.empty()) && !flag.empty() ? flag : command;
}

WordCheck format_of(const std::string& list, const std::string& what) {
  return [=](const std::string& word) -> std::string {
    for (const std::string& known : parse_names(list))
      if (word == known) return {};
    return "There is no " + what + " '" + word + "'; there are " + list;
  };
}

}  // namespace chasescope
