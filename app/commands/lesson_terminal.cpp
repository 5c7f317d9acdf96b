#include "app/commands/lesson_terminal.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "app/terminal/text_report.h"
#include "engine/lesson/question_words.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

/// Markdown without its marks: a terminal shows none of them. Of a term ("[sets](term:set)") its words are left.
std::string plain_words(const std::string& markdown) {
  constexpr std::string_view kTerm = "](term:";
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    if (c == '*' || c == '`') continue;
    if (c == '[' && markdown.compare(markdown.find(']', i), kTerm.size(), kTerm) == 0) continue;
    if (markdown.compare(i, kTerm.size(), kTerm) == 0) {
      i = std::min(markdown.find(')', i), markdown.size());
      continue;
    }
    text += c;
  }
  return text;
}

/// The guess that a person typed; nothing if it is none, and a sentence then says what one is.
std::optional<lesson::Answer> guess_from(const lesson::Question& question, const std::string& typed) {
  if (question.ask == lesson::Ask::choice) {
    char* end = nullptr;
    const long number = std::strtol(typed.c_str(), &end, 10);
    if (!typed.empty() && *end == '\0' && number >= 1 && static_cast<std::size_t>(number) <= question.options.size())
      return lesson::Answer(question.options[static_cast<std::size_t>(number - 1)]);
    for (const std::string& option : question.options)
      if (option == typed) return lesson::Answer(option);
    return std::nullopt;
  }
  const auto number = lesson::number_from(question, typed);
  return number ? std::optional(lesson::Answer(*number)) : std::nullopt;
}

std::string why_no_guess(const lesson::Question& question, const std::string& typed) {
  if (question.ask != lesson::Ask::choice) return lesson::fault_of_number(question, typed);
  return "'" + typed + "' is none of the options; write a number from 1 to " + std::to_string(question.options.size());
}

std::string request_for_guess(const lesson::Question& question) {
  switch (question.ask) {
    case lesson::Ask::choice: {
      std::string text;
      for (std::size_t i = 0; i < question.options.size(); ++i)
        text += "  " + std::to_string(i + 1) + "  " + question.options[i] + "\n";
      return text + "Your guess, by its number: ";
    }
    case lesson::Ask::number: return "Your guess" + (question.unit.empty() ? std::string() : " (" + question.unit + ")") + ": ";
    case lesson::Ask::word: return "Your guess, by the number of the word: ";
    case lesson::Ask::curve: break;
  }
  return {};
}

/// Asks until there is a guess, or none is to be had.
std::optional<lesson::Answer> ask(const lesson::Question& question, std::istream& answers) {
  if (question.ask == lesson::Ask::curve) {
    print_text("Draw the curve on paper first. Then press Enter.\n");
    std::string line;
    std::getline(answers, line);
    return std::nullopt;
  }
  std::string typed;
  while (true) {
    print_text(request_for_guess(question));
    std::fflush(stdout);
    if (!std::getline(answers, typed)) return std::nullopt;
    if (typed.empty()) return std::nullopt;
    if (auto guess = guess_from(question, typed)) return guess;
    print_text(why_no_guess(question, typed) + ". An empty line shows the answer.\n");
  }
}

void reveal(const lesson::Step& step, const std::optional<lesson::Answer>& guess, const lesson::Answer& truth) {
  const lesson::Question& question = *step.question;
  print_text("\nIt is " + lesson::words_of(question, truth) + ".");
  if (guess)
    print_text(lesson::is_right(question, *guess, truth) ? " That is what you said."
                                                         : " You said " + lesson::words_of(question, *guess) + ".");
  print_text("\n\n" + plain_words(step.why) + "\n");
}

}  // namespace

Outcome<Session> measure_stage(const lesson::Stage& stage) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : stage.values) settings.push_back(key + "=" + value);
  return measure_session({.id = stage.device, .noise = {}, .seed = {}, .request_log = {}}, stage.probe, settings);
}

int play_in_terminal(const lesson::Lesson& lesson, std::istream& answers) {
  print_text(lesson.title + "\n" + lesson.about + "\n");
  bool failed = false;
  Session measured;
  std::size_t number = 0;
  for (const lesson::Step& step : lesson.steps) {
    print_text("\n── " + std::to_string(++number) + " of " + std::to_string(lesson.steps.size()) + ": " + step.headline + "\n\n" +
               plain_words(step.text) + "\n\n");
    if (step.running != lesson::Running::nothing) {
      auto session = measure_stage(step.stage);
      if (!session) {
        note("This step shows nothing: " + session.error().message);
        failed = true;
        measured = {};
      } else {
        measured = *std::move(session);
        if (!step.question) print_text(text_report(measured));
      }
    }
    if (!step.question) {
      print_text("Enter goes on. ");
      std::fflush(stdout);
      std::string line;
      std::getline(answers, line);
      continue;
    }
    const auto guess = ask(*step.question, answers);
    if (const auto truth = lesson::answer_of(*step.question, measured)) {
      if (step.running != lesson::Running::nothing) print_text("\n" + text_report(measured));
      reveal(step, guess, *truth);
    } else {
      note("The question has no answer: " + truth.error().message);
      failed = true;
    }
  }
  print_text("\nThat was the lesson.\n");
  return failed ? 1 : 0;
}

}  // namespace chasescope
