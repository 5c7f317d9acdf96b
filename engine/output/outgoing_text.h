// Text on its way out. Names, reasons and notes come from files and devices of strangers: here each text is made safe for its
// destination, so that it is shown literally and controls nothing. All functions take any bytes; invalid UTF-8 becomes U+FFFD
// unless a comment says otherwise.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace chasescope {

/// A longer name is a mistake, or malice.
inline constexpr std::size_t kLongestName = 200;

/// The beginning of a text, and how long it was: "GeForce G… (1,048,576 characters)". A text of at most `characters` is
/// returned unchanged. The result has at most `characters` too, so that it is never shortened twice; at least one character is
/// kept.
std::string shortened(std::string_view text, std::size_t characters = kLongestName);

/// On one line, for documents: characters that command a terminal or turn the direction of text become spaces.
std::string one_line(std::string_view text);

/// On one line of a terminal or a log: the same characters, and bytes that are no UTF-8, become what can be read (\x1b, \n, \u202e).
/// Texts beyond a page are shortened.
std::string printable(std::string_view text);

/// For a terminal, as printable(), of any length, with its lines.
std::string terminal_text(std::string_view text);

/// For XML and SVG, between tags and in attributes.
std::string xml_escaped(std::string_view text);

/// A field of a CSV table (RFC 4180) as one_line(), quoted where it has to be. What a spreadsheet would take for a formula (= + @,
/// and - before what is no number) gets an apostrophe before it; csv_text() takes it away.
std::string csv_field(std::string_view text);
/// The text of a field without its quotes, as it was before csv_field(), on one line.
std::string csv_text(std::string_view field);

/// JSON that stands in a line of a CSV file: the same value, without a character at which a spreadsheet would begin a formula.
std::string json_in_csv(std::string_view json);

/// JSON that may be read on a terminal: the same value, with control characters beyond ASCII as \u….
std::string json_without_controls(std::string_view json);

/// For Markdown (GitHub's flavour), on one line; stays in its table cell.
std::string markdown_escaped(std::string_view text);

/// For LaTeX with T1 fonts, textcomp and UTF-8, on one line; the characters beyond ASCII that reports use become commands.
std::string latex_escaped(std::string_view text);

}  // namespace chasescope
