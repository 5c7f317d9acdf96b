// What a command says to a person: sentences on standard error, texts on standard output. Everything goes through here, so that
// what a stranger's device or file says commands no terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// Prints "chasescope: SENTENCE" to standard error and returns the exit code 1.
int fail(const std::string& sentence);

/// The same for a command line that was not understood: returns the exit code 2.
int misunderstood(const std::string& sentence);

/// One of the two: misunderstood() for `invalid_request`, which is a word or a number that a person gave, and else fail().
int fail(const DeviceError& error);

/// Prints "chasescope: note: SENTENCE" to standard error.
void note(const std::string& sentence);
void notes(const std::vector<std::string>& sentences);

/// Prints a text for people to standard output.
void print_text(std::string_view text);

/// The same for a text that was made safe part by part, and has marks for a terminal's colours between.
void print_safe(const std::string& text);

/// Prints a document to standard output, byte for byte; as print_text() if that is a terminal.
void print_bytes(std::string_view bytes);

/// The exit code at the end of the program: `code`, but 1, with a sentence on standard error, where standard output could not be
/// written (a full disk).
int checked_output(int code);

/// 0 for a session whose probe got all its answers; 1, with a sentence on standard error, for a discovery that ended early or in
/// which the device failed. What was found stands.
int fail_if_not_whole(const Session& session);

}  // namespace chasescope
