// A program that runs beside this one, with pipes to its standard input, output and error. No shell, no thread, no signal handler.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/device/protocol/descriptors.h"
#include "engine/device/protocol/process_family.h"

namespace chasescope {

class ChildProcess {
 public:
  ChildProcess() = default;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Ends the program: closes its input, waits for its end as long as be_patient() says, and then kills it. Processes that it
  /// started are killed in any case.
  ~ChildProcess();

  /// Starts `arguments[0]`, searched as a shell would search it. \return the reason if it could not be started ("No such file or
  /// directory"). This side's ends of the pipes don't block.
  std::optional<std::string> start(const std::vector<std::string>& arguments);

  int input() const { return input_.get(); }
  int output() const { return output_.get(); }
  int errors() const { return errors_.get(); }
  /// A descriptor that becomes readable once the program has ended, even if its own children still hold its pipes open.
  int ending() const { return family_.ending(); }
  void close_input() { input_.close(); }
  void close_errors() { errors_.close(); }

  /// Sets how long the destructor waits for the program to end after its input was closed. A program that did not react to a
  /// request to stop will hardly react to the end of its input, so it gets less time.
  void be_patient(std::chrono::milliseconds patience) { patience_ = patience; }
  static constexpr std::chrono::milliseconds kUsualPatience{100};

  /// Waits for the end, for `patience` at most, or until `stop`. \return how the program ended ("exit code 3", "signal 11
  /// (Segmentation fault)"), or empty if it still runs.
  std::optional<std::string> wait(std::chrono::milliseconds patience, const std::stop_token& stop = {});
  /// Kills the program and the processes that it started, and waits for their end.
  void kill() { family_.kill(); }

 private:
  ProcessFamily family_;
  bool started_ = false;
  std::chrono::milliseconds patience_ = kUsualPatience;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
};

}  // namespace chasescope
