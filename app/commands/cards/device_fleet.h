// Runs several discoveries at once, each in a process of its own, so that a failure of one does not touch the others.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace chasescope {

/// One of several programs that run at once.
struct FleetMember {
  std::string name;                    ///< such as "cuda:1, NVIDIA H100"; the name before each of its lines
  std::vector<std::string> arguments;  ///< of the command line of this program
};

/// How a member ended: empty if well, else the last error that it printed, or its exit code.
using FleetEnd = std::string;

/// Runs all members at once until the last has ended, or until `stop`, which ends them all. `hears` gets every line that a member
/// writes to standard error, as it comes; lines of progress are among them. Standard output is dropped.
std::vector<FleetEnd> run_fleet(const std::vector<FleetMember>& members, const std::stop_token& stop,
                                const std::function<void(const FleetMember& member, const std::string& line)>& hears);

/// The sentence of "chasescope: SENTENCE", which is an error; empty for notes and all other lines.
std::string sentence_of_error(const std::string& line);

}  // namespace chasescope
