// Devices behind exec: and ssh:, opened by their ids. A served device gives byte for byte the answers of the device itself.
#include "engine/device/catalogue/external_ids.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/codec/codec.h"

namespace chasescope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Sets a variable of the environment for one test.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Environment() { unsetenv(name_); }

 private:
  const char* name_;
};

std::vector<ChaseRequest> sequence() {
  std::vector<ChaseRequest> requests;
  const auto add = [&](const Pattern& pattern, std::uint64_t warmup, std::uint64_t accesses, Record record = Record::each,
                       bool truth = false) {
    ChaseRequest request;
    request.pattern = pattern;
    request.warmup = warmup;
    request.accesses = accesses;
    request.record = record;
    request.truth = truth;
    requests.push_back(request);
  };
  add(UniformPattern{17408, 128}, 272, 4096);
  add(ShuffledPattern{65536, 64, 42}, 0, 3000);
  add(OffsetsPattern{{0, 4096, 128, 64}}, 3, 100, Record::each, true);
  add(UniformPattern{1 << 20, 128}, 1000, 1'000'000);  // its result comes in parts
  add(UniformPattern{16384, 32}, 10, 1000, Record::mean);
  return requests;
}

TEST(ServedDevice, AnswersByteForByteAsTheDeviceItself) {
  for (const std::string model : {"model:gtx560ti", "model:gtx780"}) {
    const auto direct = open_device(model, {.seed = 7, .log = {}});
    const auto served = open_device("exec:" CHASESCOPE_SERVE_MODEL " " + model + " 7");
    ASSERT_TRUE(direct) << direct.error().message;
    ASSERT_TRUE(served) << served.error().message;
    EXPECT_EQ((*served)->description(), (*direct)->description());
    for (const ChaseRequest& request : sequence()) {
      const auto one = (*direct)->chase(request, {});
      const auto other = (*served)->chase(request, {});
      ASSERT_EQ(one.has_value(), other.has_value());
      if (one) {
        EXPECT_EQ(one->cycles, other->cycles);
        EXPECT_EQ(to_json(*one).dump(), to_json(*other).dump());
      } else {
        EXPECT_EQ(one.error(), other.error());
      }
    }
  }
}

TEST(ServedDevice, TheSeedIsTheServersOwn) {
  const auto request = sequence().front();
  const auto trace = [&](const std::string& seed) {
    const auto device = open_device("exec:" CHASESCOPE_SERVE_MODEL " model:gtx560ti " + seed);
    return (*device)->chase(request, {})->cycles;
  };
  EXPECT_EQ(trace("1"), trace("1"));
  EXPECT_FALSE(trace("1") == trace("2")) << "the L1 of that card replaces at random";
}

TEST(ServedDevice, ErrorsOfTheProgramReachThePerson) {
  const auto device = open_device("exec:" CHASESCOPE_SERVE_MODEL " model:nonesuch");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().code, ErrorCode::lost);
  EXPECT_THAT(device.error().message, HasSubstr("exit code 1; its last words were"));
  EXPECT_THAT(device.error().message, HasSubstr("nonesuch"));
}

TEST(ExternalIds, SshRunsChaseScopeOnTheHost) {
  const std::string kRemote = "env PATH=\"$PATH:$HOME/.local/bin\" chasescope ";
  EXPECT_THAT(ssh_arguments("server"), ElementsAre("ssh", "-o", "BatchMode=yes", "-o", "ControlMaster=no", "-T", "server",
                                                   kRemote + "serve --device 'cuda:0'"));
  EXPECT_THAT(ssh_arguments("me@server:model:gtx780").back(), kRemote + "serve --device 'model:gtx780'");
  EXPECT_THAT(ssh_arguments("[::1]:cuda:1"), ElementsAre("ssh", "-o", "BatchMode=yes", "-o", "ControlMaster=no", "-T", "::1",
                                                         kRemote + "serve --device 'cuda:1'"));
  EXPECT_THAT(ssh_arguments("me@[::1]")[6], "me@::1");
  EXPECT_THAT(ssh_arguments("server:file:it's; rm x").back(), kRemote + "serve --device 'file:it'\\''s; rm x'");
  const Environment ssh("CHASESCOPE_SSH", "ssh -p 2222 -i \"my key\"");
  const Environment remote("CHASESCOPE_REMOTE", "/opt/chasescope");
  EXPECT_THAT(ssh_arguments("server"), ElementsAre("ssh", "-p", "2222", "-i", "my key", "-o", "BatchMode=yes", "-o", "ControlMaster=no", "-T", "server",
                                                   "/opt/chasescope serve --device 'cuda:0'"));
}

TEST(ExternalIds, RefusesWhatNamesNothing) {
  for (const char* id : {"exec: ", "ssh::cuda:0", "ssh:-oProxyCommand=touch x", "exec:", "ssh:"}) {
    const auto device = open_device(id);
    ASSERT_FALSE(device) << id;
    EXPECT_EQ(device.error().code, ErrorCode::invalid_request) << id;
  }
  EXPECT_THAT(open_device("nonesuch").error().message, HasSubstr("exec:COMMAND and ssh:HOST[:DEVICE]"));
}

TEST(ExternalIds, SshSentencesSayWhatToDo) {
  const auto sentence = [](const std::string& says) {
    const Environment ssh("CHASESCOPE_SSH", "sh -c \"echo '" + says + "' >&2; exit 255\"");
    return open_device("ssh:far").error().message;
  };
  EXPECT_THAT(sentence("ssh: Could not resolve hostname far: Name or service not known"),
              HasSubstr("ssh does not know the host far."));
  EXPECT_THAT(sentence("me@far: Permission denied (publickey,password)."), HasSubstr("set up a key"));
  EXPECT_THAT(sentence("Host key verification failed."), HasSubstr("run 'ssh far' once"));
  EXPECT_THAT(sentence("ssh: connect to host far port 22: Connection refused"), HasSubstr("can't be reached"));
  EXPECT_THAT(sentence("bash: line 1: chasescope: command not found"), HasSubstr("CHASESCOPE_REMOTE"));
}

}  // namespace
}  // namespace chasescope
