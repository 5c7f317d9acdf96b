// The server, tested over pipes by a client that shares no code with it.
#include "engine/device/protocol/server.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <semaphore>
#include <thread>

#include "engine/device/protocol/descriptors.h"
#include "engine/device/protocol/line_splitter.h"
#include "engine/device/protocol/message.h"
#include "engine/output/quiet_write.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Answers chases with 0, 1, 2, …; a chase of 13 accesses waits until it is stopped, one of 17 throws.
class CountingDevice final : public Device {
 public:
  std::binary_semaphore waits{0};
  CountingDevice() {
    description_.name = "Counter";
    description_.origin = Origin::model;
    description_.calls = {"chase", "bank"};
    description_.spaces = {MemorySpace::global_ca};
  }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (request.accesses == 17) throw std::runtime_error("seventeen");
    if (request.accesses == 13) {
      std::binary_semaphore stopped{0};
      const std::stop_callback on_stop(control.stop, [&] { stopped.release(); });
      waits.release();
      stopped.acquire();
      return DeviceError{ErrorCode::cancelled, "Cancelled."};
    }
    std::vector<float> cycles(request.accesses);
    for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = static_cast<float>(i % 1000);
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    result.overhead_cycles = 4.5;
    return result;
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<BankResult> answer_to(const BankRequest& request, const RunControl&) {
    return BankResult{static_cast<double>(request.stride)};
  }

 private:
  Description description_;
};

/// A client at the other end of two pipes.
class Client {
 public:
  explicit Client(ServeOptions options = {}) {
    int in[2];
    int out[2];
    EXPECT_EQ(pipe2(in, O_CLOEXEC), 0);
    EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
    server_in_ = Descriptor(in[0]);
    to_server_ = Descriptor(in[1]);
    from_server_ = Descriptor(out[0]);
    server_out_ = Descriptor(out[1]);
    serving_ = std::jthread([this, options] {
      end = serve(device, server_in_.get(), server_out_.get(), options);
      server_out_.close();
    });
  }
  // Closes both ends: otherwise a server that still writes would wait for a reader for ever.
  ~Client() {
    to_server_.close();
    from_server_.close();
  }

  void send(std::string_view text) {
    while (!text.empty()) {
      const long written = write_quietly(to_server_.get(), text);
      ASSERT_GT(written, 0);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void say(const json& message) { send(message.dump() + "\n"); }
  void chase(const json& id, std::uint64_t accesses) {
    say(json{
        {"id", id},
        {"call", "chase"},
        {"params",
         {{"space", "global.ca"}, {"pattern", {{"kind", "uniform"}, {"bytes", 256}, {"stride", 128}}}, {"accesses", accesses}}}});
  }

  /// The next line, or null at the end.
  json hear() {
    char buffer[65536];
    for (;;) {
      if (const auto line = lines_.next()) {
        EXPECT_FALSE(line->too_long);
        longest_line = std::max(longest_line, line->text.size());
        return json::parse(line->text);
      }
      const long got = read_some(from_server_.get(), buffer, sizeof buffer);
      if (got <= 0) return nullptr;
      lines_.feed(std::string_view(buffer, static_cast<std::size_t>(got)));
    }
  }
  void end_input() { to_server_.close(); }
  void hang_up() { from_server_.close(); }
  void join() { serving_.join(); }

  CountingDevice device;
  ServeEnd end{};
  std::size_t longest_line = 0;

 private:
  Descriptor server_in_, to_server_, from_server_, server_out_;
  LineSplitter lines_;
  std::jthread serving_;
};

TEST(Server, DescribesTheDevice) {
  Client client;
  client.say(json{{"id", 1}, {"call", "describe"}});
  const json answer = client.hear();
  EXPECT_EQ(answer["id"], 1);
  EXPECT_EQ(answer["result"]["protocol"], 1);
  EXPECT_EQ(answer["result"]["name"], "Counter");
}

TEST(Server, EchoesAnyIdAndRunsInOrder) {
  Client client;
  const std::vector<json> ids{7, "seven", 7.5, {1, {{"a", 2}}}, true, "\u00e9\n"};
  for (const json& id : ids) client.chase(id, 2);
  for (const json& id : ids)
    EXPECT_EQ(client.hear(), (json{{"id", id}, {"result", {{"cycles", {0, 1}}, {"overhead_cycles", 4.5}}}}));
}

TEST(Server, WritesIntegralNumbersWithoutAPoint) {
  EXPECT_EQ(chase_result_text({.cycles = LatencyTrace({35, 35.5F}), .overhead_cycles = 4.0}, 0),
            R"({"cycles":[35,35.5],"overhead_cycles":4})");
  EXPECT_EQ(chase_result_text({.mean_cycles = 35.0}, 0), R"({"mean_cycles":35})");
  EXPECT_EQ(chase_result_text({}, 0), R"({"cycles":[]})");
}

TEST(Server, ServesTheOtherCalls) {
  Client client;
  client.say(json{{"id", 1}, {"call", "bank"}, {"params", {{"stride", 3}, {"word_bytes", 4}, {"bank_bytes", 4}, {"repeats", 1}}}});
  EXPECT_EQ(client.hear(), (json{{"id", 1}, {"result", {{"mean_cycles", 3}}}}));
  client.say(json{{"id", 2}, {"call", "copy"}, {"params", {{"bytes", 3}, {"flush", true}}}});
  EXPECT_EQ(client.hear()["error"]["code"], "unsupported");
}

TEST(Server, AnswersWhatItCanNotUnderstand) {
  Client client;
  const auto answers = [&](std::string_view line, const json& id, const char* code, const char* says) {
    client.send(std::string(line) + "\n");
    const json answer = client.hear();
    EXPECT_EQ(answer["id"], id) << line;
    EXPECT_EQ(answer["error"]["code"], code) << line;
    EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr(says)) << line;
  };
  answers("hello", nullptr, "invalid_request", "no JSON");
  answers("", nullptr, "invalid_request", "no JSON");
  answers("[1]", nullptr, "invalid_request", "no JSON object but an array");
  answers("{\"id\": 1, \"call\": \"\xff\"}", nullptr, "invalid_request", "no JSON");
  answers(std::string(100'000, '['), nullptr, "invalid_request", "nested too deeply");
  answers(R"({"call": "describe"})", nullptr, "invalid_request", "no id");
  answers(R"({"id": 2})", 2, "invalid_request", "no call");
  answers(R"({"id": 2, "call": 3})", 2, "invalid_request", "no call");
  answers(R"({"id": 3, "call": "dance"})", 3, "unsupported", "dance");
  answers(R"({"id": 4, "call": "chase", "params": {"space": "global.ca"}})", 4, "invalid_request", "/pattern: is missing");
  answers(R"({"id": 5, "call": "chase"})", 5, "invalid_request", "/space: is missing");
  answers(R"({"id": 6, "call": "bank", "params": []})", 6, "invalid_request", "must be an object");
  answers(R"({"id": 7, "call": "cancel"})", 7, "invalid_request", "names the request");
  client.chase(8, 17);
  EXPECT_THAT(client.hear()["error"]["message"].get<std::string>(), HasSubstr("seventeen"));
  client.send(
      R"({"id": 9, "call": "bank", "params": {"stride": 1, "word_bytes": 4, "bank_bytes": 4, "repeats": 1, "x": 1}, "y": 2})"
      "\n");
  EXPECT_EQ(client.hear()["result"]["mean_cycles"], 1) << "unknown members are ignored";
}

TEST(Server, SkipsALineThatIsTooLong) {
  Client client;
  const std::string block(1 << 20, 'x');
  for (int i = 0; i < 65; ++i) client.send(block);
  client.send("\n");
  EXPECT_THAT(client.hear()["error"]["message"].get<std::string>(), HasSubstr("longer than 64 MiB"));
  client.chase(1, 2);
  EXPECT_EQ(client.hear()["id"], 1);
}

TEST(Server, LongTracesComeInParts) {
  Client client;
  constexpr std::size_t kAccesses = 1'000'003;
  client.chase(1, kAccesses);
  std::size_t next = 0;
  std::size_t parts = 0;
  json answer;
  const auto take = [&](const json& cycles) {
    for (const json& value : cycles) {
      ASSERT_EQ(value, next % 1000);
      ++next;
    }
  };
  for (answer = client.hear(); answer.is_object() && !answer.contains("result"); answer = client.hear()) {
    if (!answer.contains("cycles")) continue;  // on a slow machine, progress comes in between
    take(answer["cycles"]);
    ++parts;
  }
  take(answer["result"]["cycles"]);
  EXPECT_EQ(next, kAccesses);
  EXPECT_GT(parts, 3U);
  EXPECT_LT(client.longest_line, std::size_t{4} << 20);
}

TEST(Server, EndsQuietlyWhenTheClientLeavesInTheMiddleOfALongAnswer) {
  for (int i = 0; i < 20; ++i) {
    Client client;
    client.chase(1, 1'000'003);
    EXPECT_TRUE(client.hear().is_object());
    client.hang_up();
    client.join();  // a signal for the broken pipe would end the program
    EXPECT_EQ(client.end, ServeEnd::output_closed);
  }
}

TEST(Server, CancelsWhatRunsAndWhatWaits) {
  Client client;
  client.chase(1, 13);
  client.device.waits.acquire();
  client.chase("two", 2);
  client.chase(3, 2);
  client.say(json{{"id", 8}, {"call", "cancel"}, {"params", {{"id", "two"}}}});
  EXPECT_EQ(client.hear()["error"]["code"], "cancelled");
  EXPECT_EQ(client.hear(), (json{{"id", 8}, {"result", json::object()}}));
  client.say(json{{"id", 9}, {"call", "cancel"}, {"params", {{"id", 1}}}});
  std::map<std::string, json> heard;
  for (int i = 0; i < 3; ++i) {
    const json answer = client.hear();
    heard[answer["id"].dump()] = answer;
  }
  EXPECT_EQ(heard["1"]["error"]["code"], "cancelled");
  EXPECT_EQ(heard["9"]["result"], json::object());
  EXPECT_EQ(heard["3"]["result"]["cycles"], (json{0, 1}));
  client.say(json{{"id", 10}, {"call", "cancel"}, {"params", {{"id", 77}}}});
  EXPECT_EQ(client.hear(), (json{{"id", 10}, {"result", json::object()}})) << "nothing to cancel is no fault";
}

TEST(Server, EndOfInputAnswersWhatWasAsked) {
  Client client;
  for (int i = 0; i < 50; ++i) client.chase(i, 3);
  client.send(R"({"id": 50, "call": "describe"})");  // the last line has no line end
  client.end_input();
  for (int i = 0; i <= 50; ++i) EXPECT_EQ(client.hear()["id"], i);
  EXPECT_EQ(client.hear(), json());
  client.join();
  EXPECT_EQ(client.end, ServeEnd::input_ended);
}

TEST(Server, AClosedOutputStopsEverything) {
  Client client;
  client.chase(1, 13);
  client.device.waits.acquire();
  client.chase(2, 13);
  client.hang_up();
  client.join();
  EXPECT_EQ(client.end, ServeEnd::output_closed);
}

TEST(Server, CanBeStopped) {
  std::stop_source stop;
  Client client({.stop = stop.get_token()});
  client.chase(1, 13);
  client.device.waits.acquire();
  stop.request_stop();
  client.join();
  EXPECT_EQ(client.end, ServeEnd::output_closed);
}

TEST(Server, WaitingRequestsAreToldOf) {
  Client client({.heartbeat = std::chrono::milliseconds(20)});
  client.chase(1, 13);
  client.chase(2, 13);
  bool one = false;
  bool two = false;
  while (!one || !two) {
    const json line = client.hear();
    ASSERT_TRUE(line.contains("progress"));
    (line["id"] == 1 ? one : two) = true;
  }
  client.say(json{{"id", 3}, {"call", "cancel"}, {"params", {{"id", 2}}}});
  client.say(json{{"id", 4}, {"call", "cancel"}, {"params", {{"id", 1}}}});
}

}  // namespace
}  // namespace chasescope
