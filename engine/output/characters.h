// Splits a text into characters, even if it is not valid UTF-8.
#pragma once

#include <string_view>

namespace chasescope {

struct Character {
  std::string_view bytes;
  char32_t code = 0;
  bool valid = true;  ///< false: a single byte that is no part of a valid character
};

/// The first character of a text. \pre the text is not empty.
Character first_character(std::string_view text);

/// True for a character that controls the display instead of being shown: controls of a terminal (those of ASCII, DEL, U+0080 to
/// U+009F), marks of writing direction, which can make a name look like another name, line separators, and invisible characters
/// (Unicode 15, UAX 9).
bool is_command(char32_t code);

}  // namespace chasescope
