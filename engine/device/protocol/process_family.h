// A started program and everything that it starts itself, to be ended together.
//
// Neither its group, its session nor its environment holds a program: it may leave all of them, and end before its children do. So
// a nurse (nurse.h) starts it: a tiny process that becomes the parent of whoever loses its own, and that ends them all when it is
// told to or when this program has ended, however that came.
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

  /// Can be read once the started program has ended, also while its children go on.
  int ending() const { return report_.get(); }
  /// The wait status of the started program, once it has ended, which may be waited for so long.
  std::optional<int> status(std::chrono::milliseconds patience);

  /// Ends all members, and those that they start meanwhile. Returns once they are gone, or after a second: one that hangs in the
  /// kernel is ended as soon as that lets it go.
  void kill();

 private:
  Descriptor control_;  // its end is the nurse's order to end them all
  Descriptor report_;   // what the nurse says
  std::optional<int> status_;
};

/// Starts the keeper, from which all nurses come. Call it first of all, while the program is small and has one thread; without it,
/// the first family does. Does nothing where no process can be started.
void keep_families();

}  // namespace chasescope
