// A client for the checks: it sends exactly the lines that a check gives it, and keeps all lines sent and received.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/device/protocol/external_device.h"

namespace chasescope {

/// Thrown if a rule does not hold, with the reason.
struct Broken {
  std::string reason;
};
/// Thrown if a rule does not apply to this device, with the reason.
struct NotApplicable {
  std::string reason;
};

/// Thrown if the user stopped the check.
struct Stopped {};

class Examiner {
 public:
  /// Once `options.stop` is requested, each wait for the program throws Stopped.
  explicit Examiner(const ExternalOptions& options) : options_(options), on_stop_(options.stop, [this] { wake_.raise(); }) { restart(); }

  /// Ends the program and starts it anew.
  void restart();
  void send_line(const std::string& line);
  /// Sends a request. \return its id.
  nlohmann::json ask(const std::string& call, const nlohmann::json& params);
  void ask_as(const nlohmann::json& id, const std::string& call, const nlohmann::json& params);

  /// The next answer (an object with `result` or `error`), to any request. Parts of a trace that came before are put in front of
  /// the chase's cycles. Throws Broken if the program sends a line that no device may send, stays silent, or ends.
  nlohmann::json next_answer();
  /// The answer to this request, which must be the next answer.
  nlohmann::json answer_to(const nlohmann::json& id);
  /// Sends a request and waits for its answer.
  nlohmann::json asked(const std::string& call, const nlohmann::json& params) { return answer_to(ask(call, params)); }
  /// The result of a request that must succeed. Throws NotApplicable if the device does not serve it.
  nlohmann::json result_of(const std::string& call, const nlohmann::json& params);
  /// The same of an answer that has come.
  static nlohmann::json result_in(nlohmann::json answer);

  /// Closes the program's input, and expects the program to end.
  void end_input();

  Description description;  ///< set by the first check
  std::vector<std::string> sent, came;

 private:
  Peer::Event next();

  const ExternalOptions& options_;
  WakeUp wake_;
  std::stop_callback<std::function<void()>> on_stop_;
  std::unique_ptr<Peer> peer_;
  // The parts of a trace that have come, by the text of the request's id.
  std::map<std::string, std::map<std::string, nlohmann::json::array_t>> parts_;  // by request and member
  int next_id_ = 1;
};

/// The parameters of a chase over 4-byte elements; `pattern` is written as in the protocol. Throws NotApplicable if the device's
/// largest footprint or trace is too small for it.
nlohmann::json chase_params(const Description& device, nlohmann::json pattern, std::uint64_t warmup, std::uint64_t accesses);

/// Throws Broken unless the answer is an error with one of these codes and a sentence.
void expect_error(const nlohmann::json& answer, const std::vector<std::string>& codes);

}  // namespace chasescope
