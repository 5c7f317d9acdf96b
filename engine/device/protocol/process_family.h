// A started program and everything that it starts itself, to be ended together.
//
// Process group, session and environment can't keep hold of a program: it may leave all of them, and end before its children do. So
// a nurse (nurse.h) starts the program: a tiny process that becomes the parent of orphaned members, and that ends them all on
// order, or when this program ends for any reason.
//
//   int main() { keep_families(); … }
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/protocol/descriptors.h"

namespace chasescope {

class ProcessFamily {
 public:
  ProcessFamily() = default;
  ~ProcessFamily() { kill(); }
  ProcessFamily(const ProcessFamily&) = delete;
  ProcessFamily& operator=(const ProcessFamily&) = delete;

  /// Starts `arguments[0]`, found as a shell would find it, with these as its standard input, output and error, in this program's
  /// folder and with the environment that it began with. \return why it could not be started ("No such file or directory").
  std::optional<std::string> start(const std::vector<std::string>& arguments, int input, int output, int errors);

  /// A descriptor that becomes readable when the started program has ended, even if its children go on.
  int ending() const { return report_.get(); }
  /// The wait status of the started program; waits at most `patience` for its end.
  std::optional<int> status(std::chrono::milliseconds patience);

  /// Ends all members, and those that they start meanwhile. Returns once they are gone, or after a second: a process that hangs in
  /// the kernel ends as soon as the kernel releases it.
  void kill();

 private:
  Descriptor control_;  // closing it orders the nurse to end all members
  Descriptor report_;   // the nurse's reports
  std::optional<int> status_;
};

/// Starts the keeper, from which all nurses come. Call it first of all, while the program is small and has one thread; without it,
/// the first family does. Does nothing where no process can be started.
void keep_families();

}  // namespace chasescope
