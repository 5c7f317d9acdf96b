#include "engine/output/shell_word.h"

#include <algorithm>
#include <cctype>

#include "engine/output/outgoing_text.h"

namespace chasescope {

std::string shell_word(std::string_view word) {
  const auto plain = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || std::string_view("-_./:=,+%@").find(static_cast<char>(letter)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string text = "'";
  for (const char letter : one_line(word)) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace chasescope
