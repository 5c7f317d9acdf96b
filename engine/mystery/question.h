// What is asked of a mystery card, and for how many points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/mystery/level.h"

namespace chasescope::mystery {

enum class Question { capacity, line, sets_ways, policy, index, tlb_reach, tlb_page, tlb_sets };

/// How a question is told to people and named in files.
struct QuestionWords {
  Question question;
  const char* id;      ///< "sets_ways", in files, tables and on the command line
  const char* title;   ///< "Sets × ways"
  const char* asks;    ///< one sentence: what is wanted
  const char* sample;  ///< how an answer is written
};

const QuestionWords& words_of(Question question);
std::optional<Question> question_from(std::string_view id);

struct AskedQuestion {
  Question question;
  unsigned points = 0;
};

/// The questions of a level, in order. Their points and kAccessPoints are 100.
const std::vector<AskedQuestion>& asked_at(Level level);

/// For accesses that were not spent.
inline constexpr unsigned kAccessPoints = 10;
inline constexpr unsigned kAllPoints = 100;

/// The words a policy may be answered with: those of card files.
const std::vector<std::string>& policy_answers();

/// One of them as people write it: "LRU", "random".
std::string policy_title(const std::string& word);

}  // namespace chasescope::mystery
