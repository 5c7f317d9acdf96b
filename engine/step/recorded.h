// The state of a cache whose policy is not known, as far as a trace alone tells it. If the next access to a line hits, the line was
// in the cache all the time since its last access, whatever the policy. If the next access misses, the line was evicted at some
// time in between.
//
// Only the lines' sets must be known, and the trace must tell hits from misses. The access that evicted a line stays unknown.
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
  /// `why` is the end of a sentence that says why no cache could be replayed.
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
