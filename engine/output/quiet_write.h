// Writes to a pipe or socket whose reader may have gone.
#pragma once

#include <string_view>

namespace chasescope {

/// As write(2), but a closed pipe gives EPIPE and never SIGPIPE. Repeated after interruptions by signals.
/// \return bytes written, or -1 with errno.
long write_quietly(int fd, std::string_view bytes);

}  // namespace chasescope
