#include "engine/mystery/answer_sheet.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/device/codec/codec.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_value.h"
#include "engine/output/output_file.h"

namespace chasescope::mystery {
namespace {

using nlohmann::json;

DeviceError fault(const std::filesystem::path& path, const std::string& words) {
  return {ErrorCode::invalid_request, named_file(kAnswerFile, path) + " " + words};
}

std::string text_of(const json& object, int indent = -1) { return object.dump(indent, ' ', false, json::error_handler_t::replace); }

json answers_of(const AnswerSheet& sheet) {
  json answers = json::object();
  for (const auto& [question, answer] : sheet.answers)
    if (!answer.empty())
      answers[words_of(question).id] = {{"value", answer.value}, {"because", answer.because}, {"runs", answer.runs}};
  return answers;
}

json requests_of(const AnswerSheet& sheet) {
  json requests = json::object();
  for (const auto& [id, request] : sheet.requests) requests[id] = to_json(request);
  return requests;
}

std::string mark(const AnswerSheet& sheet, const CardName& card) {
  const json marked = {sheet.student, sheet.budget, sheet.spent, sheet.handed_in, answers_of(sheet), requests_of(sheet)};
  return mark_of(card, "answers", text_of(marked));
}

std::optional<std::vector<std::string>> runs_in(const json& object) {
  std::vector<std::string> runs;
  const auto list = object.find("runs");
  if (list == object.end()) return runs;
  if (!list->is_array()) return std::nullopt;
  for (const json& run : *list) {
    if (!run.is_string()) return std::nullopt;
    runs.push_back(run.get<std::string>());
  }
  return runs;
}

/// Reads the answers into the sheet. \return the fault, in words that follow the name of the file; empty if there is none.
std::string read_answers(const json& object, AnswerSheet& sheet) {
  const auto list = object.find("answers");
  if (list == object.end() || !list->is_object()) return "holds no answers.";
  for (const auto& [id, entry] : list->items()) {
    const auto question = question_from(id);
    const auto& asked = asked_at(sheet.level);
    const bool known =
        question && std::any_of(asked.begin(), asked.end(), [&](const AskedQuestion& one) { return one.question == *question; });
    if (!known) return "answers what level " + std::string(to_string(sheet.level)) + " does not ask.";
    const auto runs = entry.is_object() ? runs_in(entry) : std::nullopt;
    const auto value = entry.is_object() ? text_member(entry, "value") : std::nullopt;
    if (!runs || !value) return std::string("has an answer for ") + words_of(*question).id + " that can't be read.";
    Answer answer{*value, text_member(entry, "because").value_or(""), *runs};
    if (!answer.value.empty()) {
      auto tidied = tidy_answer(*question, answer.value);
      if (!tidied)
        return std::string("has an answer for ") + words_of(*question).id + " that can't be one: " + tidied.error().message;
      answer.value = *std::move(tidied);
    }
    sheet.answers[*question] = std::move(answer);
  }
  return {};
}

/// A request that can't be read is left out: the answer is graded without it.
void read_requests(const json& object, AnswerSheet& sheet) {
  const auto list = object.find("requests");
  if (list == object.end() || !list->is_object()) return;
  for (const auto& [id, entry] : list->items())
    if (auto request = chase_request_from_json(entry)) sheet.requests[id] = *std::move(request);
}

}  // namespace

std::size_t AnswerSheet::answered() const {
  return static_cast<std::size_t>(
      std::count_if(answers.begin(), answers.end(), [](const auto& entry) { return !entry.second.value.empty(); }));
}

AnswerSheet begin_sheet(const MysteryFile& mystery, const std::string& student) {
  AnswerSheet sheet;
  sheet.student = student;
  sheet.card = fingerprint(mystery.card);
  sheet.generator = mystery.card.generator;
  sheet.level = mystery.card.level;
  sheet.budget = mystery.budget;
  return sheet;
}

std::string fault_of_sheet(const AnswerSheet& sheet, const CardName& card) {
  if (sheet.generator != card.generator)
    return "is about a card of generator " + std::to_string(sheet.generator) + ", and this program makes those of generator " +
           std::to_string(card.generator) + ".";
  if (sheet.card != fingerprint(card)) return "is about another card than that of the seed: another seed, or another level.";
  return {};
}

bool mark_holds(const AnswerSheet& sheet, const CardName& card) { return sheet.mark == mark(sheet, card); }

std::string sheet_text(const AnswerSheet& sheet, const CardName& card) {
  json object = {{"schema", kAnswerFile.schema}, {"version", kAnswerFile.version}, {"student", sheet.student},
                 {"card", sheet.card},           {"generator", sheet.generator},   {"level", std::string(to_string(sheet.level))},
                 {"budget", sheet.budget},       {"spent", sheet.spent},           {"handed_in", sheet.handed_in},
                 {"answers", answers_of(sheet)}};
  if (!sheet.requests.empty()) object["requests"] = requests_of(sheet);
  object["mark"] = mark(sheet, card);
  return text_of(object, 2) + "\n";
}

Outcome<AnswerSheet> read_sheet(const std::filesystem::path& path) {
  const auto object = read_json_file(path, kAnswerFile);
  if (!object) return object.error();
  const auto student = text_member(*object, "student"), card = text_member(*object, "card"), mark = text_member(*object, "mark");
  const auto generator = count_member(*object, "generator"), budget = count_member(*object, "budget"),
             spent = count_member(*object, "spent");
  const auto level = level_from(text_member(*object, "level").value_or(""));
  if (!student || student->empty() || !card || !mark || !generator || !budget || *budget == 0 || !spent || !level)
    return fault(path, "lacks what an answer file holds; it was changed or written by another program.");
  AnswerSheet sheet;
  sheet.student = *student;
  sheet.card = *card;
  sheet.generator = *generator;
  sheet.level = *level;
  sheet.budget = *budget;
  sheet.spent = *spent;
  sheet.handed_in = text_member(*object, "handed_in").value_or("");
  sheet.mark = *mark;
  if (const std::string words = read_answers(*object, sheet); !words.empty()) return fault(path, words);
  read_requests(*object, sheet);
  return sheet;
}

std::optional<std::string> write_sheet(const AnswerSheet& sheet, const CardName& card, const std::filesystem::path& path) {
  OutputFile out(path);
  out.put(sheet_text(sheet, card));
  return out.commit();
}

}  // namespace chasescope::mystery
