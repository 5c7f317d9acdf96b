// What a paper takes: tables, all figures, the gallery of the papers, citations and archives.
#pragma once

#include <functional>
#include <string>
#include <vector>

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
  std::string folder;
  double width_mm = 84;  ///< of a column; wide figures are 177.8 mm
};
int figure_all_command(const FigureAllOptions& options);

/// What is to be drawn: devices are measured first.
Outcome<std::vector<FigureSource>> figure_sources(const FigureAllOptions& options);

struct ArchiveOptions {
  FigureAllOptions figures;
  std::string license = "CC-BY-4.0";  ///< SPDX, of data, figures and tables
};
int archive_command(const ArchiveOptions& options);

struct GalleryOptions {
  std::vector<std::string> only;  ///< ids; empty: all
  std::string folder;
  double width_mm = 84;
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

/// Adds `all` below the command `figure`, whose own options are not needed then.
void add_figure_all(CLI::App& figure, FigureAllOptions& options);

}  // namespace chasescope
