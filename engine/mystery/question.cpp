#include "engine/mystery/question.h"

#include <algorithm>
#include <array>

namespace chasescope::mystery {
namespace {

constexpr std::array kWords{
    QuestionWords{Question::capacity, "capacity", "Capacity", "How many bytes does the cache hold?", "24KiB", "a size"},
    QuestionWords{Question::line, "line", "Line", "How many bytes does a miss bring?", "128B", "a size"},
    QuestionWords{Question::sets_ways, "sets_ways", "Sets × ways", "How many sets are there, and how many lines does each hold?",
                  "32x6", "sets and ways"},
    QuestionWords{Question::policy, "policy", "Policy", "Which line of a full set goes?", "lru, fifo, plru or random", ""},
    QuestionWords{Question::index, "index", "Index", "Which address bits choose the set?",
                  "7-11, or 7^12, 8^13 where bits are XORed", "bits"},
    QuestionWords{Question::tlb_reach, "tlb_reach", "TLB reach", "How much memory does the TLB translate?", "64MiB", "a size"},
    QuestionWords{Question::tlb_page, "tlb_page", "Page", "How much memory does an entry of the TLB translate?", "2MiB", "a size"},
    QuestionWords{Question::tlb_sets, "tlb_sets", "TLB sets", "How many sets does the TLB have?", "4", "a number"},
};

}  // namespace

const QuestionWords& words_of(Question question) {
  return *std::find_if(kWords.begin(), kWords.end(), [&](const QuestionWords& words) { return words.question == question; });
}

std::string how_to_write(const QuestionWords& words) {
  const std::string kind = words.kind;
  return kind.empty() ? words.sample : kind + " such as " + words.sample;
}

std::optional<Question> question_from(std::string_view id) {
  const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const QuestionWords& words) { return words.id == id; });
  return found == kWords.end() ? std::nullopt : std::optional(found->question);
}

const std::vector<AskedQuestion>& asked_at(Level level) {
  using enum Question;
  static const std::vector<AskedQuestion> easy{{capacity, 60}, {line, 30}};
  static const std::vector<AskedQuestion> medium{{capacity, 35}, {line, 15}, {sets_ways, 40}};
  static const std::vector<AskedQuestion> hard{{capacity, 20}, {line, 10}, {sets_ways, 25}, {policy, 20}, {index, 15}};
  static const std::vector<AskedQuestion> expert{{capacity, 15}, {line, 10},     {sets_ways, 20}, {policy, 15},
                                                 {index, 15},    {tlb_reach, 5}, {tlb_page, 5},   {tlb_sets, 5}};
  switch (level) {
    case Level::easy: return easy;
    case Level::medium: return medium;
    case Level::hard: return hard;
    case Level::expert: break;
  }
  return expert;
}

const std::vector<std::string>& policy_answers() {
  static const std::vector<std::string> words{"lru", "fifo", "plru", "random"};
  return words;
}

std::string policy_title(const std::string& word) {
  std::string title = word;
  if (word != "random")
    for (char& c : title) c = static_cast<char>(c - 'a' + 'A');
  return title;
}

}  // namespace chasescope::mystery
