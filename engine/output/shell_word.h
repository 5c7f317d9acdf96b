// A word of a command line that is shown to be repeated: whatever a session's file says of its device, a shell takes it for one
// word and runs nothing of it.
#pragma once

#include <string>
#include <string_view>

namespace chasescope {

/// As it is where every character is plain; else in single quotes, on one line.
std::string shell_word(std::string_view word);

}  // namespace chasescope
