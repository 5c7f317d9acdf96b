// A started program and everything that it has started itself, to be ended together.
//
// A process group does not hold them: a program may fork, begin a session of its own (setsid) and end before its children do. But
// children inherit the environment, so each family is marked by a variable of its own name, and is found again by it in /proc.
//
// A program that is killed can't end anybody any more, so it starts with a keeper, which does so in its place:
//
//   int main() { keep_families(); … }
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace chasescope {

class ProcessFamily {
 public:
  /// A family without members, with a mark that no other family of this machine has.
  ProcessFamily();

  /// This program's environment with the mark in it: "NAME=value", one entry each. Start the family's first program with it.
  std::vector<std::string> environment() const;

  /// Those that live now: who carries the mark, and who descends from one that does. A process that empties its environment and whose
  /// parent has ended is not found.
  std::vector<pid_t> members() const;

  /// Kills all members, and those that they start meanwhile. Those that are children of this program are left to be waited for.
  void kill() const;

 private:
  std::string name_;  // of the variable
};

/// Starts a process of its own that waits for the end of this program, however it comes, and then kills all its families. Call it
/// first of all, while the program is small and has one thread. Does nothing where no process can be started.
void keep_families();

}  // namespace chasescope
