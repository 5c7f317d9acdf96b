// Messages of a command to a person: sentences on standard error, texts on standard output. All go through here, so that text from
// a stranger's device or file can't control the terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// Prints "chasescope: SENTENCE" to standard error and returns the exit code 1.
int fail(const std::string& sentence);

/// Prints the sentence for an invalid command line and returns the exit code 2.
int misunderstood(const std::string& sentence);

/// misunderstood() for `invalid_request`, an invalid word or number from a person; else fail().
int fail(const DeviceError& error);

/// Prints "chasescope: note: SENTENCE" to standard error.
void note(const std::string& sentence);
void notes(const std::vector<std::string>& sentences);

/// Prints a text for people to standard output.
void print_text(std::string_view text);

/// Prints a text whose parts were made safe before, and which has a terminal's colour codes between them.
void print_safe(const std::string& text);

/// Prints a document to standard output, byte for byte; as print_text() if that is a terminal.
void print_bytes(std::string_view bytes);

/// The exit code of the program: `code`; but 1, with a sentence on standard error, if standard output could not be written (a full
/// disk).
int checked_output(int code);

/// Returns 0 if the session's probe got all its answers. Returns 1, with a sentence on standard error, if a discovery ended early
/// or the device failed in it; its findings are valid.
int fail_if_not_whole(const Session& session);

}  // namespace chasescope
