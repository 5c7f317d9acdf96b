// Answers as people write them, and what they mean.
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

/// A size as a person writes it or as the program shows it: "10KiB", "10,368 B". Nothing for anything else.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// "32x6", "32 × 6". Empty on anything else, and where one of them is 0.
std::optional<SetsWays> parse_sets_ways(std::string_view text);

/// Address bits, one list for each bit of the set: "7-11", "7, 8, 9", "7^12, 8^13". Empty on anything else.
std::optional<std::vector<std::vector<unsigned>>> parse_index(std::string_view text);
std::string index_text(const std::vector<std::vector<unsigned>>& index);

/// The answer as it is kept: "24 KiB", "32 x 6", "fifo". `invalid_request` where it is none to the question, with how it is
/// written.
Outcome<std::string> tidy_answer(Question question, const std::string& text);

/// What is right, as tidy_answer() writes it. \pre the card's level asks it
std::string right_answer(const HiddenCard& card, Question question);

}  // namespace chasescope::mystery
