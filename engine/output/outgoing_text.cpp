#include "engine/output/outgoing_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

#include "engine/output/characters.h"

namespace chasescope {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
/// About a page of a terminal: nobody reads a longer sentence.
constexpr std::size_t kPage = 4'000;

std::string with_thousands(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string hexadecimal(const char* format, unsigned value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Calls `put(out, character)` for each character, and returns `out`.
template <typename Put>
std::string mapped(std::string_view text, Put&& put) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    text.remove_prefix(character.bytes.size());
    put(out, character);
  }
  return out;
}

/// The text that replaces a character that must not reach a terminal.
std::string visible(const Character& character) {
  if (!character.valid) return hexadecimal("\\x%02x", static_cast<unsigned char>(character.bytes.front()));
  if (character.code == '\n') return "\\n";
  if (character.code == '\t') return " ";
  return hexadecimal(character.code < 0x80 ? "\\x%02x" : "\\u%04x", character.code);
}

void put_one_line(std::string& out, const Character& character) {
  out += !character.valid ? kReplacement : is_command(character.code) ? std::string_view(" ") : character.bytes;
}

/// Whether a spreadsheet takes a cell that begins with `c` for a formula.
bool begins_formula(char c) { return c == '=' || c == '+' || c == '-' || c == '@'; }

bool is_number(std::string_view text) {
  if (text.starts_with('+')) return false;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

using Replacements = std::pair<std::string_view, std::string_view>;

/// Characters that mean something else to LaTeX (after \\, a bracket or a star would be an argument), and the characters beyond
/// ASCII that reports use.
constexpr std::array kLatex{Replacements{"\\", "\\textbackslash{}"},
                            Replacements{"{", "\\{"},
                            Replacements{"}", "\\}"},
                            Replacements{"[", "{[}"},
                            Replacements{"]", "{]}"},
                            Replacements{"*", "{*}"},
                            Replacements{"#", "\\#"},
                            Replacements{"$", "\\$"},
                            Replacements{"%", "\\%"},
                            Replacements{"&", "\\&"},
                            Replacements{"_", "\\_"},
                            Replacements{"~", "\\textasciitilde{}"},
                            Replacements{"^", "\\textasciicircum{}"},
                            Replacements{"<", "\\textless{}"},
                            Replacements{">", "\\textgreater{}"},
                            Replacements{"|", "\\textbar{}"},
                            Replacements{"\"", "\\textquotedbl{}"},
                            Replacements{"`", "\\textasciigrave{}"},
                            Replacements{"–", "--"},
                            Replacements{"—", "---"},
                            Replacements{"×", "$\\times$"},
                            Replacements{"·", "$\\cdot$"},
                            Replacements{"§", "\\S{}"},
                            Replacements{"µ", "$\\mu$"},
                            Replacements{"≥", "$\\geq$"},
                            Replacements{"≤", "$\\leq$"},
                            Replacements{"±", "$\\pm$"},
                            Replacements{"…", "\\ldots{}"},
                            Replacements{"’", "'"},
                            Replacements{"−", "$-$"},
                            Replacements{"→", "$\\to$"},
                            Replacements{"°", "$^{\\circ}$"}};

constexpr std::array kXml{Replacements{"&", "&amp;"}, Replacements{"<", "&lt;"}, Replacements{">", "&gt;"},
                          Replacements{"\"", "&quot;"}, Replacements{"'", "&#39;"}};

template <std::size_t Size>
std::string replaced(std::string_view text, const std::array<Replacements, Size>& table) {
  return mapped(one_line(text), [&](std::string& out, const Character& character) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == character.bytes; });
    out += found == table.end() ? character.bytes : found->second;
  });
}

}  // namespace

std::string shortened(std::string_view text, std::size_t characters) {
  if (text.size() <= characters) return std::string(text);
  const auto after = [&](std::size_t count) {
    std::string_view rest = text;
    for (; count > 0 && !rest.empty(); --count) rest.remove_prefix(first_character(rest).bytes.size());
    return rest;
  };
  if (after(characters).empty()) return std::string(text);
  std::size_t count = 0;
  for (std::string_view rest = text; !rest.empty(); ++count) rest.remove_prefix(first_character(rest).bytes.size());
  const std::string told = " (" + with_thousands(count) + " characters)";
  // The ellipsis counts, too. At least one character is kept, as the note on the length alone would say nothing of the text.
  const std::size_t kept = std::max<std::size_t>(1, characters - std::min(characters, told.size() + 1));
  return std::string(text.substr(0, text.size() - after(kept).size())) + "…" + told;
}

std::string one_line(std::string_view text) { return mapped(text, put_one_line); }

std::string printable(std::string_view text) {
  return mapped(shortened(text, kPage), [](std::string& out, const Character& character) {
    out += character.valid && !is_command(character.code) ? std::string(character.bytes) : visible(character);
  });
}

std::string terminal_text(std::string_view text) {
  return mapped(text, [](std::string& out, const Character& character) {
    const bool line = character.code == '\n' || character.code == '\t';
    out += character.valid && (line || !is_command(character.code)) ? std::string(character.bytes) : visible(character);
  });
}

std::string xml_escaped(std::string_view text) { return replaced(text, kXml); }

std::string csv_field(std::string_view text) {
  std::string safe = one_line(text);
  // A text that begins with an apostrophe gets another one, so that csv_text() can restore every text. Spreadsheets skip spaces
  // before a formula.
  const std::size_t first = safe.find_first_not_of(' ');
  const char begin = first == std::string::npos ? '\0' : safe[first];
  if ((begins_formula(begin) && !is_number(safe)) || safe.starts_with('\'')) safe.insert(0, 1, '\'');
  if (safe.find_first_of(",\"") == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_text(std::string_view field) {
  std::string text;
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
    field = field.substr(1, field.size() - 2);
    for (std::size_t i = 0; i < field.size(); ++i) {
      text += field[i];
      if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
    }
  } else {
    text = field;
  }
  if (text.starts_with('\'')) text.erase(0, 1);
  return text;
}

std::string json_in_csv(std::string_view json) {
  std::string out;
  bool in_text = false;
  char before = '\0';  // the last character but spaces; '\0' at the beginning of a text
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\' && i + 1 < json.size()) {
      out += c;
      out += json[++i];
      before = json[i];
      continue;
    }
    if (c == '"') {
      in_text = !in_text;
      before = '\0';
    } else if (in_text && begins_formula(c) && (before == '\0' || before == ',' || before == ';')) {
      out += hexadecimal("\\u%04x", static_cast<unsigned char>(c));
      continue;
    } else if (c != ' ') {
      before = c;
    }
    out += c;
  }
  return out;
}

std::string json_without_controls(std::string_view json) {
  return mapped(json, [](std::string& out, const Character& character) {
    // The JSON writer has escaped the controls of ASCII, and uses some for the layout. Characters beyond U+FFFF would need two
    // escapes; they stay.
    const bool escaped = character.valid && character.code >= 0x7F && character.code < 0x10000 && is_command(character.code);
    out += escaped ? hexadecimal("\\u%04x", character.code)
                                                                     : std::string(character.bytes);
  });
}

std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*[]|~#$";
  const std::string line = one_line(text);
  // All characters beyond ASCII are taken for letters: an underscore between letters is not markup.
  const auto is_letter = [&](std::size_t i) {
    const auto c = i < line.size() ? static_cast<unsigned char>(line[i]) : static_cast<unsigned char>(' ');
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  std::string escaped;
  for (std::size_t i = 0; i < line.size(); ++i) {
    switch (line[i]) {
      case '<': escaped += "&lt;"; continue;
      case '>': escaped += "&gt;"; continue;
      case '&': escaped += "&amp;"; continue;
      case '_':
        if (!is_letter(i - 1) || !is_letter(i + 1)) escaped += '\\';
        break;
      default:
        if (kMarkup.find(line[i]) != std::string_view::npos) escaped += '\\';
    }
    escaped += line[i];
  }
  return escaped;
}

std::string latex_escaped(std::string_view text) { return replaced(text, kLatex); }

}  // namespace chasescope
