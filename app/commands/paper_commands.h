// Commands for writing papers: tables, all figures, the gallery of the papers, citations and archives.
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
  std::vector<std::string> devices;  ///< devices to measure with the table's probes
  std::vector<std::string> sessions;
  std::vector<std::string> with;  ///< further devices or sessions
  std::string output;             ///< file; empty: standard output
  std::string format;             ///< a word of kTableFormats; empty: by the file's ending, or markdown
};
int table_command(const TableOptions& options);

struct FigureAllOptions {
  std::vector<std::string> devices, sessions;
  DeviceChoice model;  ///< noise and seed of the devices
  std::string folder;
  FigureLookWords look;              ///< its width is one column
  std::vector<std::string> formats;  ///< besides PDF and SVG
  bool force = false;                ///< replace existing files with other contents
};
int figure_all_command(const FigureAllOptions& options);

/// The sessions to draw; devices are measured first.
Outcome<std::vector<Session>> figure_sources(const FigureAllOptions& options);

/// The look of all figures of a folder: in the widths of a venue's column and page, or of 84 and 177.8 mm without a venue.
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

/// Prints BibTeX of the program and of the papers whose methods it uses.
int cite_command();

struct PaperOptions {
  GalleryOptions gallery;
  ArchiveOptions archive;
  TableOptions table;
  FigureAllOptions figures;
};

/// Adds these commands. `chosen` is set to run the command that the person chose.
void add_paper_commands(CLI::App& app, PaperOptions& options, std::function<int()>& chosen);

/// Adds `all` as a subcommand of `figure`. Options of the look may stand before or after the word `all`; `look` holds those before.
CLI::App* add_figure_all(CLI::App& figure, FigureAllOptions& options, FigureLookWords& look);

/// Merges the options before the word `all` into the options after it. \return an option before `all` that only a single figure has
/// ("--set"), or nothing.
std::string put_before_all(const CLI::App& figure, const CLI::App& all, const FigureCommandOptions& before,
                           FigureAllOptions& options);

}  // namespace chasescope
