// Programs as devices, for the tests of their client.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/device/protocol/external_device.h"

namespace chasescope {

/// The device program that breaks the protocol in the way that `mode` names (hostile_device.py).
inline ExternalOptions hostile_device(const std::string& checkout, const std::string& mode) {
  return {.id = "exec:" + mode,
          .arguments = {CHASESCOPE_PYTHON, checkout + "/tests/engine/protocol/hostile_device.py", mode},
          .silence = std::chrono::seconds(20),
          .log = {}};
}

inline std::unique_ptr<Device> opened(ExternalOptions options) {
  auto device = open_external_device(std::move(options));
  if (!device) {
    ADD_FAILURE() << device.error().message;
    return nullptr;
  }
  return *std::move(device);
}

inline ChaseRequest chase_of(std::uint64_t accesses) {
  ChaseRequest request;
  request.pattern = UniformPattern{1024, 128};
  request.accesses = accesses;
  return request;
}

}  // namespace chasescope
