// Which of some words was probably meant by one that is none of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace chasescope {

/// The nearest of `known` words, the first of several: one that goes on with this one by at most three letters ("gtx560" and
/// "gtx560ti"); else at most three letters (and at most half of the word's) are changed, added or
/// left out; else the only one that holds the word ("560ti" is in "gtx560ti"). Empty where none is near. Pure.
std::string near_word(std::string_view word, std::span<const std::string> known);

/// The same as a question behind a sentence without its full stop: "; did you mean 'gtx780'?", empty where none is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace chasescope
