// Text as it leaves the program: as XML, Markdown, LaTeX, CSV, and for a terminal. Each form is read back as its reader does, and
// must give the text that went in.
#include <algorithm>
#include <array>

#include "engine/output/outgoing_text.h"
#include "tests/fuzz/fuzz.h"

namespace chasescope {
namespace {

using fuzz::fail;

/// Takes the entity after an ampersand away from `rest`, and returns its character: '<' for "lt;".
char entity(std::string_view& rest) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"#39;", '\''}}};
  for (const auto& [name, character] : kEntities)
    if (rest.starts_with(name)) {
      rest.remove_prefix(name.size());
      return character;
    }
  fail("an ampersand that begins no entity");
}

char taken(std::string_view& rest) {
  const char character = rest.front();
  rest.remove_prefix(1);
  return character;
}

std::string read_xml(std::string_view rest) {
  std::string text;
  while (!rest.empty()) {
    const char character = taken(rest);
    if (std::string_view("<>\"'").find(character) != std::string_view::npos) fail("a mark of XML among words");
    text += character == '&' ? entity(rest) : character;
  }
  return text;
}

std::string read_markdown(std::string_view rest) {
  std::string text;
  while (!rest.empty()) {
    char character = taken(rest);
    if (character == '\\') {
      if (rest.empty()) fail("a backslash of Markdown with nothing behind it");
      character = taken(rest);
    } else if (std::string_view("`*[]|~#$<>").find(character) != std::string_view::npos) {
      fail("a mark of Markdown among words");
    }
    text += character == '&' ? entity(rest) : character;
  }
  return text;
}

/// Takes the name of a command after its backslash away from `rest`: letters, or one other character.
std::string_view command(std::string_view& rest) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_letter);
  const auto size = std::min(rest.size(), std::max<std::size_t>(1, static_cast<std::size_t>(end - rest.begin())));
  const std::string_view name = rest.substr(0, size);
  rest.remove_prefix(size);
  return name;
}

void expect(std::string_view& rest, std::string_view next) {
  if (!rest.starts_with(next)) fail("a command of LaTeX without its end");
  rest.remove_prefix(next.size());
}

char character_of(std::string_view name, std::string_view& rest) {
  constexpr std::array<std::pair<std::string_view, char>, 8> kCommands{{{"textbackslash", '\\'},
                                                                       {"textasciitilde", '~'},
                                                                       {"textasciicircum", '^'},
                                                                       {"textless", '<'},
                                                                       {"textgreater", '>'},
                                                                       {"textbar", '|'},
                                                                       {"textquotedbl", '"'},
                                                                       {"textasciigrave", '`'}}};
  if (name.size() == 1 && std::string_view("{}#$%&_").find(name) != std::string_view::npos) return name.front();
  const auto found = std::find_if(kCommands.begin(), kCommands.end(), [&](const auto& each) { return each.first == name; });
  if (found == kCommands.end() && name != "S" && name != "ldots") fail("a command of LaTeX that nobody wrote");
  expect(rest, "{}");
  return found == kCommands.end() ? '?' : found->second;
}

/// Reads a formula up to its closing dollar. Only the formulas that the program itself writes are allowed.
void read_formula(std::string_view& rest) {
  constexpr std::array<std::string_view, 9> kFormulas{"\\times", "\\cdot", "\\mu", "\\geq", "\\leq", "\\pm", "-", "\\to", "^{\\circ}"};
  for (const std::string_view formula : kFormulas)
    if (rest.starts_with(formula) && rest.substr(formula.size()).starts_with('$')) {
      rest.remove_prefix(formula.size() + 1);
      return;
    }
  fail("a formula of LaTeX that nobody wrote");
}

std::string read_latex(std::string_view rest) {
  std::string text;
  while (!rest.empty()) {
    const char character = taken(rest);
    if (character == '\\') {
      const std::string_view name = command(rest);
      text += character_of(name, rest);
    } else if (character == '{') {
      if (rest.empty() || std::string_view("[]*").find(rest.front()) == std::string_view::npos) fail("a brace among words of LaTeX");
      text += taken(rest);
      expect(rest, "}");
    } else if (character == '$') {
      read_formula(rest);
    } else if (std::string_view("}[]*#%&_~^<>|\"`").find(character) != std::string_view::npos) {
      fail("a mark of LaTeX among words");
    } else {
      text += character;
    }
  }
  return text;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace
}  // namespace chasescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  const std::string_view text = fuzz::text_of(data, size);
  const std::string line = one_line(text);
  if (line.find_first_of(std::string_view("\n\r\x1b\0", 4)) != std::string::npos) fail("a line that commands");
  if (one_line(line) != line) fail("a line that is another when it is made one again");
  if (read_xml(xml_escaped(text)) != line) fail("words of XML that are others");
  if (read_markdown(markdown_escaped(text)) != line) fail("words of Markdown that are others");
  const std::string latex = read_latex(latex_escaped(text));
  if (is_ascii(line) && latex != line) fail("words of LaTeX that are others");
  if (csv_text(csv_field(text)) != line) fail("a field of CSV that is another");
  for (const std::string& shown : {printable(text), terminal_text(text)})
    if (shown.find_first_of(std::string_view("\r\x1b\0", 3)) != std::string::npos) fail("words that command a terminal");
  return 0;
}
