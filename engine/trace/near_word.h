// Guesses which known word was meant by a misspelled one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace chasescope {

/// The nearest of the `known` words; of several equally near ones, the first. A word is near if it continues the given one by at
/// most three letters ("gtx560" and "gtx560ti"), or else if at most three letters (and at most half of the word's) are changed,
/// added, left out or swapped with their neighbour, or else if it is the only one that contains the given word ("560ti" is in
/// "gtx560ti"). Empty if none is near. Pure.
std::string near_word(std::string_view word, std::span<const std::string> known);

/// The same as a question that continues a sentence without its full stop: "; did you mean 'gtx780'?"; empty if none is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// did_you_mean(), or where no word is near the few that are least far: "; the nearest are l2, l2_tlb and dram". Pure.
std::string nearest_words(std::string_view word, std::span<const std::string> known);

}  // namespace chasescope
