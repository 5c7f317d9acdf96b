// What a trace alone tells of a cache whose policy is not known: a line whose next access hits was there all the time since its
// last one, whatever the policy; a line whose next access misses had to go somewhere in between.
//
// Only the lines' sets must be known, and that the trace tells hits from misses. Who was evicted by which access is never said.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/index/index_function.h"
#include "engine/step/step.h"
#include "engine/step/verdicts.h"

namespace chasescope::step {

class Recorded final : public Source {
 public:
  /// `why` says, as the end of a sentence, why no cache could be run again.
  Recorded(const ChaseRequest& request, const ChaseResult& result, Part nearest, RecordedVerdicts verdicts, std::string why);

  const std::vector<Part>& parts() const override { return parts_; }
  std::uint64_t ready() const override { return size(); }
  void extend(std::uint64_t) override {}
  Look look(std::uint64_t at, std::size_t part) override;
  Verdict verdict(std::uint64_t at, std::size_t part) const override;
  bool evicts(std::uint64_t, std::size_t) const override { return false; }
  bool tells_evictions() const override { return false; }
  std::string basis() const override;

 private:
  /// A line of the walk, with the positions within a pass that touch it.
  struct Line {
    std::uint64_t unit = 0;
    std::vector<std::uint64_t> positions;  // ascending
  };
  const std::vector<Line>& lines_of(std::uint32_t set);
  std::optional<std::uint64_t> last_of(const Line& line, std::uint64_t before) const;
  std::optional<std::uint64_t> next_of(const Line& line, std::uint64_t from) const;
  std::vector<Way> ways_at(std::uint64_t before, std::uint32_t set);

  std::vector<Part> parts_;
  RecordedVerdicts verdicts_;
  std::string why_;
  std::optional<model::IndexFunction> index_;
  std::optional<std::uint32_t> listed_set_;
  std::vector<Line> listed_;  // lines of listed_set_
};

}  // namespace chasescope::step
