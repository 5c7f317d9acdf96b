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

/// One request, and what is done with what comes back. Functions that take what the device said return what is wrong with it,
/// as the end of a sentence, or nothing.
struct Ask {
  using Fault = std::optional<std::string>;
  std::string call;
  std::function<std::string()> params;            ///< made when it is sent, one line of JSON
  std::function<void(double)> progress;           ///< from 0 to 1, never less than before; may be empty
  std::function<Fault(std::vector<float>)> part;  ///< a part of a trace; empty: this call has none
  std::function<Fault(const nlohmann::json&)> result;
  std::function<void(DeviceError)> failed;
};

class Conversation {
 public:
  /// `name` is the device's in messages.
  Conversation(Peer& peer, std::string name, std::chrono::milliseconds silence)
      : peer_(peer), name_(std::move(name)), silence_(silence) {}

  /// Has every request answered: by `result` or by `failed`, each exactly once.
  void run(std::span<Ask> asks, const std::stop_token& stop);

  /// Why no more can be asked, if so.
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
  Ask::Fault take_answer(std::uint64_t id, const nlohmann::json& message);
  Ask::Fault strange_id(std::uint64_t id) const;

  std::uint64_t send(const std::string& call, const std::string& params);
  void cancel_all();
  void abandon_all(const DeviceError& error);
  /// One answer is wrong, the line that it came in is not: that request fails, and all others go on.
  void fail(std::uint64_t id, const std::string& what);
  void break_off(const std::string& what);
  void end_of_output(const std::stop_token& stop);
  /// For what the device did instead of answering: the requests under way have timed out. At the third time in a row it is ended.
  void give_up(const std::string& what);
  void stand_still();
  /// A request has come further.
  void advance();

  Peer& peer_;
  std::string name_;
  std::chrono::milliseconds silence_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, UnderWay> under_way_;
  std::set<std::uint64_t> abandoned_;  // ids whose answers, if they come, are dropped
  int silences_ = 0;                   // in a row, or times that nothing came further
  Clock::time_point advanced_;         // when a request last came further
  std::optional<DeviceError> lost_;
};

}  // namespace chasescope
