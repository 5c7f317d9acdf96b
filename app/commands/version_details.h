// The facts about this program and its machine that a bug report needs.
#pragma once

#include <string>

namespace chasescope {

/// version_text() and below it a line each: commit, compiler, kernels, Qt, libraries, fonts, glibc, system, cards. Facts that can't
/// be found are "unknown". Asks the driver for cards, but opens none. Names no file, user or host, so that the text can be
/// published.
std::string version_details();

/// PRETTY_NAME of a text as in /etc/os-release, without its quotes; empty if it has none.
std::string system_name(const std::string& os_release);

}  // namespace chasescope
