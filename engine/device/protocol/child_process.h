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
  /// Ends the program: closes its input, waits for it to end by itself for as long as be_patient() says, then kills it; kills what
  /// it started in any case.
  ~ChildProcess();

  /// Starts `arguments[0]`, found as a shell would find it. \return why it could not be started ("No such file or directory").
  /// The pipes of this side don't block.
  std::optional<std::string> start(const std::vector<std::string>& arguments);

  int input() const { return input_.get(); }
  int output() const { return output_.get(); }
  int errors() const { return errors_.get(); }
  /// Can be read once the program has ended, also while children of its own hold its pipes open.
  int ending() const { return family_.ending(); }
  void close_input() { input_.close(); }
  void close_errors() { errors_.close(); }

  /// How long it may take to end once its input is closed. One that has not heard a request to stop hears nothing then either.
  void be_patient(std::chrono::milliseconds patience) { patience_ = patience; }
  static constexpr std::chrono::milliseconds kUsualPatience{100};

  /// Waits for the end, at most so long, or until it is to stop. \return how it ended ("exit code 3", "signal 11 (Segmentation
  /// fault)"), or empty if it runs.
  std::optional<std::string> wait(std::chrono::milliseconds patience, const std::stop_token& stop = {});
  /// Kills it and what it started, and waits for its end.
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
