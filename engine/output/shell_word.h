// Quotes a word of a command line that a person may copy. Whatever text a session's file has as its device, a shell takes it for
// one word and runs no part of it.
#pragma once

#include <string>
#include <string_view>

namespace chasescope {

/// The word itself if all its characters are plain; else the word in single quotes, on one line.
std::string shell_word(std::string_view word);

}  // namespace chasescope
