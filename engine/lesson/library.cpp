#include "engine/lesson/library.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/lesson/lesson_check.h"
#include "engine/trace/near_word.h"
#include "resources/resources.h"

namespace chasescope::lesson {
namespace {

constexpr const char* kFolder = "lessons";
constexpr std::string_view kEnding = ".md";

/// "first-chase" of "01-first-chase".
std::string without_number(const std::string& id) {
  std::size_t digits = 0;
  while (digits < id.size() && std::isdigit(static_cast<unsigned char>(id[digits])) != 0) ++digits;
  return digits > 0 && digits < id.size() && id[digits] == '-' ? id.substr(digits + 1) : id;
}

/// "4" of "04-sets-and-ways": the number of a lesson in the list.
std::string number_in(const std::string& id) {
  const std::size_t begin = id.find_first_not_of('0');
  return id.substr(begin, id.find('-', begin) - begin);
}

/// The id of the bundled lesson with this id, name or number; empty if there is none.
std::string bundled(const std::string& name) {
  const std::string number = name.substr(std::min(name.find_first_not_of('0'), name.size()));
  for (const std::string& id : lesson_ids())
    if (id == name || without_number(id) == name || (!number.empty() && number_in(id) == number)) return id;
  return {};
}

Outcome<std::string> file_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return invalid_request("'" + path + "' is a folder, and no lesson.");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const int fault = errno;
    std::string known;
    const std::vector<std::string> ids = lesson_ids();
    std::vector<std::string> words;  // what may have been meant, with and without its number
    for (const std::string& id : ids) {
      words.push_back(without_number(id));
      known += (known.empty() ? "" : ", ") + words.back();
    }
    words.insert(words.end(), ids.begin(), ids.end());
    // Only a word that is no file may be a slip; a file that is there was meant, although it can't be read.
    const std::string near = fault == ENOENT ? did_you_mean(path, words) : std::string();
    return invalid_request("The lesson '" + path + "' can't be read" +
                           (fault != 0 ? std::string(": ") + std::strerror(fault) : "") + (near.empty() ? "." : near) +
                           " Bundled are 1 to " + std::to_string(ids.size()) + ": " + known + ".");
  }
  std::string text(kMostLessonBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) return invalid_request("The lesson '" + path + "' can't be read: " + std::strerror(errno) + ".");
  return text;
}

}  // namespace

std::vector<std::string> lesson_ids() {
  std::vector<std::string> ids;
  for (const std::string& name : resource_names(kFolder))
    if (name.ends_with(kEnding)) ids.push_back(name.substr(0, name.size() - kEnding.size()));
  return ids;
}

Outcome<std::string> lesson_text(const std::string& id_or_path) {
  if (const std::string id = bundled(id_or_path); !id.empty())
    return resource_text(std::string(kFolder) + "/" + id + std::string(kEnding)).value_or(std::string());
  return file_text(id_or_path);
}

Outcome<OpenedLesson> open_lesson(const std::string& id_or_path) {
  auto text = lesson_text(id_or_path);
  if (!text) return text.error();
  OpenedLesson opened;
  const std::string id = bundled(id_or_path);
  opened.id = id.empty() ? id_or_path : id;
  if (id.empty()) opened.folder = std::filesystem::path(id_or_path).parent_path().string();
  opened.reading = read_lesson(*text);
  for (Step& step : opened.reading.lesson.steps) {
    step.stage.device = device_from(step.stage.device, opened.folder);
    step.stage.beside = device_from(step.stage.beside, opened.folder);
  }
  return opened;
}

}  // namespace chasescope::lesson
