#include "engine/device/protocol/conversation.h"

#include <cmath>

#include "engine/device/codec/codec.h"
#include "engine/device/protocol/message.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxUnderWay = 32;
constexpr std::size_t kMaxUnwritten = std::size_t{8} << 20;
constexpr std::chrono::milliseconds kCancelPatience(60);  // of the 100 ms that a cancelled request may take
// One that did not answer in that time is closed with less ado, so that both fit well into the 200 ms that a stop may take.
constexpr std::chrono::milliseconds kPatienceWithTheDeaf(20);
constexpr int kMostSilences = 3;
// A device that only knows when it is done tells the same progress until then, which no rule forbids; ten times the time that it might have
// said nothing at all is more than any request of a probe takes.
constexpr int kStandingSilences = 10;
constexpr const char* kGoOn = "Its program is started anew when the device is opened again, or the command repeated.";

/// A sentence that goes on.
std::string without_stop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string number_text(std::uint64_t id) { return std::to_string(id); }

std::string seconds(std::chrono::milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

DeviceError read_error(const json& error) {
  const auto text = [&](const char* member) {
    const auto found = error.find(member);
    return found != error.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  std::string message = text("message").substr(0, 2000);
  if (message.empty()) message = "The device gave no reason.";
  return {error_code_from(text("code")), std::move(message)};
}

}  // namespace

void Conversation::run(std::span<Ask> asks, const std::stop_token& stop) {
  std::span<Ask> waiting = asks;
  const WakeUp wake;
  const std::stop_callback on_stop(stop, [&wake] { wake.raise(); });
  auto deadline = Clock::now() + silence_;
  advanced_ = Clock::now();
  bool cancelled = false;
  while (!lost_ && !(waiting.empty() && under_way_.empty())) {
    if (stop.stop_requested() && !cancelled) {
      cancelled = true;
      for (Ask& ask : waiting) ask.failed({ErrorCode::cancelled, "Cancelled."});
      waiting = {};
      cancel_all();
      deadline = Clock::now() + kCancelPatience;
      continue;
    }
    send_next(waiting);
    static const WakeUp never;
    switch (peer_.next(deadline, cancelled ? never : wake)) {
      case Peer::Event::line:
        take_line();
        if (!cancelled) deadline = Clock::now() + silence_;
        if (!cancelled && Clock::now() > advanced_ + kStandingSilences * silence_) {
          stand_still();
          break;
        }
        if (cancelled && Clock::now() >= deadline) abandon_all({ErrorCode::cancelled, "Cancelled."});
        break;
      case Peer::Event::ended: end_of_output(stop); break;
      case Peer::Event::woken: break;
      case Peer::Event::silence:
        if (!cancelled && peer_.last_heard() + silence_ > Clock::now()) {  // a long line is on its way
          deadline = peer_.last_heard() + silence_;
          break;
        }
        if (cancelled) {
          abandon_all({ErrorCode::cancelled, "Cancelled."});
        } else {
          give_up("said nothing for " + seconds(silence_));
        }
        break;
    }
  }
  if (lost_)
    for (Ask& ask : waiting) ask.failed(*lost_);
}

void Conversation::send_next(std::span<Ask>& waiting) {
  while (!waiting.empty() && under_way_.size() < kMaxUnderWay && peer_.unwritten() < kMaxUnwritten) {
    Ask& ask = waiting.front();
    waiting = waiting.subspan(1);
    const std::string params = ask.params();
    if (params.size() + 256 > kMaxLineBytes) {
      ask.failed({ErrorCode::invalid_request, "The request is longer than a line of the device protocol may be (64 MiB)."});
      continue;
    }
    under_way_.emplace(send(ask.call, params), UnderWay{&ask});
  }
}

std::uint64_t Conversation::send(const std::string& call, const std::string& params) {
  const std::uint64_t id = next_id_++;
  peer_.send(request_line(number_text(id), call, params));
  return id;
}

void Conversation::cancel_all() {
  for (const auto& [id, ask] : under_way_) abandoned_.insert(send("cancel", "{\"id\":" + number_text(id) + "}"));
}

void Conversation::abandon_all(const DeviceError& error) {
  for (auto& [id, under_way] : under_way_) {
    abandoned_.insert(id);
    under_way.ask->failed(error);
  }
  under_way_.clear();
  peer_.be_patient(kPatienceWithTheDeaf);
  constexpr std::size_t kMaxAbandoned = 10'000;
  if (abandoned_.size() > kMaxAbandoned) break_off("left " + std::to_string(kMaxAbandoned) + " cancelled requests unanswered");
}

void Conversation::break_off(const std::string& what) {
  peer_.kill();
  const std::string told = name_ + " broke the device protocol: it " + what;
  lost_ = DeviceError{ErrorCode::lost, told + ". It was ended. " + kGoOn};
  for (auto& [id, under_way] : under_way_)
    under_way.ask->failed({ErrorCode::internal, told + peer_.last_words() + ". It was ended. " + kGoOn});
  under_way_.clear();
}

void Conversation::stand_still() {
  give_up("told of its work for " + seconds(kStandingSilences * silence_) + " without any progress");
  advanced_ = Clock::now();
}

void Conversation::give_up(const std::string& why) {
  const std::string what = why + unsaid_;
  if (++silences_ < kMostSilences) {
    cancel_all();
    return abandon_all({ErrorCode::timed_out, name_ + " " + what + peer_.last_words() + ". The request was given up. " + kGoOn});
  }
  peer_.kill();
  lost_ = DeviceError{ErrorCode::lost, name_ + " " + what + ", " + std::to_string(kMostSilences) + " times in a row" +
                                           peer_.last_words() + ". It was ended. " + kGoOn};
  for (auto& [id, under_way] : under_way_) under_way.ask->failed(*lost_);
  under_way_.clear();
}

void Conversation::advance() {
  advanced_ = Clock::now();
  unsaid_.clear();
  silences_ = 0;
}

void Conversation::fail(std::uint64_t id, const std::string& what) {
  const auto found = under_way_.find(id);
  if (found == under_way_.end()) return;
  Ask& ask = *found->second.ask;
  under_way_.erase(found);
  ask.failed({ErrorCode::internal, name_ + " broke the device protocol: it " + without_stop(what) + ", in line " +
                                       number_text(peer_.lines_read()) + " (" + shown_text(peer_.line().text) + ")."});
}

void Conversation::end_of_output(const std::stop_token& stop) {
  lost_ = DeviceError{ErrorCode::lost, name_ + " " + peer_.how_it_ended(stop) + ". " + kGoOn};
  for (auto& [id, under_way] : under_way_) under_way.ask->failed(*lost_);
  under_way_.clear();
}

void Conversation::take_line() {
  const LineSplitter::Line& line = peer_.line();
  const std::string which = "in line " + number_text(peer_.lines_read()) + " (" + shown_text(line.text) + ")";
  if (line.too_long) return break_off("sent a line longer than 64 MiB, " + which);
  if (const auto fault = take_message(line.text)) break_off(without_stop(*fault) + ", " + which);
}

Ask::Fault Conversation::take_message(const std::string& text) {
  if (auto part = parse_part_line(text)) {
    if (abandoned_.contains(part->id)) return std::nullopt;
    const auto found = under_way_.find(part->id);
    return found == under_way_.end() ? strange_id(part->id) : take_part(found->second, std::move(part->cycles));
  }
  const ParsedLine parsed = parse_line(text);
  if (!parsed.fault.empty()) return "sent what " + parsed.fault;
  return take_message(parsed.object);
}

Ask::Fault Conversation::take_message(const json& message) {
  const auto id = message.find("id");
  if (id == message.end()) return "sent an object without an id";
  if (id->is_null()) {
    const auto error = message.find("error");
    if (error == message.end() || !error->is_object()) return "answered no request (id null)";
    return "did not understand a request (" + shown_text(read_error(*error).message) + ")";
  }
  // A program that writes every number with a point says 7.0.
  const bool whole =
      id->is_number() && id->get<double>() >= 0 && id->get<double>() < 0x1p53 && id->get<double>() == std::floor(id->get<double>());
  if (!whole) return "answered a request that it was never sent, id " + shown_text(dump(*id));
  const auto number = static_cast<std::uint64_t>(id->get<double>());
  const bool answers = message.contains("result") || message.contains("error");
  if (abandoned_.contains(number)) {
    if (answers) {
      abandoned_.erase(number);
      peer_.be_patient(ChildProcess::kUsualPatience);  // it hears, if late
    }
    return std::nullopt;
  }
  const auto found = under_way_.find(number);
  if (found == under_way_.end()) return strange_id(number);
  bool said = answers;
  if (auto fault = take_parts(found->second, message, said)) return fault;
  // Unknown members are ignored. But if nothing follows, a misspelt one is the likely reason.
  if (!said)
    unsaid_ = ", and its line " + number_text(peer_.lines_read()) + " (" + shown_text(peer_.line().text) +
              ") on that request has neither a result nor an error";
  if (answers)
    if (const auto fault = take_answer(number, message)) fail(number, *fault);
  return std::nullopt;
}

Ask::Fault Conversation::strange_id(std::uint64_t id) const {
  if (id == 0 || id >= next_id_) return "answered a request that it was never sent, id " + number_text(id);
  return "spoke of request " + number_text(id) + " again after it had answered it (twice answered)";
}

Ask::Fault Conversation::take_progress(UnderWay& under_way, const json& value) {
  const double fraction = value.is_number() ? value.get<double>() : -1;
  if (!(fraction >= 0 && fraction <= 1)) return "told a progress that is no number from 0 to 1";
  if (fraction > under_way.progress) {
    advance();
    under_way.progress = fraction;
    if (under_way.ask->progress) under_way.ask->progress(fraction);
  }
  return std::nullopt;
}

Ask::Fault Conversation::take_part(UnderWay& under_way, std::vector<float> cycles) {
  if (!under_way.ask->part) return "sent a part of a trace for a request that has none";
  advance();
  return under_way.ask->part(std::move(cycles));
}

Ask::Fault Conversation::take_parts(UnderWay& under_way, const json& message, bool& said) {
  if (const auto progress = message.find("progress"); progress != message.end()) {
    said = true;
    if (auto fault = take_progress(under_way, *progress)) return fault;
  }
  for (const char* member : {"misses", "cycles"}) {
    const auto found = message.find(member);
    if (found == message.end()) continue;
    said = true;
    if (under_way.ask->trials) {
      advance();
      if (auto fault = under_way.ask->trials(member, *found)) return fault;
    } else if (member == std::string_view("cycles")) {
      const auto part = trace_part_from_json(*found);
      if (!part) return "sent a bad part of a trace: " + part.error().message;
      if (auto fault = take_part(under_way, **part)) return fault;
    } else {
      return "sent a part of trials for a request that has none";
    }
  }
  return std::nullopt;
}

Ask::Fault Conversation::take_answer(std::uint64_t id, const json& message) {
  const auto found = under_way_.find(id);
  Ask& ask = *found->second.ask;
  advance();
  const auto result = message.find("result");
  const auto error = message.find("error");
  if (error != message.end() && !error->is_null()) {
    if (result != message.end() && !result->is_null()) return "answered with a result and an error at once";
    if (!error->is_object()) return "answered with an error that is no object with a code and a message";
    under_way_.erase(found);
    ask.failed(read_error(*error));
    return std::nullopt;
  }
  if (result == message.end() || !result->is_object()) return "answered with a result that is no object";
  if (auto fault = ask.result(*result)) return fault;
  under_way_.erase(found);
  return std::nullopt;
}

}  // namespace chasescope
