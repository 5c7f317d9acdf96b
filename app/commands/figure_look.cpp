#include "app/commands/figure_look.h"

#include <CLI/CLI.hpp>

#include "app/commands/option_words.h"
#include "app/documents/axis_limits.h"

namespace chasescope {
namespace {

constexpr const char* kSpans = "column, page";
constexpr const char* kPalettes = "colour, grey";
constexpr const char* kSvgTexts = "outlines, text";
constexpr const char* kColourings = "hits, latency";
constexpr const char* kLogAxes = "x, y, xy";

/// "ieee, acm, …".
template <typename Entries>
std::string names_of(const Entries& entries) {
  std::string names;
  for (const auto& entry : entries) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

WordCheck length(double least, double most) {
  return [=](const std::string& word) -> std::string {
    const auto mm = lengthFrom(QString::fromStdString(word));
    const QString room = QStringLiteral("between %L1 and %L2 mm").arg(least).arg(most);
    if (!mm) return "must be a length " + room.toStdString() + " (88.9, 8.4cm, 3.33in, 241pt), not '" + word + "'";
    return *mm >= least && *mm <= most ? "" : "must lie " + room.toStdString() + ", not " + word;
  };
}

/// What is wrong with the unit of a length, worded to follow the name of an option.
std::string fault_of_units(const std::string& word) {
  const QString fault = unitFault(QString::fromStdString(word));
  return fault.isEmpty() ? std::string() : "can't be read: " + fault.toStdString();
}

std::string fault_of_limits(const std::string& word) {
  if (const std::string fault = fault_of_units(word); !fault.empty()) return fault;
  return limitsFrom(QString::fromStdString(word))
             ? ""
             : "must be FROM:TO with the smaller first (4KiB:1MiB, 0:500, :500), not '" + word + "'";
}

/// The index of a panel, from 0, by its letter or number.
std::optional<int> panel_from(const std::string& word) {
  if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'z') return word[0] - 'a';
  bool is_number = false;
  const int number = QString::fromStdString(word).toInt(&is_number);
  constexpr int kMost = 99;
  if (is_number && number >= 1 && number <= kMost) return number - 1;
  return std::nullopt;
}

}  // namespace

void add_figure_look(CLI::App& command, FigureLookWords& words) {
  auto* venue = command.add_option("--venue", words.venue, "Width, height, type and lines of a venue: " + names_of(venues()))
                    ->check(format_of(names_of(venues()), "venue"));
  command.add_option("--span", words.span, std::string("How much of the venue's page: ") + kSpans)
      ->capture_default_str()
      ->check(format_of(kSpans, "span"))
      ->needs(venue);
  command.add_option("--width", words.width, "Width: 84, 88.9mm, 3.33in, 241pt (of TeX); by default 88.9 mm, or the venue's")
      ->check(length(kLeastFigureWidth, kMostFigureWidth));
  command.add_option("--height", words.height, "Height; by default what the drawing needs at that width, or the venue's")
      ->check(length(kLeastFigureHeight, kMostFigureHeight));
  command
      .add_option("--type", words.type_pt,
                  "Type size in points at final size; nothing is smaller than 6 points. By default 8, or the venue's")
      ->check(number(kLeastType, kMostType, "points"));
  command.add_option("--font", words.font, "Font: " + names_of(faces()) + "; by default inter, or the venue's")
      ->check(format_of(names_of(faces()), "font"));
  command
      .add_option("--lines", words.line_pt,
                  "Width of a plain line in points; heavier ones keep their relation to it. By default 0.5, or the venue's")
      ->check(number(kLeastLine, kMostLine, "points"));
  command
      .add_option("--palette", words.palette,
                  std::string("One of ") + kPalettes + "; in grey line styles, marks and hatching tell what colours told")
      ->capture_default_str()
      ->check(format_of(kPalettes, "palette"));
  command.add_option("--x", words.x, "Part of the horizontal axis, FROM:TO; sizes may have units (4KiB:1MiB)")
      ->check(fault_of_limits);
  command.add_option("--y", words.y, "Part of the vertical axis, FROM:TO")->check(fault_of_limits);
  command
      .add_option("--cursors", words.cursors,
                  "Cursors A and B on the curve, A[,B] in the unit of the horizontal axis, and what they read below the drawing: "
                  "16KiB,28KiB")
      ->check([](const std::string& word) {
        if (const std::string fault = fault_of_units(word); !fault.empty()) return fault;
        return cursorsFrom(QString::fromStdString(word)) ? std::string()
                                                         : "must be one place or two (16KiB,28KiB), not '" + word + "'";
      });
  command
      .add_option(
          "--log", words.log_axes,
          std::string("Axes on which each factor is as wide as the next: ") + kLogAxes + "; sizes are shown so by themselves")
      ->check(format_of(kLogAxes, "axis"));
  command
      .add_option("--legend", words.legend,
                  "Where the legend stands: " + names_of(legendPlaces()) + "; by default where the figure puts it")
      ->check(format_of(names_of(legendPlaces()), "place"));
  command.add_option("--colouring", words.colouring, std::string("What the colours of a miss pattern tell: ") + kColourings)
      ->check(format_of(kColourings, "colouring"));
  command.add_option("--panel", words.panel, "One panel alone, by its letter or number")->check([](const std::string& word) {
    return panel_from(word) ? std::string() : "must be a letter from a to z or a number from 1 on, not '" + word + "'";
  });
  command.add_flag("--letters", words.letters, "Call the panels (a), (b), …");
  command.add_flag("--caption", words.caption, "Write the caption under the drawing; else it is in the JSON beside it alone");
  command.add_option("--dpi", words.dpi, "Dots per inch of the PNG")
      ->capture_default_str()
      ->check(whole_number(kLeastDpi, kMostDpi));
  command
      .add_option("--svg-text", words.svg_text,
                  std::string("What words are in an SVG: ") + kSvgTexts + "; as text they need the font where they are shown")
      ->capture_default_str()
      ->check(format_of(kSvgTexts, "kind of text"));
}

std::vector<std::string> words_of(const FigureLookWords& look) {
  std::vector<std::string> words;
  const FigureLookWords plain;
  const auto add = [&words](const char* option, const std::string& value, const std::string& unless) {
    if (value != unless) words.insert(words.end(), {option, value});
  };
  const auto number_text = [](const auto& value) { return QString::number(value).toStdString(); };
  add("--venue", look.venue, plain.venue);
  add("--span", look.span, plain.span);
  add("--width", look.width, plain.width);
  add("--height", look.height, plain.height);
  if (look.type_pt) words.insert(words.end(), {"--type", number_text(*look.type_pt)});
  add("--font", look.font, plain.font);
  if (look.line_pt) words.insert(words.end(), {"--lines", number_text(*look.line_pt)});
  add("--palette", look.palette, plain.palette);
  add("--dpi", number_text(look.dpi), number_text(plain.dpi));
  add("--svg-text", look.svg_text, plain.svg_text);
  add("--x", look.x, plain.x);
  add("--y", look.y, plain.y);
  add("--cursors", look.cursors, plain.cursors);
  add("--log", look.log_axes, plain.log_axes);
  add("--legend", look.legend, plain.legend);
  add("--colouring", look.colouring, plain.colouring);
  add("--panel", look.panel, plain.panel);
  if (look.letters) words.emplace_back("--letters");
  if (look.caption) words.emplace_back("--caption");
  return words;
}

void put_look(const FigureLookWords& words, FigureJob& job) {
  FigureOptions& options = job.options;
  if (const Venue* venue = venueNamed(QString::fromStdString(words.venue))) options = setFor(*venue, words.span == "page", options);
  if (const auto width = lengthFrom(QString::fromStdString(words.width))) options.width_mm = *width;
  if (const auto height = lengthFrom(QString::fromStdString(words.height))) options.height_mm = *height;
  options.font_pt = words.type_pt.value_or(options.font_pt);
  if (words.type_pt) options.least_font_pt = 0;  // the type that a person names is kept
  options.line_pt = words.line_pt.value_or(options.line_pt);
  options.face = faceNamed(QString::fromStdString(words.font)).value_or(options.face);
  options.grey = words.palette == "grey";
  options.dpi = words.dpi;
  options.words = words.svg_text == "text";
  options.letters = words.letters;
  options.caption = words.caption;
  job.choice.sight.x = limitsFrom(QString::fromStdString(words.x)).value_or(AxisLimits());
  job.choice.sight.y = limitsFrom(QString::fromStdString(words.y)).value_or(AxisLimits());
  if (const auto cursors = cursorsFrom(QString::fromStdString(words.cursors))) job.choice.sight.cursors = *cursors;
  job.choice.sight.sized = namesSizes(QString::fromStdString(words.x)) || namesSizes(QString::fromStdString(words.cursors));
  options.legend = legendPlaceNamed(QString::fromStdString(words.legend)).value_or(LegendPlace::own);
  job.choice.sight.log_x = words.log_axes.find('x') != std::string::npos;
  job.choice.sight.log_y = words.log_axes.find('y') != std::string::npos;
  job.choice.sight.colouring = QString::fromStdString(words.colouring);
  job.choice.panel = panel_from(words.panel).value_or(-1);
}

}  // namespace chasescope
