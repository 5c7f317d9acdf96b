// Cards of others: which are known, whether one is like those of its kind, and what of a discovery can be given away; and how
// the program gets to a machine that has a card.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace chasescope {

struct LibraryListOptions {
  std::vector<std::string> folders;  ///< besides one's own
  bool json = false;
};
int library_command(const LibraryListOptions& options);

struct LibraryCheckOptions {
  std::string card;  ///< a session, a recording or a device, which is discovered
  std::vector<std::string> folders;
  std::string tolerance, format = "text", output;
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

/// Adds these commands. What the chosen one does is handed to `chosen`.
void add_library_commands(CLI::App& app, LibraryOptions& options, std::function<int()>& chosen);

}  // namespace chasescope
