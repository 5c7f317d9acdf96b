#include "app/commands/figure_again.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <array>
#include <filesystem>

#include "app/commands/command_line.h"
#include "app/documents/export_figures.h"
#include "app/measurement/failure.h"
#include "app/measurement/version.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/shell_word.h"

namespace chasescope {
namespace {

constexpr qint64 kMostBytes =
    64'000'000;  // the largest JSON beside a figure that is read; with thousands of runs it has some megabytes
constexpr const char* kRecording = "recording:";

/// The path of a file relative to the folder. Names of bundled recordings are no paths and stay.
std::string seen_from(const std::string& folder, const std::string& file) {
  const QString path = QString::fromStdString(file);
  if (!QFileInfo::exists(path)) return file;
  return QDir(QDir(QString::fromStdString(folder)).absolutePath())
      .relativeFilePath(QFileInfo(path).absoluteFilePath())
      .toStdString();
}

/// Whether the part of a device's id behind the colon is a file.
bool names_file(const std::string& device) {
  return device.starts_with(kRecording) || device.starts_with("file:") || device.starts_with("mystery:");
}

/// The path of a session's file, or the id of a device with its file's path, relative to the folder.
std::string source_seen_from(const std::string& folder, const std::string& source) {
  if (!names_file(source)) return seen_from(folder, source);
  const std::size_t path = source.find(':') + 1;
  return source.substr(0, path) + seen_from(folder, source.substr(path));
}

/// The options that choose the figure, its data and the part of the data that is shown; the figure's name comes first.
std::vector<std::string> words_of(const FigureCommandOptions& options) {
  std::vector<std::string> words{options.figure};
  const auto add = [&words](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  if (!options.session.empty()) add("--session", seen_from(options.folder, options.session));
  add("--device", names_file(options.device.id) ? source_seen_from(options.folder, options.device.id) : options.device.id);
  if (options.device.noise) words.push_back(options.device.noise->empty() ? "--noise" : "--noise=" + *options.device.noise);
  if (options.device.seed) add("--seed", std::to_string(*options.device.seed));
  for (const std::string& other : options.with) add("--with", source_seen_from(options.folder, other));
  add("--quantity", options.quantity);
  add("--curve", options.curve);
  for (const std::string& setting : options.settings) add("--set", setting);
  add("--cache", options.cache);
  add("--run", options.run);
  const std::vector<std::string> look = words_of(options.look);
  words.insert(words.end(), look.begin(), look.end());
  std::string formats;
  for (const std::string& format : options.formats) formats += (formats.empty() ? "" : ",") + format;
  add("--formats", formats);
  return words;
}

/// Why a stranger's file may not be used: it asks to write elsewhere, to replace files or to run programs. Empty if it does not.
std::string fault_of(const std::vector<std::string>& words, const std::string& file) {
  constexpr std::array kAllowed{"--session",  "--device",  "--noise",  "--seed",      "--with",    "--against", "--quantity",
                                "--curve",    "--set",     "--cache",  "--run",       "--formats", "--venue",   "--span",
                                "--width",    "--height",  "--type",   "--font",      "--lines",   "--palette", "--dpi",
                                "--svg-text", "--x",       "--y",      "--colouring", "--log",     "--legend",  "--panel",
                                "--letters",  "--caption", "--cursors"};
  if (words.empty() || words.front().starts_with("-") || words.front().ends_with(".json") || words.front() == "all" ||
      words.front() == "check")
    return file + " names no figure in its arguments.";
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    // A device of a stranger's file may be a program of the stranger.
    if (word.starts_with("exec:") || word.starts_with("ssh:"))
      return file + " was made with a device that is a program, '" + printable(shortened(word)) +
             "'; if you trust it, type its command yourself.";
    if (word.starts_with("-") && std::find(kAllowed.begin(), kAllowed.end(), word.substr(0, word.find('='))) == kAllowed.end() &&
        words[i - 1] != "--set")
      return file + " asks for '" + printable(shortened(word)) + "', which is no part of a figure.";
  }
  return {};
}

/// The command line in the file, with paths made relative to the present folder; or what is wrong with the file.
Outcome<std::vector<std::string>> words_in(const QString& path) {
  const std::string name = path.toStdString();
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return DeviceError{ErrorCode::internal, name + " can't be read: " + file.errorString().toStdString() + "."};
  if (file.size() > kMostBytes) return DeviceError{ErrorCode::internal, name + " is too large to be the JSON beside a figure."};
  const nlohmann::json json = nlohmann::json::parse(file.readAll().toStdString(), nullptr, false);
  if (!json.is_object() || !json.contains("arguments") || !json["arguments"].is_array())
    return DeviceError{ErrorCode::internal,
                       name + " does not say how its figure was made; give the JSON that 'chasescope figure' wrote beside it."};
  std::vector<std::string> words;
  for (const nlohmann::json& word : json["arguments"]) {
    if (!word.is_string()) return DeviceError{ErrorCode::internal, name + " has an argument that is no text."};
    words.push_back(word.get<std::string>());
  }
  if (const std::string fault = fault_of(words, name); !fault.empty()) return DeviceError{ErrorCode::internal, fault};
  const QDir place = QFileInfo(path).dir();
  const auto from_there = [&](const std::string& relative) {
    const QString there = place.filePath(QString::fromStdString(relative));
    return QFileInfo::exists(there) ? there.toStdString() : relative;
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& option = words[i - 1];
    const bool other = option == "--with" || option == "--against";
    if (names_file(words[i]) && (other || option == "--device")) {
      const std::size_t path_at = words[i].find(':') + 1;
      words[i] = words[i].substr(0, path_at) + from_there(words[i].substr(path_at));
    } else if (other || option == "--session") {
      words[i] = from_there(words[i]);
    }
  }
  return words;
}

}  // namespace

std::string ending_of_file(const std::string& output) {
  std::error_code ignored;
  const std::string ending = std::filesystem::path(output).extension().string();
  if (ending.size() < 2 || std::filesystem::is_directory(output, ignored)) return {};
  const QString format = QString::fromStdString(ending.substr(1));
  return QString::fromLatin1(kExportFormats).split(QStringLiteral(", ")).contains(format) ? format.toStdString() : std::string();
}

nlohmann::json command_json(const FigureCommandOptions& options) {
  const std::vector<std::string> words = words_of(options);
  std::string command = "chasescope figure";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (options.alone && words[i] == "--formats")
      ++i;  // the ending of the file says it
    else
      command += ' ' + shell_word(words[i]);
  }
  const std::string name = shell_word(options.alone ? options.name + "." + options.formats.front() : options.name);
  command += options.alone ? " -o " + name : " -o ." + (options.name.empty() ? "" : " --name " + name);
  nlohmann::json json{{"command", command}, {"arguments", words}, {"version", version_text()}};
  if (options.device.seed) json["seed"] = *options.device.seed;
  return json;
}

int figure_again_command(const FigureCommandOptions& options) {
  const QString path = QString::fromStdString(options.figure);
  if (!options.session.empty() || !options.device.id.empty() || !options.settings.empty())
    return misunderstood("The JSON of a figure says where its data come from; leave --session, --device and --set out.");
  const auto words = words_in(path);
  if (!words) return fail(words.error());
  const QFileInfo info(path);
  const QString folder = options.folder.empty() ? info.path() : QString::fromStdString(options.folder);
  const bool own_formats = options.formats != FigureCommandOptions().formats;
  // A figure that is one file has its ending in the JSON's name: l1.png.json.
  const bool was_alone = !ending_of_file(info.completeBaseName().toStdString()).empty();
  const bool names_file = !ending_of_file(folder.toStdString()).empty();
  const bool stays_alone = was_alone && !own_formats && options.name.empty() && !names_file;
  std::vector<std::string> all{"chasescope", "figure"};
  for (std::size_t i = 0; i < words->size(); ++i)
    if ((own_formats || stays_alone || names_file) && (*words)[i] == "--formats")
      ++i;
    else
      all.push_back((*words)[i]);
  const QString base = info.completeBaseName(), name = was_alone ? QFileInfo(base).completeBaseName() : base;
  all.insert(all.end(), {"-o", stays_alone ? QDir(folder).filePath(base).toStdString() : folder.toStdString()});
  if (!options.name.empty())
    all.insert(all.end(), {"--name", options.name});
  else if (!stays_alone && !names_file)
    all.insert(all.end(), {"--name", name.toStdString()});
  if (own_formats) {
    std::string formats;
    for (const std::string& format : options.formats) formats += (formats.empty() ? "" : ",") + format;
    all.insert(all.end(), {"--formats", formats});
  }
  if (options.force) all.emplace_back("--force");
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  return run_program(static_cast<int>(argv.size()), argv.data());
}

}  // namespace chasescope
