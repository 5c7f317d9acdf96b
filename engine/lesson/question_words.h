// The words of a question: as a lesson's file has them, and as people read them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/lesson/lesson.h"

namespace chasescope::lesson {

/// Whether a setting belongs to the step itself (view, ask, …). Any other setting is a parameter of the probe.
bool is_word_of_step(std::string_view name);

/// The question of a step, read from its settings; empty if it has none. `fault` is called with each fault and its line.
std::optional<Question> question_of(const Step& step, const std::map<std::string, std::string>& settings,
                                    const std::function<void(int line, std::string sentence)>& fault);

/// The largest possible answer according to the unit: 12 for "of 12", 100 for "%". Empty if the unit sets no limit.
std::optional<double> most_of(const Question& question);
/// Reads a number in the form that the question needs: "24 KiB" or "24576" for bytes, a whole number from 0 for accesses and words,
/// a number from 0 to most_of() if there is a limit, else any number ("3", "0.5"). Empty if the text is no such number.
std::optional<double> number_from(const Question& question, std::string_view typed);
/// Why number_from() refuses the text, without a full stop: "'-5' is no size; write one like 24 KiB or 24576". Empty if it does
/// not.
std::string fault_of_number(const Question& question, std::string_view typed);
/// The text of a number: "24 KiB", "3". Without the words of the unit.
std::string number_text(const Question& question, double number);

}  // namespace chasescope::lesson
