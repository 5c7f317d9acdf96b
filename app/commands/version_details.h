// What a report of a fault needs to know of this program and of the machine that it runs on.
#pragma once

#include <string>

namespace chasescope {

/// version_text() and below it a line each: commit, compiler, kernels, Qt, libraries, fonts, glibc, system, cards. What can't be known
/// is said to be unknown. Asks the driver for cards; opens none. Names no file, no user and no host, so that it can be published.
std::string version_details();

/// PRETTY_NAME of a text as in /etc/os-release, without its quotes; empty if it has none.
std::string system_name(const std::string& os_release);

}  // namespace chasescope
