#include "engine/lesson/question_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engine/trace/quantity_text.h"

namespace chasescope::lesson {
namespace {

constexpr std::array kStepWords{"device", "beside", "probe", "view", "cache",  "run",     "ask",
                                "trace",  "row",    "truth", "unit", "within", "options", "cover"};
constexpr std::array kQuestionWords{"truth", "unit", "within", "options", "cover"};

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string> parted(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(at);
    if (const std::string_view part = trim(text.substr(0, end)); !part.empty()) parts.emplace_back(part);
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<double> plain_number(std::string_view text) {
  const std::string words(trim(text));
  if (words.empty() || words.find_first_not_of("0123456789.-+eE") != std::string::npos) return std::nullopt;
  std::size_t read = 0;
  try {
    const double number = std::stod(words, &read);
    if (read == words.size() && std::isfinite(number)) return number;
  } catch (const std::exception&) {  // too large for a double, or without a digit
  }
  return std::nullopt;
}

/// Whether the answer is a count: of accesses, or the place of a word.
bool is_count(const Question& question) {
  return question.ask == Ask::word || question.truth.kind == Truth::Kind::misses || question.truth.kind == Truth::Kind::accesses;
}

std::optional<Truth> truth_from(std::string_view words, const Question& question) {
  using Kind = Truth::Kind;
  Truth truth;
  if (question.ask == Ask::choice) {
    truth.kind = Kind::option;
    truth.option = std::string(words);
    return std::find(question.options.begin(), question.options.end(), truth.option) == question.options.end()
               ? std::nullopt
               : std::optional(truth);
  }
  if (question.ask == Ask::curve) {
    truth.kind = Kind::measured;
    return words == "measured" ? std::optional(truth) : std::nullopt;
  }
  if (question.ask == Ask::word) {
    // "word 0", or "word 0 or 1 or 2" if several words are right.
    std::vector<std::string> parts = parted(words, ' ');
    if (parts.size() < 2 || parts.size() % 2 != 0 || std::exchange(parts.front(), "or") != "word") return std::nullopt;
    truth.kind = Kind::word;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const auto number = parse_count(parts[i + 1]);
      if (parts[i] != "or" || !number) return std::nullopt;
      (i == 0 ? truth.number : truth.also.emplace_back()) = static_cast<double>(*number);
    }
    return truth;
  }
  const std::vector<std::string> parts = parted(words, ' ');
  if (words == "misses") {
    truth.kind = Kind::misses;
  } else if (words == "accesses") {
    truth.kind = Kind::accesses;
  } else if (!parts.empty() && parts[0] == "finding") {
    if (parts.size() != 3) return std::nullopt;
    truth.kind = Kind::finding;
    truth.subject = parts[1];
    truth.quantity = parts[2];
  } else {
    const auto number = number_from(question, words);
    if (!number) return std::nullopt;
    truth.number = *number;
  }
  return truth;
}

std::string truths_of(Ask ask) {
  switch (ask) {
    case Ask::number: return "misses, accesses, 'finding SUBJECT QUANTITY' or a number";
    case Ask::choice: return "one of the options, in the same words";
    case Ask::word: return "'word N' with the place of the word in the array, or 'word N or M' where each of both is right";
    case Ask::curve: return "measured";
  }
  return {};
}

std::optional<Cover> cover_from(std::string_view word) {
  if (word == "view") return Cover::view;
  if (word == "cache") return Cover::cache;
  if (word == "array") return Cover::array;
  if (word == "pass") return Cover::pass;
  return std::nullopt;
}

}  // namespace

bool is_word_of_step(std::string_view name) { return std::find(kStepWords.begin(), kStepWords.end(), name) != kStepWords.end(); }

std::optional<double> most_of(const Question& question) {
  constexpr std::string_view kOf = "of ";
  if (question.unit == "%") return 100;
  if (!question.unit.starts_with(kOf)) return std::nullopt;
  const auto count = parse_count(trim(std::string_view(question.unit).substr(kOf.size())));
  return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

std::optional<double> number_from(const Question& question, std::string_view typed) {
  if (question.of_bytes()) {
    std::string size(typed);  // people type sizes as they are shown: "24 KiB"
    size.erase(std::remove(size.begin(), size.end(), ' '), size.end());
    const auto bytes = parse_bytes(size);
    return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
  }
  const auto number = plain_number(typed);
  if (const auto most = most_of(question); number && most && (*number < 0 || *number > *most)) return std::nullopt;
  return number && is_count(question) && (*number < 0 || *number != std::floor(*number)) ? std::nullopt : number;
}

std::string fault_of_number(const Question& question, std::string_view typed) {
  if (number_from(question, typed)) return {};
  const std::string words = "'" + std::string(trim(typed)) + "' is no ";
  if (const std::string doubt = size_doubt(trim(typed)); question.of_bytes() && !doubt.empty()) return doubt;
  if (question.of_bytes()) return words + "size; write one like 24 KiB or 24576";
  if (question.ask == Ask::word) return words + "place of a word; write a whole number from 0";
  const auto number = plain_number(typed);
  if (is_count(question) && !(number && *number >= 0 && *number == std::floor(*number)))
    return words + "number of accesses; write a whole number from 0";
  if (const auto most = most_of(question); most && number) {
    const std::string end = number_text(question, *most);
    if (question.unit == "%") return words + "share; write a number from 0 to " + end;
    return "'" + std::string(trim(typed)) + "' can't be, for there are " + end + "; write a number from 0 to " + end;
  }
  return words + "number; write one like 3 or 0.5";
}

std::string number_text(const Question& question, double number) {
  if (question.of_bytes() && number >= 0 && number < 1e18) return format_bytes(static_cast<std::uint64_t>(std::llround(number)));
  if (std::abs(number) < 1e15 && number == std::round(number)) return std::to_string(std::llround(number));
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", number);
  return text.data();
}

std::optional<Question> question_of(const Step& step, const std::map<std::string, std::string>& settings,
                                    const std::function<void(int line, std::string sentence)>& fault) {
  const auto ask = settings.find("ask");
  if (ask == settings.end()) {
    for (const char* word : kQuestionWords)
      if (settings.contains(word))
        fault(step.lines.at(word), std::string("'") + word + "' belongs to a question, and this step asks nothing ('ask: …')");
    return std::nullopt;
  }
  Question question;
  const std::string& kind = ask->second;
  if (kind == "number")
    question.ask = Ask::number;
  else if (kind == "choice")
    question.ask = Ask::choice;
  else if (kind == "word")
    question.ask = Ask::word;
  else if (kind == "curve")
    question.ask = Ask::curve;
  else {
    fault(step.lines.at("ask"), "ask: '" + kind + "' is none of number, choice, word, curve");
    return std::nullopt;
  }
  if (const auto trace = settings.find("trace"); trace != settings.end()) question.trace = trace->second;
  if (const auto unit = settings.find("unit"); unit != settings.end()) question.unit = unit->second;
  if (const auto options = settings.find("options"); options != settings.end()) {
    question.options = parted(options->second, '|');
    for (auto at = question.options.begin(); at != question.options.end(); ++at) {
      const std::string& option = *at;
      if (std::count(question.options.begin(), at, option) == 1)  // reported once, even if the option stands there three times
        fault(step.lines.at("options"), "the option '" + option + "' stands there twice");
      if (question.ask == Ask::number && !number_from(question, option))
        fault(step.lines.at("options"), "the option " + fault_of_number(question, option));
    }
  }
  if (question.ask == Ask::choice && question.options.size() < 2)
    fault(step.lines.at("ask"), "a choice needs at least two options: 'options: LRU | FIFO | random'");
  if (const auto within = settings.find("within"); within != settings.end()) {
    std::string words = within->second;
    question.within_share = words.ends_with('%');
    if (question.within_share) words.pop_back();
    const auto number = question.within_share ? plain_number(words) : number_from(question, words);
    if (!number || *number < 0)
      fault(step.lines.at("within"), "within: '" + within->second + "' is neither a number nor a share such as '10 %'");
    else
      question.within = question.within_share ? *number / 100 : *number;
  }
  if (const auto truth = settings.find("truth"); truth == settings.end()) {
    fault(step.lines.at("ask"), "the question has no truth: " + truths_of(question.ask));
  } else if (const auto read = truth_from(truth->second, question)) {
    question.truth = *read;
  } else {
    fault(step.lines.at("truth"), "truth: '" + truth->second + "' is not " + truths_of(question.ask));
  }
  const auto cover = settings.find("cover");
  if (cover == settings.end()) {
    question.cover = {question.ask == Ask::word ? Cover::pass : Cover::view};
  } else if (cover->second != "none") {
    for (const std::string& word : parted(cover->second, ',')) {
      const auto part = cover_from(word);
      if (!part)
        fault(step.lines.at("cover"), "cover: '" + word + "' is none of view, cache, array, pass, none");
      else
        question.cover.push_back(*part);
    }
    if (step.stage.view != "chase" &&
        std::any_of(question.cover.begin(), question.cover.end(), [](Cover part) { return part != Cover::view; }))
      fault(step.lines.at("cover"), "only the view 'chase' has parts that can be covered; here it is 'view' or 'none'");
  }
  if (question.ask == Ask::word && step.stage.view != "chase")
    fault(step.lines.at("ask"), "words of the array are clicked in the view 'chase': 'view: chase'");
  if (question.ask == Ask::curve && step.stage.probe != "footprint-sweep")
    fault(step.lines.at("ask"), "a curve is drawn over the footprint: 'probe: footprint-sweep'");
  return question;
}

}  // namespace chasescope::lesson
