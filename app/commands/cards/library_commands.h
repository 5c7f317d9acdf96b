// The commands for cards of others: the list of known cards, the check of one card against its kind, a contribution made of a
// discovery, and the installation of the program on another machine that has a card.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace chasescope {

struct LibraryListOptions {
  std::vector<std::string> folders;  ///< besides the person's own folder
  bool json = false;
};
int library_command(const LibraryListOptions& options);

struct LibraryCheckOptions {
  std::string card;  ///< a session, a recording or a device, which is discovered
  std::vector<std::string> folders;
  std::string tolerance, format, output;
  bool verbose = false, fail = false;
};
int library_check_command(const LibraryCheckOptions& options);

struct ContributeOptions {
  std::string session, output;
};
int contribute_command(const ContributeOptions& options);

struct SshInstallOptions {
  std::string host, from;  ///< `from`: the portable folder; empty: the one from which this program runs
  bool dry_run = false;
};
int ssh_install_command(const SshInstallOptions& options);

struct LibraryOptions {
  LibraryListOptions list;
  LibraryCheckOptions check;
  ContributeOptions contribute;
  SshInstallOptions ssh_install;
};

/// Adds these commands. Parsing the command line sets `chosen` to a function that runs the given command.
void add_library_commands(CLI::App& app, LibraryOptions& options, std::function<int()>& chosen);

}  // namespace chasescope
