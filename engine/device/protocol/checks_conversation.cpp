#include <algorithm>
#include <map>

#include "engine/device/protocol/checks.h"
#include "engine/device/protocol/message.h"

namespace chasescope {
namespace {

using nlohmann::json;

const json kPattern{{"kind", "uniform"}, {"bytes", 1024}, {"stride", 128}};

void describes_still(Examiner& examiner) {
  if (!examiner.asked("describe", json::object()).contains("result")) throw Broken{"after it describe is not answered any more"};
}

void ids(Examiner& examiner) {
  for (const json& id : {json(7), json("seven"), json("a \"quoted\" one"), json(9007199254740991)}) {
    examiner.ask_as(id, "describe", json::object());
    static_cast<void>(examiner.answer_to(id));
  }
}

void unknown_call(Examiner& examiner) {
  expect_error(examiner.asked("no_such_call", json::object()), {"unsupported"});
  describes_still(examiner);
}

void bad_line(Examiner& examiner) {
  for (const char* line : {"this is no JSON", "[1, 2, 3]", "{\"id\": 5, \"call\": "}) {
    examiner.send_line(line);
    expect_error(examiner.answer_to(nullptr), {"invalid_request"});
  }
  describes_still(examiner);
}

void unknown_members(Examiner& examiner) {
  examiner.send_line(R"({"id": 1, "call": "describe", "params": {"nobody_knows": [1]}, "neither_this": {"a": null}})");
  if (!examiner.answer_to(1).contains("result")) throw Broken{"describe is refused because of an unknown member"};
  if (!examiner.description.serves("chase") || examiner.description.spaces.empty()) return;
  json params = chase_params(examiner.description, kPattern, 0, 8);
  params["nobody_knows"] = 1;
  params["pattern"]["neither_this"] = "x";
  static_cast<void>(examiner.result_of("chase", params));
}

void pipelining(Examiner& examiner) {
  std::map<int, std::size_t> wanted;
  constexpr int kRequests = 8;
  for (int i = 1; i <= kRequests; ++i)
    wanted[examiner.ask("chase", chase_params(examiner.description, kPattern, 0, static_cast<std::uint64_t>(i))).get<int>()] =
        static_cast<std::size_t>(i);
  for (int i = 0; i < kRequests; ++i) {
    const json answer = examiner.next_answer();
    const auto asked = answer["id"].is_number_integer() ? wanted.find(answer["id"].get<int>()) : wanted.end();
    if (asked == wanted.end()) throw Broken{"the answer with id " + dump(answer["id"]) + " belongs to no open request"};
    if (answer.contains("error")) {
      if (answer["error"].is_object() && answer["error"].value("code", json()) == "unsupported")
        throw NotApplicable{"the device does not serve this chase"};
      throw Broken{"a good request is answered with an error"};
    }
    const json& cycles = answer["result"].is_object() ? answer["result"].value("cycles", json()) : json();
    if (!cycles.is_array() || cycles.size() != asked->second)
      throw Broken{"request " + std::to_string(asked->first) + " asked for " + std::to_string(asked->second) + " accesses, and " +
                   std::to_string(cycles.size()) + " came"};
    wanted.erase(asked);
  }
  describes_still(examiner);  // fails, too, if a request was answered twice: the next answer has the wrong id
}

void cancel(Examiner& examiner) {
  const std::uint64_t accesses = std::min<std::uint64_t>(examiner.description.properties.max_accesses.value_or(100'000), 100'000);
  const json chase = examiner.ask("chase", chase_params(examiner.description, kPattern, 0, accesses));
  const json cancelling = examiner.ask("cancel", {{"id", chase}});
  for (int i = 0; i < 2; ++i) {
    const json answer = examiner.next_answer();
    if (answer["id"] == cancelling) {
      if (!answer.contains("result") || answer["result"] != json::object()) throw Broken{"the cancel is not answered with {}"};
    } else if (answer["id"] != chase) {
      throw Broken{"an answer has the id " + dump(answer["id"]) + ", which is not open"};
    } else if (answer.contains("error")) {
      expect_error(answer, {"cancelled", "unsupported"});
    }
  }
  describes_still(examiner);
}

void end_of_input(Examiner& examiner) {
  static_cast<void>(examiner.asked("describe", json::object()));
  examiner.end_input();
}

}  // namespace

std::vector<Check> conversation_checks() {
  return {
      {"ids", "an answer carries the id of its request, number or text", ids},
      {"unknown_call", "an unknown call is answered unsupported", unknown_call},
      {"bad_line", "a line that is no JSON object is answered with \"id\": null and invalid_request", bad_line},
      {"unknown_members", "unknown members are ignored", unknown_members},
      {"pipelining", "requests that are sent at once are each answered once", pipelining, true},
      {"cancel", "a cancelled request is answered with its result or cancelled, the cancel with {}", cancel, true},
      {"end_of_input", "the end of the input ends the program", end_of_input},
  };
}

}  // namespace chasescope
