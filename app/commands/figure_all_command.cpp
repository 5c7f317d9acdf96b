// chasescope figure all --device ID|--session FILE … -o DIR [--formats …] and a look (figure_look.h)
#include <algorithm>
#include <cstdio>

#include "app/commands/paper_commands.h"
#include "app/documents/figure_application.h"
#include "app/measurement/failure.h"
#include "app/paper/all_figures.h"
#include "app/paper/figure_set.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

constexpr const char* kRecorded = "recording:";

Outcome<Session> read(const std::string& file) {
  if (std::string fault = fault_of_recorded_document(file); !fault.empty())
    return DeviceError{ErrorCode::internal, std::move(fault)};
  auto session = read_session(document_file(file));
  if (!session) return DeviceError{ErrorCode::internal, session.error().message};
  if (file.starts_with(kRecorded) && session->environment.is_object()) session->environment["device_id"] = file;
  return session;
}

}  // namespace

Outcome<std::vector<Session>> figure_sources(const FigureAllOptions& options) {
  std::vector<Session> sources;
  for (const std::string& device : options.devices) {
    const bool recorded = device.starts_with(kRecorded);
    DeviceChoice choice = options.model;
    choice.id = device;
    auto session = recorded ? read(device) : measure_all_figures(choice);
    if (!session) return session.error();
    sources.push_back(*std::move(session));
  }
  for (const std::string& file : options.sessions) {
    auto session = read(file);
    if (!session) return session.error();
    sources.push_back(*std::move(session));
  }
  return sources;
}

int figure_all_command(const FigureAllOptions& options) {
  if (options.devices.empty() && options.sessions.empty())
    return misunderstood("Say where the data come from: --session FILE or --device ID.");
  if (options.folder.empty()) return misunderstood("Say where to write the figures: -o FOLDER.");
  const FigureApplication application;  // one application for all, as the fonts are lost with it
  PaperLook look = paper_look(options.look, options.formats);
  look.force = options.force;
  const bool measures = std::any_of(options.devices.begin(), options.devices.end(),
                                    [](const std::string& device) { return !device.starts_with(kRecorded); });
  if (measures)
    if (const auto wrong = fault_before_measuring(options.folder, look)) return fail(*wrong);
  const auto sources = figure_sources(options);
  if (!sources) return fail(sources.error());
  const auto cards = write_figure_set(*sources, options.folder, look);
  if (!cards) return fail(cards.error().message);
  for (const CardOnPaper& card : *cards) {
    const auto shown =
        std::count_if(card.figures.begin(), card.figures.end(), [](const FigureOnPaper& figure) { return figure.shown(); });
    print_text(card.name + ": " + std::to_string(shown) + " of " + std::to_string(card.figures.size()) + " figures\n");
    for (const FigureOnPaper& figure : card.figures)
      for (const QString& line : figure.shown() ? figure.notes : QStringList{figure.why})
        print_text("  " + figure.figure.toStdString() + ": " + line.toStdString() + "\n");
  }
  print_text(options.folder + "/index.html\n");
  return 0;
}

}  // namespace chasescope
