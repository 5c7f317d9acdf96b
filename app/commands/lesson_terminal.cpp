#include "app/commands/lesson_terminal.h"

#include <algorithm>
#include <cctype>
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

/// Markdown without its marks, as a terminal shows none. A term such as "[sets](term:set)" becomes its words.
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

/// The guess that a person typed, whether or not the measurement allows it. Nothing if the text is no guess: why_no_guess() says
/// why.
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
      return text + "Your guess, by its number (q leaves): ";
    }
    case lesson::Ask::number:
      return "Your guess (" + (question.unit.empty() ? std::string() : question.unit + "; ") + "q leaves): ";
    case lesson::Ask::word: return "Your guess, by the number of the word (q leaves): ";
    case lesson::Ask::curve: break;
  }
  return {};
}

/// The lines that a person types on a terminal, or the lines of a file or a pipe.
class Answers {
 public:
  Answers(std::istream& lines, bool terminal) : lines_(lines), terminal_(terminal) {}

  bool terminal() const { return terminal_; }
  /// Whether the person has left: by q, or on a terminal by the end of input.
  bool left() const { return left_; }
  /// Prints the prompt and reads the next line. Nothing at the end of input, or if the person leaves.
  std::optional<std::string> line(const std::string& prompt) {
    print_text(prompt);
    std::fflush(stdout);
    std::string typed;
    if (!std::getline(lines_, typed)) {
      left_ = terminal_;
      if (terminal_) print_text("\n");  // Ctrl+D leaves the cursor behind the prompt
      return std::nullopt;
    }
    if (typed.ends_with('\r')) typed.pop_back();
    left_ = typed == "q";
    return left_ ? std::nullopt : std::optional(typed);
  }

 private:
  std::istream& lines_;
  bool terminal_;
  bool left_ = false;
};

/// Asks until the guess is one that the measurement allows. Nothing for an empty line, at the end of input, if the person leaves,
/// and for a curve, which is drawn on paper.
std::optional<lesson::Answer> ask(const lesson::Question& question, const Session& measured, Answers& answers) {
  if (question.ask == lesson::Ask::curve) {
    answers.line("Draw the curve on paper first. Then press Enter (q leaves). ");
    return std::nullopt;
  }
  while (true) {
    const auto typed = answers.line(request_for_guess(question));
    if (!typed || typed->empty()) return std::nullopt;
    auto guess = guess_from(question, *typed);
    std::string fault = guess ? lesson::fault_of_guess(question, *guess, measured) : why_no_guess(question, *typed);
    if (fault.empty()) return guess;
    fault.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(fault.front())));
    print_text(fault + ". An empty line shows the answer, q leaves.\n");
  }
}

/// Prints the report of the measurement, and below it that of the card beside.
void print_measured(const lesson::Stage& stage, const Session& measured, const Session* beside) {
  if (beside == nullptr) return print_text(text_report(measured));
  print_text("On " + stage.device + ":\n" + text_report(measured) + "\nBeside it, on " + stage.beside + ":\n" +
             text_report(*beside));
}

void reveal(const lesson::Step& step, const std::optional<lesson::Answer>& guess, const lesson::Answer& truth) {
  const lesson::Question& question = *step.question;
  print_text("\nIt is " + lesson::truth_words(question, truth) + ".");
  if (guess)
    print_text(lesson::is_right(question, *guess, truth) ? " That is what you said."
                                                         : " You said " + lesson::words_of(question, *guess) + ".");
  print_text("\n\n" + plain_words(step.why) + "\n");
}

}  // namespace

Outcome<Session> measure_stage(const lesson::Stage& stage) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : stage.values) settings.push_back(key + "=" + value);
  return measure_session({.id = stage.device, .noise = {}, .seed = {}, .request_log = {}, .journaled = false}, stage.probe,
                         settings);
}

int play_in_terminal(const lesson::Lesson& lesson, std::istream& lines, bool terminal) {
  print_text(lesson.title + "\n" + lesson.about + "\n");
  Answers answers(lines, terminal);
  bool failed = false;
  Session measured;
  std::optional<Session> beside;
  std::size_t number = 0;
  const std::string of_all = " of " + std::to_string(lesson.steps.size());
  for (const lesson::Step& step : lesson.steps) {
    const bool runs = step.running != lesson::Running::nothing;
    print_text("\n── " + std::to_string(++number) + of_all + ": " + step.headline + "\n\n" + plain_words(step.text) + "\n\n");
    if (runs) {
      beside.reset();
      auto session = measure_stage(step.stage);
      if (!session) {
        note("This step shows nothing: " + session.error().message);
        failed = true;
      } else if (!step.stage.beside.empty()) {
        lesson::Stage other = step.stage;
        other.device = other.beside;
        if (auto second = measure_stage(other)) {
          beside = *std::move(second);
        } else {
          note("The card beside shows nothing: " + second.error().message);
          failed = true;
        }
      }
      const bool is_shown = static_cast<bool>(session);
      measured = is_shown ? *std::move(session) : Session{};
      if (is_shown && !step.question) print_measured(step.stage, measured, beside ? &*beside : nullptr);
    }
    if (step.question) {
      const auto guess = ask(*step.question, measured, answers);
      if (answers.left()) break;
      if (const auto truth = lesson::answer_of(*step.question, measured)) {
        if (runs) {
          print_text("\n");
          print_measured(step.stage, measured, beside ? &*beside : nullptr);
        }
        reveal(step, guess, *truth);
      } else {
        note("The question has no answer: " + truth.error().message);
        failed = true;
      }
    }
    // A file or a pipe has one line for each step: a guess for a question, and an empty line for a step without one. A terminal
    // also waits for Enter behind each answer.
    if (!step.question || (terminal && number < lesson.steps.size())) answers.line("Enter goes on, q leaves. ");
    if (answers.left()) break;
  }
  print_text(answers.left() ? "Left at step " + std::to_string(number) + of_all + ".\n" : "\nThat was the lesson.\n");
  return failed ? 1 : 0;
}

}  // namespace chasescope
