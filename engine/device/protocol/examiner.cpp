#include "engine/device/protocol/examiner.h"

#include <algorithm>

#include "engine/device/codec/codec.h"
#include "engine/device/protocol/message.h"

namespace chasescope {
namespace {

using nlohmann::json;

void keep(std::vector<std::string>& lines, const std::string& line) {
  constexpr std::size_t kKept = 4;
  constexpr std::size_t kShown = 240;
  lines.push_back(line.substr(0, kShown) + (line.size() > kShown ? "…" : ""));
  if (lines.size() > kKept) lines.erase(lines.begin());
}

}  // namespace

void Examiner::restart() {
  peer_ = std::make_unique<Peer>();
  parts_.clear();
  next_id_ = 1;
  if (const auto fault = peer_->start(options_.arguments)) throw Broken{"the program can't be started: " + *fault};
}

void Examiner::send_line(const std::string& line) {
  keep(sent, line);
  peer_->send(line + "\n");
}

void Examiner::ask_as(const json& id, const std::string& call, const json& params) {
  std::string line = request_line(dump(id), call, dump(params));
  line.pop_back();
  send_line(line);
}

json Examiner::ask(const std::string& call, const json& params) {
  const json id = next_id_++;
  ask_as(id, call, params);
  return id;
}

Peer::Event Examiner::next() {
  const Peer::Event event = peer_->next(Peer::Clock::now() + options_.silence, wake_);
  if (options_.stop.stop_requested()) throw Stopped{};
  return event;
}

json Examiner::next_answer() {
  for (;;) {
    switch (next()) {
      case Peer::Event::line: break;
      case Peer::Event::ended: throw Broken{"the program " + peer_->how_it_ended()};
      default:
        throw Broken{(came.empty() ? "nothing came for " : "no line with a result or an error came, and nothing more for ") +
                     std::to_string(options_.silence.count() / 1000) + " s" + peer_->last_words()};
    }
    keep(came, peer_->line().text);
    if (peer_->line().too_long) throw Broken{"a line is longer than 64 MiB"};
    ParsedLine parsed = parse_line(peer_->line().text);
    if (!parsed.fault.empty()) throw Broken{"a line " + parsed.fault};
    json& message = parsed.object;
    if (!message.contains("id")) throw Broken{"a line has no id"};
    const std::string id = dump(message["id"]);
    if (message.contains("progress")) {
      const json& progress = message["progress"];
      if (!progress.is_number() || progress.get<double>() < 0 || progress.get<double>() > 1)
        throw Broken{"progress is no number from 0 to 1"};
    }
    for (const char* member : {"cycles", "misses"}) {
      if (!message.contains(member)) continue;
      const json& part = message[member];
      const bool is_of_trials = part.is_array() && !part.empty() && !part.front().is_number();
      if (!is_of_trials)
        if (const auto checked = trace_part_from_json(part); !checked)
          throw Broken{"a part of a trace is wrong: " + checked.error().message};
      auto& landed = parts_[id][member];
      landed.insert(landed.end(), part.begin(), part.end());
    }
    const bool result = message.contains("result");
    if (result && message.contains("error")) throw Broken{"an answer has a result and an error"};
    if (!result && !message.contains("error")) continue;
    const auto landed = parts_.extract(id);
    if (result && !landed.empty() && message["result"].is_object())
      for (auto& [member, parts] : landed.mapped()) {
        json& rest = message["result"][member];
        if (rest.is_array()) parts.insert(parts.end(), rest.begin(), rest.end());
        rest = parts;
      }
    return message;
  }
}

json Examiner::answer_to(const json& id) {
  json answer = next_answer();
  if (answer["id"] != id) throw Broken{"the answer has the id " + dump(answer["id"]) + ", not " + dump(id)};
  return answer;
}

json Examiner::result_of(const std::string& call, const json& params) { return result_in(asked(call, params)); }

json Examiner::result_in(json answer) {
  if (!answer.contains("error")) return std::move(answer["result"]);
  const json& error = answer["error"];
  const std::string message = error.is_object() && error.contains("message") ? dump(error["message"]) : dump(error);
  if (error.is_object() && error.value("code", json()) == "unsupported")
    throw NotApplicable{"the device does not serve it: " + message};
  throw Broken{"a good request is answered with an error: " + message};
}

void Examiner::end_input() {
  while (peer_->unwritten() > 0 && peer_->next(Peer::Clock::now() + std::chrono::milliseconds(20), wake_) == Peer::Event::silence) {
  }
  peer_->end_input();
  switch (next()) {
    case Peer::Event::ended: return;
    case Peer::Event::line: keep(came, peer_->line().text); throw Broken{"a line came that answers nothing"};
    default: throw Broken{"the program went on running after the end of its input"};
  }
}

json chase_params(const Description& device, json pattern, std::uint64_t warmup, std::uint64_t accesses) {
  if (!device.spaces.empty() && pattern.contains("bytes"))
    if (const auto limit = device.max_footprint(device.spaces.front()); limit && pattern["bytes"] > *limit)
      throw NotApplicable{"the device states that its arrays are too small for the check"};
  if (const auto limit = device.properties.max_accesses; limit && accesses > *limit)
    throw NotApplicable{"the device states that its traces are too short for the check"};
  return {{"space", device.spaces.empty() ? std::string("global.ca") : std::string(to_string(device.spaces.front()))},
          {"pattern", std::move(pattern)},
          {"warmup", warmup},
          {"accesses", accesses}};
}

void expect_error(const json& answer, const std::vector<std::string>& codes) {
  std::string wanted;
  for (const std::string& code : codes) wanted += (wanted.empty() ? "" : " or ") + code;
  if (!answer.contains("error")) throw Broken{"it was answered with a result; it must be refused as " + wanted};
  const json& error = answer["error"];
  if (!error.is_object() || !error.value("code", json()).is_string() || !error.value("message", json()).is_string())
    throw Broken{"the error is no object with a code and a message, both texts"};
  if (std::find(codes.begin(), codes.end(), error["code"].get<std::string>()) == codes.end())
    throw Broken{"the error's code is " + error["code"].get<std::string>() + ", not " + wanted};
  if (error["message"].get<std::string>().empty()) throw Broken{"the error has no sentence"};
}

}  // namespace chasescope
