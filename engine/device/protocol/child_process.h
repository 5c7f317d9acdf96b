// A program that runs beside this one, with pipes to its standard input, output and error. No shell, no thread, no signal handler.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/protocol/descriptors.h"

namespace chasescope {

class ChildProcess {
 public:
  ChildProcess() = default;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Ends the program: closes its input, waits a little, then kills it and what it started.
  ~ChildProcess();

  /// Starts `arguments[0]`, found as a shell would find it. \return why it could not be started ("No such file or directory").
  /// The pipes of this side don't block.
  std::optional<std::string> start(const std::vector<std::string>& arguments);

  int input() const { return input_.get(); }
  int output() const { return output_.get(); }
  int errors() const { return errors_.get(); }
  void close_input() { input_.close(); }
  void close_errors() { errors_.close(); }

  /// Waits for the end, at most so long. \return how it ended ("exit code 3", "signal 11 (Segmentation fault)"), or empty if it
  /// runs.
  std::optional<std::string> wait(std::chrono::milliseconds patience);
  /// Kills it and what it started, and waits for its end.
  void kill();

 private:
  bool reap(bool block);

  pid_t pid_ = -1;
  bool running_ = false;
  int status_ = 0;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
};

}  // namespace chasescope
