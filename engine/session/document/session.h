// A session: one document with a device, its runs and its findings. Sessions are saved, opened, replayed and exported.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

inline constexpr int kSessionVersion = 1;
inline constexpr const char* kSessionSchema = "chasescope-session-1";

struct Session {
  Description device;
  nlohmann::json environment = nlohmann::json::object();  ///< program version, host, time, device id, probe and its parameters
  std::vector<RunPtr> runs;
  std::vector<Finding> findings;
  std::string notes;
  /// Compares contents: runs are compared by their values, not by their pointers.
  friend bool operator==(const Session& a, const Session& b);
};

}  // namespace chasescope
