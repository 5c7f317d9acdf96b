// Checks of the options' values, and what is said of misspelt commands and flags. The parser calls these functions for every value
// before a file is read or a device is opened, so that an invalid value always ends with exit code 2. Each returns what is wrong,
// as a sentence; empty if nothing is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace chasescope {

using WordCheck = std::function<std::string(const std::string& word)>;

/// A name: any word but an empty one, which comes from an unset variable of a shell.
std::string fault_of_name(const std::string& word);

/// A folder for several files, which can't be standard output.
std::string fault_of_folder(const std::string& word);

/// The name of a file whose folder is given by another option: not a path.
std::string fault_of_file_name(const std::string& word);

/// A device's id (catalogue.h).
std::string fault_of_device(const std::string& word);
/// One or several ids of devices.
std::string fault_of_several_devices(const std::string& words);

/// A document, or a device if the word begins like the id of one.
std::string fault_of_document_or_device(const std::string& word);

/// The value of --noise.
std::string fault_of_noise(const std::string& word);

/// Seconds in "60s", "1.5 min", "2h" or a number without a unit; nothing if the word is no time.
std::optional<double> seconds_of_time(const std::string& word);
/// Checks a time: from a second to a day.
std::string fault_of_time(const std::string& word);

/// A whole number from `least` to `most`.
WordCheck whole_number(std::uint64_t least, std::uint64_t most);

/// A number from `least` to `most` of that unit.
WordCheck number(double least, double most, const std::string& unit);

/// The format of a file whose format nobody gave: as its name ends (.tex, .md, .csv, .json), if that is a word of the list `known`;
/// else `usual`. Returns `given` unless it is empty.
std::string format_for(const std::string& given, const std::string& output, const std::string& known, const std::string& usual);

/// Gives the help of a command examples of its own, one a line, in place of those of the command above it. The notes before the
/// examples stay.
void set_examples(CLI::App& command, const std::string& examples);

/// The sentence for a word that is neither a command nor a file; it names the command that was probably meant.
std::string unknown_word(const CLI::App& app, const std::string& word);
/// Whether a word can only be meant as a file, because no command looks like it: "card.json", "cards/h100".
bool looks_like_a_file(const std::string& word);
/// The sentence for a command line that could not be parsed because of a misspelt command ("prob fine-grained"), subcommand
/// ("library chek") or flag ("--devcie"), with the word that was probably meant. Empty if nothing in it is such a slip.
std::string misspelt(const CLI::App& app, const std::vector<std::string>& words);

/// A word of a list ("json, cbor, csv"). `what` names the kind of word: "There is no level 'silly'; there are …".
WordCheck format_of(const std::string& list, const std::string& what = "format");

}  // namespace chasescope
