// The runs of a recording, by the requests that they can answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/device/codec/codec.h"
#include "engine/findings/run.h"

namespace chasescope {

/// The chases of a recording.
class RecordedChases {
 public:
  explicit RecordedChases(const std::vector<RunPtr>& runs);

  /// The run whose turn it is to answer `request`, or null. Each call takes a turn.
  const Exchange<ChaseRequest>* next(const ChaseRequest& request);

  /// A sentence for a person: that `request` was not recorded, and which run comes nearest.
  std::string missing(const ChaseRequest& request) const;

 private:
  /// The key of equal requests: the first run that answers them, and the accesses and the record that they request.
  using Turn = std::tuple<std::size_t, std::uint64_t, Record>;

  std::vector<RunPtr> runs_;
  std::map<Turn, std::size_t> turns_;
};

/// A recorded run as the answer to `request`: cut, averaged and without ground truth as requested.
/// \pre it came from RecordedChases::next(request).
ChaseResult answer_from(const Exchange<ChaseRequest>& recorded, const ChaseRequest& request);

/// The other requests of a recording: each run answers requests that equal its own.
class RecordedAnswers {
 public:
  explicit RecordedAnswers(const std::vector<RunPtr>& runs);

  /// The run whose turn it is to answer `request`, or null. Each call takes a turn.
  template <typename Request>
  const Exchange<Request>* next(const Request& request) {
    const auto found = answers_.find(key_of(request));
    if (found == answers_.end()) return nullptr;
    auto& [runs, turn] = found->second;
    return runs[turn++ % runs.size()]->template as<Request>();
  }

  /// A sentence for a person: that `request` was not recorded, and how many others were.
  template <typename Request>
  std::string missing(const Request& request) const {
    return missing(std::string(Request::kCall), to_json(request));
  }

 private:
  struct Answer {
    std::vector<RunPtr> runs;
    std::size_t turn = 0;
  };
  template <typename Request>
  static std::string key_of(const Request& request) {
    return std::string(Request::kCall) + to_json(request).dump();
  }
  std::string missing(const std::string& call, const nlohmann::ordered_json& request) const;

  std::map<std::string, Answer> answers_;
  std::map<std::string, std::size_t> counts_;  // runs by call
};

}  // namespace chasescope
