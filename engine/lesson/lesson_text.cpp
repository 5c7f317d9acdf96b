#include "engine/lesson/lesson_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/lesson/question_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::lesson {
namespace {

constexpr std::string_view kWhy = "## Why";
constexpr std::string_view kCode = "```";
constexpr std::size_t kMostShown = 60;  // characters of a wrong line that a message shows
constexpr std::string_view kFence = "---";
constexpr int kMostMinutes = 240;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// The name and the value of a line "name: value". Empty if the line has another form.
std::optional<std::pair<std::string, std::string>> setting_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view name = trimmed(line.substr(0, colon));
  if (name.empty() || name.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  return std::pair(std::string(name), std::string(trimmed(line.substr(colon + 1))));
}

/// Whether a line begins a step, also if the space after '#' is missing.
bool begins_step(std::string_view line) { return line.starts_with('#') && !line.starts_with("##"); }

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  Reading read() {
    // A program or a picture would give hundreds of faults. One fault that says so is enough.
    if (const std::size_t zero = rest_.find('\0'); zero != std::string_view::npos) {
      const auto line = 1 + std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
      fault_at(static_cast<int>(line), "the file has a byte of zero here: it is no text, and no lesson");
      return std::move(reading_);
    }
    head();
    while (take()) {
      const std::string_view line = trimmed(line_);
      if (begins_step(line)) {
        step(line);
      } else if (!line.empty() && !std::exchange(strayed_, true)) {  // only once: a file of another kind has hundreds of such lines
        fault("words before the first step: a step begins with a line '# Headline'");
      }
    }
    if (reading_.lesson.steps.empty()) fault("there is no step: a step begins with a line '# Headline'");
    std::stable_sort(reading_.faults.begin(), reading_.faults.end(),
                     [](const Fault& a, const Fault& b) { return a.line < b.line; });
    return std::move(reading_);
  }

 private:
  /// Reads the next line. \return false at the end.
  bool take() {
    if (held_) {
      held_ = false;
      return true;
    }
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
    return true;
  }
  /// Makes the next take() return the same line again.
  void put_back() { held_ = true; }

  void fault(std::string sentence) { fault_at(std::max(number_, 1), std::move(sentence)); }
  void fault_at(int line, std::string sentence) { reading_.faults.push_back({line, std::move(sentence)}); }

  void head() {
    while (take() && trimmed(line_).empty()) {
    }
    if (trimmed(line_) != kFence) {
      fault("a lesson begins with '---', 'title: …', 'about: …', 'minutes: …' and '---'");
      if (number_ > 0) put_back();
      return;
    }
    Lesson& lesson = reading_.lesson;
    bool ended = false, says_minutes = false;
    while (!ended && take()) {
      const std::string_view line = trimmed(line_);
      if (line.empty()) continue;
      if (line == kFence) {
        ended = true;
        continue;
      }
      if (line.starts_with('#')) {  // the first step begins, so the head has ended
        put_back();
        break;
      }
      const auto setting = setting_of(line);
      if (!setting) {
        fault("'" + std::string(line) + "' is no line 'name: value' of the lesson's head, which '---' ends");
      } else if (setting->first == "title") {
        lesson.title = setting->second;
      } else if (setting->first == "about") {
        lesson.about = setting->second;
      } else if (setting->first == "paper") {
        lesson.paper = setting->second;
      } else if (setting->first == "minutes") {
        says_minutes = true;
        const auto minutes = parse_count(setting->second);
        if (!minutes || *minutes == 0 || *minutes > kMostMinutes)
          fault("minutes: '" + setting->second + "' is no whole number from 1 to " + std::to_string(kMostMinutes));
        else
          lesson.minutes = static_cast<int>(*minutes);
      } else {
        fault("the head of a lesson has title, about, paper and minutes, and no '" + setting->first + "'");
      }
    }
    if (!ended) fault("the head of the lesson is not ended by '---'");
    if (lesson.title.empty()) fault("the head has no title");
    if (lesson.about.empty()) fault("the head does not say what the lesson is about: 'about: …'");
    if (!says_minutes) fault("the head does not say how many minutes the lesson takes: 'minutes: 10'");
  }

  void step(std::string_view line) {
    Step step;
    step.line = number_;
    step.headline = trimmed(line.substr(1));
    if (step.headline.empty())
      fault("a step has a headline behind '#'");
    else if (line[1] != ' ' && line[1] != '\t')
      fault("'" + shortened(line, kMostShown) + "': a step begins with '# ', and a space is missing here");
    std::map<std::string, std::string> settings;
    while (take() && !trimmed(line_).empty()) {
      if (trimmed(line_).starts_with("#")) {
        put_back();
        break;
      }
      const auto setting = setting_of(trimmed(line_));
      if (!setting) {
        fault("'" + std::string(trimmed(line_)) + "' is no setting 'name: value'; an empty line ends the settings");
        continue;
      }
      if (!settings.emplace(*setting).second) fault("'" + setting->first + "' is said twice in this step");
      step.lines[setting->first] = number_;
    }
    body(step);
    apply(step, settings);
    reading_.lesson.steps.push_back(std::move(step));
  }

  void body(Step& step) {
    std::string* words = &step.text;
    int code = 0;  // the line where a block of code begins; '#' is no heading in it. 0: outside of code
    while (take()) {
      const std::string_view line = trimmed(line_);
      if (line.starts_with(kCode)) code = code == 0 ? number_ : 0;
      if (code == 0 && begins_step(line)) {
        put_back();
        break;
      }
      if (code == 0 && line.starts_with('#')) {
        why(step, line);
        words = &step.why;
        continue;
      }
      words->append(line_.substr(0, line_.find('\r'))).push_back('\n');
    }
    if (code != 0) fault_at(code, "the code that begins here is not ended by a line '```'");
    for (std::string* text : {&step.text, &step.why}) *text = std::string(trimmed_lines(*text));
  }

  /// A heading within a step. Any heading but '## Why' is a fault: its text would be shown before the guess.
  void why(Step& step, std::string_view line) {
    if (line != kWhy)
      return fault("'" + shortened(line, kMostShown) +
                   "': what is shown after the guess stands under '## Why', and a step has no other heading");
    if (step.lines.contains("why")) fault("a step has one '## Why'");
    step.lines["why"] = number_;
  }

  static std::string_view trimmed_lines(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
  }

  void apply(Step& step, const std::map<std::string, std::string>& settings) {
    const std::vector<Step>& before = reading_.lesson.steps;
    if (!before.empty()) step.stage = before.back().stage;
    const Stage was = step.stage;
    const bool was_free = !before.empty() && before.back().running == Running::freely;
    const auto value = [&](const char* name) {
      const auto found = settings.find(name);
      return found == settings.end() ? std::optional<std::string>() : std::optional(found->second);
    };
    Stage& stage = step.stage;
    if (const auto device = value("device"); device && *device != stage.device) {
      stage = {.device = *device, .beside = {}, .probe = stage.probe, .values = {}, .view = stage.view, .cache = {}};
    }
    if (const auto beside = value("beside")) stage.beside = *beside == "none" ? std::string() : *beside;
    if (const auto probe = value("probe"); probe && *probe != stage.probe) {
      stage.probe = *probe;
      stage.values.clear();
    }
    if (const auto view = value("view")) {
      if (*view != stage.view) stage.cache.clear();
      stage.view = *view;
    }
    if (const auto cache = value("cache")) stage.cache = *cache;
    step.trace = value("trace").value_or(std::string());
    if (const auto row = value("row")) {
      const std::size_t dot = row->find('.');
      if (dot == std::string::npos)
        fault_at(step.lines.at("row"), "row: '" + *row + "' is no 'SUBJECT.QUANTITY', such as l1_data.replacement_policy");
      else
        step.row = ReportRow{row->substr(0, dot), row->substr(dot + 1)};
    }
    for (const auto& [name, words] : settings) {
      if (is_word_of_step(name)) continue;
      if (words == "default")
        stage.values.erase(name);
      else
        stage.values[name] = words;
    }
    if (stage.device.empty()) fault_at(step.line, "the first step names a device: 'device: model:textbook'");
    // A step with other measurement settings than the step before runs its measurement without `run: once`.
    const bool anew =
        stage.device != was.device || stage.beside != was.beside || stage.probe != was.probe || stage.values != was.values;
    if (!stage.probe.empty() && anew) step.running = was_free ? Running::freely : Running::once;
    if (!anew && was_free) step.running = Running::freely;
    if (const auto run = value("run")) {
      if (*run == "once")
        step.running = Running::once;
      else if (*run == "free")
        step.running = Running::freely;
      else if (*run == "none")
        step.running = Running::nothing;
      else
        fault_at(step.lines.at("run"), "run: '" + *run + "' is none of once, free, none");
    }
    if (step.running != Running::nothing && stage.probe.empty())
      fault_at(step.line, "this step runs something, and no step so far names a probe: 'probe: fine-grained'");
    step.question = question_of(step, settings, [this](int line, std::string sentence) { fault_at(line, std::move(sentence)); });
    // A question that can't be read and a wrong heading were reported before.
    if (!step.question && !step.why.empty() && !settings.contains("ask") && step.lines.contains("why"))
      fault_at(step.lines.at("why"), "'## Why' explains an answer, and this step asks nothing ('ask: …')");
    if (step.text.empty() && step.why.empty()) fault_at(step.line, "this step says nothing");
  }

  std::string_view rest_, line_;
  int number_ = 0;
  bool held_ = false;
  bool strayed_ = false;  // whether words before the first step were reported
  Reading reading_;
};

}  // namespace

Reading read_lesson(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.size() > kMostLessonBytes) return {{}, {{1, "the file is larger than 1 MiB, which no lesson is"}}};
  return Reader(text).read();
}

}  // namespace chasescope::lesson
