// The words of a question, as a lesson's file has them, and as people see them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/lesson/lesson.h"

namespace chasescope::lesson {

/// Whether a setting of a step is one of its own words (view, ask, …); else it is a parameter of the probe.
bool is_word_of_step(std::string_view name);

/// What a step asks, by its settings; nothing if it asks nothing. `fault` hears what is wrong, with the line.
std::optional<Question> question_of(const Step& step, const std::map<std::string, std::string>& settings,
                                    const std::function<void(int line, std::string sentence)>& fault);

/// The most that an answer can be, as its unit says: 12 where it is "of 12", 100 of "%". Nothing where there is no such end.
std::optional<double> most_of(const Question& question);
/// A number as a question wants it typed: "24 KiB" or "24576" of bytes, a whole number from 0 where accesses or words are counted,
/// one from 0 to most_of() where there is a most, else any ("3", "0.5"). Nothing if it is none.
std::optional<double> number_from(const Question& question, std::string_view typed);
/// Why number_from() takes nothing, without a full stop: "'-5' is no size; write one like 24 KiB or 24576". Empty if it takes it.
std::string fault_of_number(const Question& question, std::string_view typed);
/// The same the other way round: "24 KiB", "3". Without the unit's words.
std::string number_text(const Question& question, double number);

}  // namespace chasescope::lesson
