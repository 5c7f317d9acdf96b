// What the options of the command line take. The parser asks these functions of every word, before a file is read or a device is
// opened, so that a word that means nothing is always exit code 2. Each returns what is wrong, as a sentence; empty if nothing is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace chasescope {

using WordCheck = std::function<std::string(const std::string& word)>;

/// A name of something: anything but nothing, which is what an unset variable of a shell gives.
std::string fault_of_name(const std::string& word);

/// The name of a file in a folder that is named apart: no path.
std::string fault_of_file_name(const std::string& word);

/// A device's id (catalogue.h).
std::string fault_of_device(const std::string& word);
/// The same for words that may name several.
std::string fault_of_several_devices(const std::string& words);

/// A document or, where it begins like one, a device.
std::string fault_of_document_or_device(const std::string& word);

/// What stands after --noise.
std::string fault_of_noise(const std::string& word);

/// "60s", "1.5 min", "2h": seconds; a number without a unit is one of seconds. Nothing for what is no time.
std::optional<double> seconds_of_time(const std::string& word);
/// The same as a check: from a second to a day.
std::string fault_of_time(const std::string& word);

/// A whole number from `least` to `most`.
WordCheck whole_number(std::uint64_t least, std::uint64_t most);

/// A number from `least` to `most` of that unit.
WordCheck number(double least, double most, const std::string& unit);

/// One of the words of a list ("json, cbor, csv"). `what` they are: "There is no level 'silly'; there are …".
WordCheck format_of(const std::string& list, const std::string& what = "format");

}  // namespace chasescope
