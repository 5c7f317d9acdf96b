#include "engine/lesson/lesson_check.h"

#include <algorithm>
#include <filesystem>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/terms.h"
#include "engine/findings/vocabulary.h"
#include "engine/lesson/question_words.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "engine/trace/near_word.h"

namespace chasescope::lesson {
namespace {

/// Whether the device opens without a card, another program or another machine.
bool is_at_hand(const std::string& id) {
  for (const char* kind : {"model:", "file:", "recording:"})
    if (id.starts_with(kind)) return true;
  return false;
}

int line_of(const Step& step, const std::string& setting) {
  const auto found = step.lines.find(setting);
  return found == step.lines.end() ? step.line : found->second;
}

class Words {
 public:
  explicit Words(const std::vector<std::string>& views) : views_(views) {}

  void look_at(const Step& step, const Stage* before) {
    if (before == nullptr || step.stage.device != before->device) device(step, "device", step.stage.device);
    if (!step.stage.beside.empty() && (before == nullptr || step.stage.beside != before->beside))
      device(step, "beside", step.stage.beside);
    if (step.lines.contains("view") && !step.stage.view.empty() &&
        std::find(views_.begin(), views_.end(), step.stage.view) == views_.end()) {
      std::string known;
      for (const std::string& view : views_) known += (known.empty() ? "" : ", ") + view;
      add(line_of(step, "view"), "there is no view '" + step.stage.view + "'; there are " + known);
    }
    if (step.lines.contains("cache") && !step.stage.cache.empty() && !is_subject(step.stage.cache))
      add(line_of(step, "cache"), "'" + step.stage.cache + "' names no cache and no TLB" + nearest_subjects(step.stage.cache));
    if (step.row) row(step);
    for (const std::string* text : {&step.text, &step.why}) terms(step, *text);
    probe(step);
    if (step.question && step.question->truth.kind == Truth::Kind::finding) {
      told_of(line_of(step, "truth"), step.question->truth.subject, step.question->truth.quantity);
    }
  }
  std::vector<Fault> faults() && { return std::move(faults_); }

 private:
  void add(int line, std::string sentence) {
    Fault fault{line, std::move(sentence)};
    if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) faults_.push_back(std::move(fault));
  }

  void device(const Step& step, const char* setting, const std::string& id) {
    if (id.empty()) return;
    std::string fault = fault_of_device_id(id);
    if (fault.empty() && is_at_hand(id))
      if (const auto opened = open_device(id); !opened) fault = opened.error().message;
    if (!fault.empty()) add(line_of(step, setting), fault);
  }

  /// Linked words ("[sets](term:set)") must be terms of the glossary.
  void terms(const Step& step, std::string_view text) {
    constexpr std::string_view kMark = "](term:";
    for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
      const std::size_t begin = at + kMark.size();
      const std::string_view id = text.substr(begin, text.find(')', begin) - begin);
      if (find_term(id) != nullptr) continue;
      std::vector<std::string> known;
      for (const Term& term : all_terms()) known.emplace_back(term.id);
      add(step.line, "the glossary has no term '" + std::string(id.substr(0, 40)) + "'" + nearest_words(id, known));
    }
  }

  void row(const Step& step) {
    const int line = line_of(step, "row");
    if (step.stage.view != "report") add(line, "'row' names a row of the view 'report': 'view: report'");
    told_of(line, step.row->subject, step.row->quantity);
  }

  /// Checks that findings can have this subject and this quantity.
  void told_of(int line, const std::string& subject, const std::string& quantity) {
    if (!is_subject(subject)) add(line, "'" + subject + "' is nothing that findings tell of" + nearest_subjects(subject));
    if (is_quantity(quantity)) return;
    std::vector<std::string> known;
    for (const QuantityEntry& entry : all_quantities()) known.emplace_back(entry.id);
    add(line, "'" + quantity + "' is no quantity of a finding" + nearest_words(quantity, known));
  }
  static std::string nearest_subjects(const std::string& word) {
    std::vector<std::string> known;
    for (const SubjectEntry& entry : all_subjects()) known.emplace_back(entry.id);
    return nearest_words(word, known);
  }

  void probe(const Step& step) {
    if (step.stage.probe.empty()) {
      for (const auto& [name, value] : step.stage.values)
        if (step.lines.contains(name))
          add(step.lines.at(name), "there is no setting '" + name + "' of a step, and no probe yet whose parameter it could be");
      return;
    }
    const Probe* probe = find_probe(step.stage.probe);
    if (probe == nullptr) {
      std::vector<std::string> names;
      std::string known;
      for (const auto& each : all_probes()) {
        names.push_back(each->info().name);
        known += (known.empty() ? "" : ", ") + names.back();
      }
      const std::string meant = did_you_mean(step.stage.probe, names);
      add(line_of(step, "probe"),
          "there is no probe '" + step.stage.probe + "'" + (meant.empty() ? "; there are " : meant + " There are ") + known);
      return;
    }
    for (const auto& [name, value] : step.stage.values) {
      const Parameter* parameter = probe->info().parameter(name);
      if (parameter == nullptr) {
        std::string known;
        for (const Parameter& each : probe->info().parameters) known += (known.empty() ? "" : ", ") + each.key;
        add(line_of(step, name), "'" + name + "' is neither a setting of a step nor a parameter of the probe " + step.stage.probe +
                                     ", which has " + known);
      } else if (const auto fault = fault_of(*parameter, value)) {
        add(line_of(step, name), name + ": " + *fault);
      }
    }
  }

  static bool is_subject(const std::string& word) { return find_subject(word) != nullptr; }
  static bool is_quantity(const std::string& word) { return find_quantity(word) != nullptr; }

  const std::vector<std::string>& views_;
  std::vector<Fault> faults_;
};

/// A sentence if the measured answer is none of the options of the lesson; empty otherwise.
std::string against_options(const Question& question, const Answer& answer) {
  const auto* number = std::get_if<double>(&answer);
  if (number == nullptr || question.ask != Ask::number || question.options.empty()) return {};
  for (const std::string& option : question.options)
    if (const auto offered = number_from(question, option); offered && is_right(question, *offered, answer)) return {};
  return "the run's answer is " + words_of(question, answer) + ", which is none of the options";
}

}  // namespace

std::vector<Fault> check_words(const Lesson& lesson, const std::vector<std::string>& views) {
  Words words(views);
  const Stage* before = nullptr;
  for (const Step& step : lesson.steps) {
    words.look_at(step, before);
    before = &step.stage;
  }
  return std::move(words).faults();
}

std::vector<Fault> faults_of_words(const Reading& reading, const std::vector<std::string>& views) {
  std::vector<Fault> faults = reading.faults;
  for (Fault& fault : check_words(reading.lesson, views)) faults.push_back(std::move(fault));
  std::stable_sort(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) { return a.line < b.line; });
  return faults;
}

std::string first_of(const std::vector<Fault>& faults, const std::string& name) {
  if (faults.empty()) return {};
  const Fault& first = faults.front();
  std::string words = name + ", line " + std::to_string(first.line) + ": " + first.sentence;
  if (!words.ends_with('.')) words += '.';
  return faults.size() == 1 ? words : words + " And " + std::to_string(faults.size() - 1) + " more.";
}

std::vector<Fault> check_runs(const Lesson& lesson, const Measure& measure, const HearAnswer& hear) {
  std::vector<Fault> faults;
  Session measured;
  for (const Step& step : lesson.steps) {
    if (!is_at_hand(step.stage.device)) continue;
    if (step.running != Running::nothing) {
      auto session = measure(step.stage);
      if (!session) {
        faults.push_back({step.line, "what this step runs fails: " + session.error().message});
        measured = {};
        continue;
      }
      measured = *std::move(session);
      if (!step.stage.beside.empty() && is_at_hand(step.stage.beside)) {
        Stage other = step.stage;
        other.device = other.beside;
        if (const auto second = measure(other); !second)
          faults.push_back({step.line, "what this step runs on the device beside fails: " + second.error().message});
      }
    }
    if (!step.trace.empty() &&
        std::none_of(measured.runs.begin(), measured.runs.end(), [&](const RunPtr& run) { return run->label == step.trace; })) {
      std::string labels;
      for (const RunPtr& run : measured.runs)
        if (run->chase() != nullptr) labels += (labels.empty() ? "" : ", ") + ("'" + run->label + "'");
      faults.push_back(
          {line_of(step, "trace"), "no run has the label '" + step.trace + "'; there are " + (labels.empty() ? "none" : labels)});
    }
    if (step.row && std::none_of(measured.findings.begin(), measured.findings.end(), [&](const Finding& finding) {
          return finding.subject == step.row->subject && finding.quantity == step.row->quantity;
        }))
      faults.push_back({line_of(step, "row"), "the report has no row '" + step.row->subject + "." + step.row->quantity + "'"});
    if (!step.question) continue;
    const auto answer = answer_of(*step.question, measured);
    const int line = line_of(step, "truth");
    if (!answer) {
      faults.push_back({line, "the question has no answer: " + answer.error().message});
    } else if (const std::string sentence = against_options(*step.question, *answer); !sentence.empty()) {
      faults.push_back({line_of(step, "options"), sentence});
    }
    if (answer && hear) hear(step, *answer);
    if (!answer) continue;
    std::vector<Answer> right{*answer};
    right.insert(right.end(), step.question->truth.also.begin(), step.question->truth.also.end());
    for (const Answer& one : right)
      if (std::string fault = fault_of_guess(*step.question, one, measured); !fault.empty())
        faults.push_back({line, std::move(fault)});
  }
  return faults;
}

std::string device_from(const std::string& id, const std::string& folder) {
  namespace fs = std::filesystem;
  for (const std::string kind : {"file:", "recording:"}) {
    if (!id.starts_with(kind) || folder.empty()) continue;
    const fs::path path = id.substr(kind.size());
    // A recording that comes with the program has a name instead of a file.
    if (path.empty() || path.is_absolute() || (kind == "recording:" && !path.has_extension())) return id;
    return kind + (fs::path(folder) / path).lexically_normal().string();
  }
  return id;
}

}  // namespace chasescope::lesson
