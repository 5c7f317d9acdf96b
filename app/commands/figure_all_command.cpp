// chasescope figure all --device ID|--session FILE … -o DIR [--width MM]
#include <algorithm>
#include <cstdio>

#include "app/commands/paper_commands.h"
#include "app/measurement/failure.h"
#include "app/paper/all_figures.h"
#include "app/paper/figure_set.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

Outcome<Session> read(const std::string& file) {
  auto session = read_session(document_file(file));
  if (!session) return DeviceError{ErrorCode::internal, session.error().message};
  return session;
}

}  // namespace

Outcome<std::vector<FigureSource>> figure_sources(const FigureAllOptions& options) {
  std::vector<FigureSource> sources;
  for (const std::string& device : options.devices) {
    const bool recorded = device.starts_with("recording:");
    auto session = recorded ? read(device) : measure_all_figures({.id = device, .noise = {}, .seed = {}, .request_log = {}});
    if (!session) return session.error();
    sources.push_back({*std::move(session), device});
  }
  for (const std::string& file : options.sessions) {
    auto session = read(file);
    if (!session) return session.error();
    sources.push_back({*std::move(session), {}});
  }
  return sources;
}

int figure_all_command(const FigureAllOptions& options) {
  if (options.devices.empty() && options.sessions.empty())
    return misunderstood("Say where the data come from: --session FILE or --device ID.");
  if (options.folder.empty()) return misunderstood("Say where to write the figures: -o FOLDER.");
  const auto sources = figure_sources(options);
  if (!sources) return fail(sources.error());
  const auto cards = write_figure_set(*sources, options.folder, {.column_mm = options.width_mm});
  if (!cards) return fail(cards.error().message);
  for (const CardOnPaper& card : *cards) {
    const auto shown =
        std::count_if(card.figures.begin(), card.figures.end(), [](const FigureOnPaper& figure) { return figure.shown(); });
    print_text(card.name + ": " + std::to_string(shown) + " of " + std::to_string(card.figures.size()) + " figures\n");
    for (const FigureOnPaper& figure : card.figures)
      if (!figure.shown()) print_text("  " + figure.figure.toStdString() + ": " + figure.why.toStdString() + "\n");
  }
  print_text(options.folder + "/index.html\n");
  return 0;
}

}  // namespace chasescope
