#include "app/measurement/failure.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "app/measurement/command_journal.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/quiet_write.h"
#include "engine/output/reasons.h"

namespace chasescope {
namespace {

int why_not_written = 0;  // errno of the first write to standard output that failed

/// Writes without the library's buffers, whose writes would end the program when the reader is gone.
void put(std::string_view text) {
  while (!text.empty() && why_not_written == 0) {
    const long written = write_quietly(STDOUT_FILENO, text);
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else
      why_not_written = errno != 0 ? errno : EIO;
  }
}

}  // namespace

int fail(const std::string& sentence) {
  std::fprintf(stderr, "chasescope: %s\n", printable(sentence).c_str());
  return 1;
}

int misunderstood(const std::string& sentence) {
  fail(sentence);
  return 2;
}

int fail(const DeviceError& error) {
  return error.code == ErrorCode::invalid_request ? misunderstood(error.message) : fail(error.message);
}

void note(const std::string& sentence) { std::fprintf(stderr, "chasescope: note: %s\n", printable(sentence).c_str()); }

void notes(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) note(sentence);
}

void print_text(std::string_view text) {
  const std::string shown = terminal_text(text);
  put(shown);
}

void print_safe(const std::string& text) { put(text); }

void print_bytes(std::string_view bytes) {
  const std::string shown = isatty(STDOUT_FILENO) != 0 ? terminal_text(bytes) : std::string(bytes);
  put(shown);
}

int checked_output(int code) {
  // --help and --version are written by std::cout just before: if its flush failed, errno has the reason.
  const int last = errno;
  errno = 0;
  std::cout.flush();
  const bool failed_before = why_not_written != 0 || std::ferror(stdout) != 0 || !std::cout;
  const bool failed_now = std::fflush(stdout) != 0;
  if (!failed_before && !failed_now) return code;
  const int why = why_not_written != 0 ? why_not_written : errno != 0 ? errno : last;
  const std::string reason = why != 0 ? std::string(": ") + system_reason(why) : std::string();
  fail("Standard output can't be written" + reason + ".");
  return code == 0 ? 1 : code;
}

int fail_if_not_whole(const Session& session) {
  const auto trouble = discovery_trouble(session.findings);
  if (!trouble) return 0;
  if (checked_output(0) == 0) settle_journal(true);  // the findings were printed
  return fail("The discovery " + outcome_sentences(*trouble));
}

}  // namespace chasescope
