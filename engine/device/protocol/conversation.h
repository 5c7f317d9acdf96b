// Requests and answers of one client: pipelined, answered in any order, cancelled, timed out, and checked line by line.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>

#include "engine/device/error.h"
#include "engine/device/protocol/peer.h"
#include "engine/trace/latency_trace.h"

namespace chasescope {

/// One request, with handlers for its answers. Handlers that check a message of the device return its fault as the end of a
/// sentence, or nothing.
struct Ask {
  using Fault = std::optional<std::string>;
  std::string call;
  std::function<std::string()> params;            ///< made when it is sent, one line of JSON
  std::function<void(double)> progress;           ///< from 0 to 1, never less than before; may be empty
  std::function<Fault(std::vector<float>)> part;  ///< a part of a trace; empty: this call has none
  /// Some trials of an answer, in order, under their member of the result ("misses" or "cycles"); empty: this call has none.
  std::function<Fault(const std::string& member, const nlohmann::json& trials)> trials;
  std::function<Fault(const nlohmann::json&)> result;
  std::function<void(DeviceError)> failed;
};

class Conversation {
 public:
  /// `name` is the device's name in messages.
  Conversation(Peer& peer, std::string name, std::chrono::milliseconds silence)
      : peer_(peer), name_(std::move(name)), silence_(silence) {}

  /// Sends all requests; calls `result` or `failed` exactly once for each.
  void run(std::span<Ask> asks, const std::stop_token& stop);

  /// Why no more requests are possible; empty if they are.
  const std::optional<DeviceError>& lost() const { return lost_; }

 private:
  using Clock = Peer::Clock;
  struct UnderWay {
    Ask* ask;
    double progress = 0;
  };

  void send_next(std::span<Ask>& waiting);
  void take_line();
  Ask::Fault take_message(const std::string& text);
  Ask::Fault take_message(const nlohmann::json& message);
  Ask::Fault take_progress(UnderWay& under_way, const nlohmann::json& value);
  Ask::Fault take_part(UnderWay& under_way, std::vector<float> cycles);
  /// Takes what the message says besides an answer: progress, and parts of one. Sets `said` if there is any.
  Ask::Fault take_parts(UnderWay& under_way, const nlohmann::json& message, bool& said);
  Ask::Fault take_answer(std::uint64_t id, const nlohmann::json& message);
  Ask::Fault strange_id(std::uint64_t id) const;

  std::uint64_t send(const std::string& call, const std::string& params);
  void cancel_all();
  void abandon_all(const DeviceError& error);
  /// Fails one request, whose answer is wrong in a well-formed line; all other requests go on.
  void fail(std::uint64_t id, const std::string& what);
  void break_off(const std::string& what);
  void end_of_output(const std::stop_token& stop);
  /// Times out the running requests; `what` says what the device did instead of answering. The third time in a row ends the
  /// program.
  void give_up(const std::string& why);
  void stand_still();
  /// Notes that a request has made progress.
  void advance();

  Peer& peer_;
  std::string name_;
  std::chrono::milliseconds silence_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, UnderWay> under_way_;
  std::set<std::uint64_t> abandoned_;  // ids whose answers, if they come, are dropped
  int silences_ = 0;                   // timeouts in a row without an answer or progress
  std::string unsaid_;  // words on a line that spoke of a request and said nothing of it, since the last one that did
  Clock::time_point advanced_;         // when a request last made progress
  std::optional<DeviceError> lost_;
};

}  // namespace chasescope
