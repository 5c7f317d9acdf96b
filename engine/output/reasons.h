// Why something failed, as a part of a sentence for a person. The messages of the system and of libraries often don't suit that.
#pragma once

#include <exception>
#include <string>

namespace chasescope {

/// The reason for an `errno`, such as "No space left on device". Replaces the system's own words if a user could not understand
/// them.
std::string system_reason(int error);

/// The reason in an exception, without the library's prefix and without a full stop.
std::string reason_of(const std::exception& error);

}  // namespace chasescope
