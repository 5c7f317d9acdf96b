// A check of a card as a document: text for a terminal, Markdown, CSV or JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/library/card_check.h"

namespace chasescope {

enum class CheckFormat { text, markdown, csv, json };

/// The formats by name.
inline constexpr const char* kCheckFormats = "text, markdown, csv, json";
std::optional<CheckFormat> check_format_from(std::string_view word);

/// What a row is about, what this card says, what the others say, and under which conditions.
struct CheckedWords {
  std::string what, card, others, conditions;
};
CheckedWords words_of(const CheckedRow& row);

/// UTF-8, ends with a newline: the verdict, with whom it was compared and how, then each row that is not inside. `all`: those, too.
std::string check_report(const CardCheck& check, CheckFormat format, bool all);

/// "recording:h100 (another chip of this kind)"; without what the maps of the chips can't tell.
std::string against_words(const CheckedAgainst& other);

/// What can be drawn of a row: where the card's and the others' values lie, from 0 to 1 between the least and the greatest.
struct CheckedSpan {
  double low = 0, value = 0, high = 0;
};
/// The card first, then each other; empty where there are no two numbers of one unit that differ.
std::vector<CheckedSpan> spans_of(const CheckedRow& row);

}  // namespace chasescope
