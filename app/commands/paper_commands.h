// What a paper takes: tables, all figures, the gallery of the papers, citations and archives.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/figure_look.h"
#include "app/measurement/probe_session.h"
#include "app/paper/figure_set.h"

namespace CLI {
class App;
}

namespace chasescope {

struct TableOptions {
  std::string table;                 ///< a name, or "list"
  std::vector<std::string> devices;  ///< measured with the table's probes
  std::vector<std::string> sessions;
  std::vector<std::string> with;  ///< more of either
  std::string output;             ///< file; empty: standard output
  std::string format = "markdown";
};
int table_command(const TableOptions& options);

struct FigureAllOptions {
  std::vector<std::string> devices, sessions;
  DeviceChoice model;  ///< noise and seed of the devices
  std::string folder;
  FigureLookWords look;              ///< its width is that of a column
  std::vector<std::string> formats;  ///< besides PDF and SVG
  bool force = false;                ///< files that are there and differ are replaced
};
int figure_all_command(const FigureAllOptions& options);

/// What is to be drawn: devices are measured first.
Outcome<std::vector<Session>> figure_sources(const FigureAllOptions& options);

/// How figures of a folder are set: in the column and the page of a venue or, where none is named, of 84 and 177.8 mm.
PaperLook paper_look(const FigureLookWords& words);
/// The same, with formats besides PDF and SVG.
PaperLook paper_look(const FigureLookWords& words, const std::vector<std::string>& formats);

struct ArchiveOptions {
  FigureAllOptions figures;
  std::string license = "CC-BY-4.0";  ///< SPDX, of data, figures and tables
};
int archive_command(const ArchiveOptions& options);

struct GalleryOptions {
  std::vector<std::string> only;  ///< ids; empty: all
  std::string folder;
  FigureLookWords look;
  std::vector<std::string> formats;  ///< besides PDF and SVG
  bool list = false;
};
int gallery_command(const GalleryOptions& options);

/// BibTeX of the program and of the papers behind it.
int cite_command();

struct PaperOptions {
  GalleryOptions gallery;
  ArchiveOptions archive;
  TableOptions table;
  FigureAllOptions figures;
};

/// Adds these commands. What the chosen one does is handed to `chosen`.
void add_paper_commands(CLI::App& app, PaperOptions& options, std::function<int()>& chosen);

/// Adds `all` below the command `figure`. The look may stand before the word `all` or after it: `look` is that of `figure`.
CLI::App* add_figure_all(CLI::App& figure, FigureAllOptions& options, FigureLookWords& look);

/// What was given to `figure` before the word `all`, put to what was given after it. \return an option of one figure that stood
/// there ("--set"), or nothing.
std::string put_before_all(const CLI::App& figure, const CLI::App& all, const FigureCommandOptions& before,
                           FigureAllOptions& options);

}  // namespace chasescope
