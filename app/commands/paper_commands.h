// What a paper takes: tables, all figures, the gallery of the papers, citations and archives.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/measurement/probe_session.h"

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

struct PaperOptions {
  TableOptions table;
};

/// Adds these commands. What the chosen one does is handed to `chosen`.
void add_paper_commands(CLI::App& app, PaperOptions& options, std::function<int()>& chosen);

}  // namespace chasescope
