// A client for checks: it says exactly what it is told to, and keeps what was sent and what came.
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

/// A rule that does not hold: why.
struct Broken {
  std::string reason;
};
/// A rule that this device need not keep: why.
struct NotApplicable {
  std::string reason;
};

/// The check was to end.
struct Stopped {};

class Examiner {
 public:
  /// Throws Stopped wherever it waits for the program, once `options.stop` is told.
  explicit Examiner(const ExternalOptions& options) : options_(options), on_stop_(options.stop, [this] { wake_.raise(); }) { restart(); }

  /// Ends the program and starts it anew.
  void restart();
  void send_line(const std::string& line);
  /// Sends a request. \return its id.
  nlohmann::json ask(const std::string& call, const nlohmann::json& params);
  void ask_as(const nlohmann::json& id, const std::string& call, const nlohmann::json& params);

  /// The next answer (an object with `result` or `error`), to whatever request. Parts that came before are put in front of a
  /// chase's cycles. Throws Broken for lines that no device may send, for silence and for an end.
  nlohmann::json next_answer();
  /// The answer to this request, which must be the next answer.
  nlohmann::json answer_to(const nlohmann::json& id);
  /// Asks and waits.
  nlohmann::json asked(const std::string& call, const nlohmann::json& params) { return answer_to(ask(call, params)); }
  /// The result of a request that must succeed. NotApplicable if the device says that it does not serve it.
  nlohmann::json result_of(const std::string& call, const nlohmann::json& params);

  /// Ends the input, and expects the program to end.
  void end_input();

  Description description;  ///< set by the first check
  std::vector<std::string> sent, came;

 private:
  Peer::Event next();

  const ExternalOptions& options_;
  WakeUp wake_;
  std::stop_callback<std::function<void()>> on_stop_;
  std::unique_ptr<Peer> peer_;
  std::map<std::string, nlohmann::json::array_t> parts_;  // by the text of the id
  int next_id_ = 1;
};

/// A chase over 4-byte elements: `pattern` as in the protocol.
/// Throws NotApplicable if the device states that its arrays or its traces are too small for it.
nlohmann::json chase_params(const Description& device, nlohmann::json pattern, std::uint64_t warmup, std::uint64_t accesses);

/// Throws Broken unless the answer is an error with one of these codes and a sentence.
void expect_error(const nlohmann::json& answer, const std::vector<std::string>& codes);

}  // namespace chasescope
