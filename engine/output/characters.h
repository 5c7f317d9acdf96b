// The characters of a text that may be no good UTF-8.
#pragma once

#include <string_view>

namespace chasescope {

struct Character {
  std::string_view bytes;
  char32_t code = 0;
  bool valid = true;  ///< false: a single byte that belongs to no character
};

/// The first character of a text. \pre the text is not empty.
Character first_character(std::string_view text);

/// True for what commands instead of showing: controls of a terminal (ASCII's, DEL, U+0080 to U+009F), marks and orders of direction,
/// which let a name read otherwise than it is, separators of lines, and what is invisible by design (Unicode 15, UAX 9).
bool is_command(char32_t code);

}  // namespace chasescope
