// Reads answers as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/question.h"

namespace chasescope::mystery {

struct SetsWays {
  std::uint64_t sets = 0, ways = 0;
  friend bool operator==(const SetsWays&, const SetsWays&) = default;
};

/// A size as a person writes it or as the program shows it: "10KiB", "10,368 B". Empty for any other text.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// "32x6", "32 × 6". Empty for any other text, and if a number is 0.
std::optional<SetsWays> parse_sets_ways(std::string_view text);

/// Address bits, one list for each bit of the set: "7-11", "7, 8, 9", "7^12, 8^13". Empty for any other text.
std::optional<std::vector<std::vector<unsigned>>> parse_index(std::string_view text);
std::string index_text(const std::vector<std::vector<unsigned>>& index);

/// The answer in the form that files keep: "24 KiB", "32 x 6", "fifo". The error is `invalid_request` with a sample if the text is
/// no answer to the question.
Outcome<std::string> tidy_answer(Question question, const std::string& text);

/// The right answer, in the form that tidy_answer() gives. \pre the card's level asks the question
std::string right_answer(const HiddenCard& card, Question question);

}  // namespace chasescope::mystery
