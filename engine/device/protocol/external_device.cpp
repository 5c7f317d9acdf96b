#include "engine/device/protocol/external_device.h"

#include <type_traits>

#include "engine/device/codec/codec.h"
#include "engine/device/protocol/conversation.h"
#include "engine/device/protocol/message.h"
#include "engine/device/validate.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// The parts of a chase that have come, and its outcome at the end.
struct Landing {
  ChaseResult landed;
  std::optional<Outcome<ChaseResult>> outcome;
};

/// The trials that came before the result, which carries what remains.
class EarlyTrials {
 public:
  explicit EarlyTrials(std::uint64_t asked) : asked_(asked) {}
  Ask::Fault take(const std::string& member, const json& trials) {
    if (!trials.is_array()) return "sent a part of trials that is no array";
    if (!member_.empty() && member != member_) return "sent trials as bits and as cycles at once";
    member_ = member;
    trials_.insert(trials_.end(), trials.begin(), trials.end());
    if (trials_.size() > asked_) return "sent parts with more trials than the " + std::to_string(asked_) + " that were asked for";
    return std::nullopt;
  }
  /// The result with all trials. What is wrong with it is left as it is, and told by the reader of results.
  json completed(json result) {
    if (trials_.empty()) return result;
    json& rest = result[member_];
    if (rest.is_array()) trials_.insert(trials_.end(), rest.begin(), rest.end());
    if (rest.is_array() || rest.is_null()) rest = std::move(trials_);
    return result;
  }

 private:
  std::uint64_t asked_;
  std::string member_;
  json::array_t trials_;
};

class ExternalDevice final : public Device {
 public:
  explicit ExternalDevice(ExternalOptions options) : options_(std::move(options)) {}

  std::optional<DeviceError> open(const std::stop_token& stop) {
    if (options_.arguments.empty()) return DeviceError{ErrorCode::invalid_request, options_.id + " names no program."};
    link_ = std::make_unique<Link>(options_);
    if (const auto fault = link_->peer.start(options_.arguments))
      return DeviceError{ErrorCode::lost,
                         options_.id + ": the program " + options_.arguments.front() + " can't be started: " + *fault + "."};
    std::optional<DeviceError> failure;
    Ask ask;
    ask.call = "describe";
    ask.params = [] { return std::string("{}"); };
    ask.failed = [&](DeviceError error) { failure = std::move(error); };
    ask.result = [&](const json& result) -> Ask::Fault {
      auto description = description_from_json(result);
      if (!description) return "described itself wrongly: " + description.error().message;
      description_ = *std::move(description);
      return std::nullopt;
    };
    link_->conversation.run(std::span(&ask, 1), stop);
    if (!failure) link_->peer.set_log(options_.log);
    return failure;
  }

  /// Starts the program anew if it has ended, at most kMostRestarts times. A request that makes the program end should not prevent
  /// all later requests.
  std::optional<DeviceError> revive(const std::stop_token& stop) override {
    const auto lost = link_->conversation.lost();
    if (!lost) return std::nullopt;
    if (restarts_ >= kMostRestarts) return lost;
    ++restarts_;
    const Description before = description_;
    auto failure = open(stop);
    description_ = before;
    return failure;
  }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    return chase_batch(std::span(&request, 1), control).front();
  }

  std::vector<Outcome<ChaseResult>> chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) override {
    std::vector<Landing> landings(requests.size());
    std::vector<Ask> asks;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (auto error = refusal(requests[i], control)) {
        landings[i].outcome.emplace(*std::move(error));
      } else {
        asks.push_back(ask_for(requests[i], i, landings[i], control.sink));
      }
    }
    link_->conversation.run(asks, control.stop);
    std::vector<Outcome<ChaseResult>> outcomes;
    for (Landing& landing : landings) outcomes.push_back(*std::move(landing.outcome));
    return outcomes;
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }

  /// Sends any request but a chase, and reads its result.
  template <typename Request>
  Outcome<typename Request::Result> answer_to(const Request& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *std::move(error);
    std::optional<Outcome<typename Request::Result>> outcome;
    Ask ask;
    ask.call = Request::kCall;
    ask.params = [&] { return dump(to_json(request)); };
    if (control.sink != nullptr) ask.progress = [&](double fraction) { control.sink->on_progress(0, fraction); };
    std::optional<EarlyTrials> early;
    if constexpr (std::is_same_v<Request, TrialsRequest>) {
      early.emplace(request.trials);
      ask.trials = [&](const std::string& member, const json& trials) { return early->take(member, trials); };
    }
    ask.result = [&](const json& answer) -> Ask::Fault {
      auto result = result_from_json(early ? early->completed(answer) : answer, request);
      if (!result) return "answered " + std::string(Request::kCall) + " wrongly: " + result.error().message;
      outcome.emplace(*std::move(result));
      return std::nullopt;
    };
    ask.failed = [&](DeviceError error) { outcome.emplace(std::move(error)); };
    link_->conversation.run(std::span(&ask, 1), control.stop);
    return *std::move(outcome);
  }

 private:
  /// The reason why a request is not sent at all; empty if it can be sent.
  template <typename Request>
  std::optional<DeviceError> refusal(const Request& request, const RunControl& control) const {
    if (auto error = check(request, description_)) return error;
    if (link_->conversation.lost()) return link_->conversation.lost();
    if (control.stop.stop_requested()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
    return std::nullopt;
  }

  static Ask ask_for(const ChaseRequest& request, std::size_t index, Landing& landing, RequestSink* sink) {
    Ask ask;
    ask.call = "chase";
    ask.params = [&request] { return dump(to_json(request)); };
    if (sink != nullptr) ask.progress = [sink, index](double fraction) { sink->on_progress(index, fraction); };
    const auto land = [sink, index](const TraceChunk& chunk) {
      if (sink != nullptr && !chunk->empty()) sink->on_part(index, chunk);
    };
    ask.part = [&request, &landing, land](std::vector<float> cycles) -> Ask::Fault {
      if (request.record == Record::mean) return "sent a part of a trace, but only the mean was asked for";
      if (landing.landed.cycles.size() + cycles.size() > request.accesses)
        return "sent parts with more cycles than the " + std::to_string(request.accesses) + " accesses that were asked for";
      const auto chunk = std::make_shared<const std::vector<float>>(std::move(cycles));
      landing.landed.cycles.append(chunk);
      land(chunk);
      return std::nullopt;
    };
    ask.result = [&request, &landing, land](const json& answer) -> Ask::Fault {
      const std::size_t chunks = landing.landed.cycles.chunks().size();
      auto result = chase_result_from_json(answer, request, std::move(landing.landed));
      if (!result) return "answered a chase wrongly: " + result.error().message;
      for (std::size_t i = chunks; i < result->cycles.chunks().size(); ++i) land(result->cycles.chunks()[i]);
      landing.outcome.emplace(*std::move(result));
      return std::nullopt;
    };
    ask.failed = [&landing](DeviceError error) { landing.outcome.emplace(std::move(error)); };
    return ask;
  }

  static constexpr int kMostRestarts = 2;
  struct Link {
    explicit Link(const ExternalOptions& options) : conversation(peer, options.id, options.silence) {}
    Peer peer;
    Conversation conversation;
  };

  ExternalOptions options_;
  std::unique_ptr<Link> link_;
  int restarts_ = 0;
  Description description_;
};

}  // namespace

Outcome<std::unique_ptr<Device>> open_external_device(ExternalOptions options) {
  const std::stop_token stop = options.stop;
  auto device = std::make_unique<ExternalDevice>(std::move(options));
  if (auto error = device->open(stop)) return *std::move(error);
  return std::unique_ptr<Device>(std::move(device));
}

}  // namespace chasescope
