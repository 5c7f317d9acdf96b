// Several discoveries at once, each in a process of its own: what happens to one is no matter of the others.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace chasescope {

/// One of several programs that run at once.
struct FleetMember {
  std::string name;                    ///< "cuda:1, NVIDIA H100": before each of its lines
  std::vector<std::string> arguments;  ///< of this program
};

/// How it ended: empty if well, else the sentence that it said last, or how it ended.
using FleetEnd = std::string;

/// Runs all at once until the last has ended, or until `stop`, which ends them all. `hears` gets every line that one of them writes
/// to standard error, as it comes; progress is among them. What they write to standard output is dropped.
std::vector<FleetEnd> run_fleet(const std::vector<FleetMember>& members, const std::stop_token& stop,
                                const std::function<void(const FleetMember& member, const std::string& line)>& hears);

/// The sentence of "chasescope: SENTENCE", which is an error; empty for notes and all other lines.
std::string sentence_of_error(const std::string& line);

}  // namespace chasescope
