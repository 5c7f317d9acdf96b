// The questions about a mystery card, and their points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/mystery/level.h"

namespace chasescope::mystery {

enum class Question { capacity, line, sets_ways, policy, index, tlb_reach, tlb_page, tlb_sets };

/// The names of a question, for people and for files.
struct QuestionWords {
  Question question;
  const char* id;      ///< its name in files, tables and on the command line: "sets_ways"
  const char* title;   ///< "Sets × ways"
  const char* asks;    ///< the question as one sentence
  const char* sample;  ///< a sample of how an answer is written
  const char* kind;    ///< what the sample is one of: "a size"; empty if it lists every answer
};

/// How an answer is written, so that nobody takes the sample for the solution: "a size such as 24KiB".
std::string how_to_write(const QuestionWords& words);

const QuestionWords& words_of(Question question);
std::optional<Question> question_from(std::string_view id);

struct AskedQuestion {
  Question question;
  unsigned points = 0;
};

/// The questions of a level, in order. Their points and kAccessPoints add up to 100.
const std::vector<AskedQuestion>& asked_at(Level level);

/// The points for accesses that were not spent.
inline constexpr unsigned kAccessPoints = 10;
inline constexpr unsigned kAllPoints = 100;

/// The answers to the question of the policy. They are the names of card files.
const std::vector<std::string>& policy_answers();

/// A policy's name as people write it: "LRU", "random".
std::string policy_title(const std::string& word);

}  // namespace chasescope::mystery
