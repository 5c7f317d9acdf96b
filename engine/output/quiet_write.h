// Writing where nobody may read any more.
#pragma once

#include <string_view>

namespace chasescope {

/// As write(2), but a closed pipe gives EPIPE and never SIGPIPE. Goes on after interruptions.
/// \return bytes written, or -1 with errno.
long write_quietly(int fd, std::string_view bytes);

}  // namespace chasescope
