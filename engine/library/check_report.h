// A check of a card as a document: text for a terminal, Markdown, CSV or JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/library/card_check.h"

namespace chasescope {

enum class CheckFormat { text, markdown, csv, json };

/// The names of the formats.
inline constexpr const char* kCheckFormats = "text, markdown, csv, json";
std::optional<CheckFormat> check_format_from(std::string_view word);

/// The parts of a row in words: its quantity, the value of this card, the values of the others, and the conditions.
struct CheckedWords {
  std::string what, card, others, conditions;
};
CheckedWords words_of(const CheckedRow& row);

/// UTF-8, ends with a newline: the verdict, the cards that were compared and how, then each row that is not inside. `all`: the rows
/// inside, too.
std::string check_report(const CardCheck& check, CheckFormat format, bool all);

/// "recording:h100 (another chip of this kind)"; only the id if the maps of the chips don't tell whether they are the same.
std::string against_words(const CheckedAgainst& other);

/// A drawing of a row: the positions of the card's and the others' values on a scale from 0 (the least) to 1 (the greatest).
struct CheckedSpan {
  double low = 0, value = 0, high = 0;
};
/// The card first, then each other card. Empty unless there are two different numbers of one unit.
std::vector<CheckedSpan> spans_of(const CheckedRow& row);

}  // namespace chasescope
