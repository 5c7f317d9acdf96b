// The program at the other end of the pipes: its output as lines, its log, and how it ended.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/protocol/child_process.h"
#include "engine/device/protocol/line_splitter.h"

namespace chasescope {

/// Called with each line of a device's standard error. Called on the measuring thread.
using DeviceLog = std::function<void(std::string_view line)>;

class Peer {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Event {
    line,     ///< line() holds a line, or the beginning of a line that is too long
    ended,    ///< the program closed its output
    woken,    ///< the wake-up was raised
    silence,  ///< no output came until the deadline
  };

  /// \return why it could not be started.
  std::optional<std::string> start(const std::vector<std::string>& arguments) { return process_.start(arguments); }
  /// Earlier lines are passed to the log at once.
  void set_log(DeviceLog log);

  /// Queues bytes for writing; next() writes them.
  void send(std::string_view bytes) { to_write_ += bytes; }
  std::size_t unwritten() const { return to_write_.size() - written_; }

  /// The next event. Writes queued bytes, and reads no further than one line, so that memory stays bounded.
  Event next(Clock::time_point deadline, const WakeUp& wake);
  const LineSplitter::Line& line() const { return line_; }
  std::size_t lines_read() const { return lines_read_; }
  /// When the last bytes came.
  Clock::time_point last_heard() const { return last_heard_; }

  /// Closes the program's input, so that it knows that no more requests come. \pre no bytes are queued.
  void end_input() { process_.close_input(); }
  /// How it ended, with its last words: "ended with exit code 3; its last words were \"…\"". Waits for the end a little, unless it is to
  /// stop.
  std::string how_it_ended(const std::stop_token& stop = {});
  /// "; its last words were \"…\"" or nothing.
  std::string last_words() const;
  /// Kills it.
  void kill();
  /// Sets the time that the program has to end by itself when it is closed.
  void be_patient(std::chrono::milliseconds patience) { process_.be_patient(patience); }

 private:
  void write();
  /// \return false at the end of the output.
  bool read_output();
  void read_errors();
  void keep_log();

  ChildProcess process_;
  std::string to_write_;
  std::size_t written_ = 0;
  LineSplitter lines_;
  LineSplitter log_lines_{2000};
  LineSplitter::Line line_;
  std::size_t lines_read_ = 0;
  bool output_ended_ = false;
  Clock::time_point last_heard_ = Clock::now();
  std::deque<std::string> last_log_;
  DeviceLog log_;
};

}  // namespace chasescope
