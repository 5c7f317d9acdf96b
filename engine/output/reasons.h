// Why something failed, as a part of a sentence for a person: what the system and libraries say is often none.
#pragma once

#include <exception>
#include <string>

namespace chasescope {

/// The reason for an `errno`: "No space left on device"; where the system's own words mean nothing to who reads them, better ones.
std::string system_reason(int error);

/// What ended something unexpectedly, without the marks of the library that threw it and without a full stop.
std::string reason_of(const std::exception& error);

}  // namespace chasescope
