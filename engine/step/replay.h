// Runs a chase again through a card model, forward and backward. Checkpoints of the whole state make any step of a million
// reachable in milliseconds.
//
//   Replay replay(card, request, result, seed, Replay::Kind::true_state, verdicts);
//   while (!replay.complete()) replay.extend(65536);
//   replay.look(4711, 0).evicted;
//
// Memory: three bytes a step, and checkpoints of kCheckpointBytes at most.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/hierarchy.h"
#include "engine/model/spec/card.h"
#include "engine/step/marks.h"
#include "engine/step/step.h"
#include "engine/step/verdicts.h"

namespace chasescope::step {

class Replay final : public Source {
 public:
  enum class Kind {
    true_state,  ///< the model that answered the request
    inferred,    ///< a card put together from findings
  };
  static constexpr std::uint64_t kCheckpointBytes = std::uint64_t{96} << 20;

  /// `seed` is the device's seed. A policy with random choices also depends on the number of the request, which is not recorded.
  /// Such a replay tries the numbers one after the other: it starts again with the next number as soon as it disagrees with the
  /// recording, until one number agrees or the search has cost too much. \pre the card has a path for the request's space with at
  /// most Marks::kMostParts parts; the pattern has accesses.
  Replay(std::shared_ptr<const model::Card> card, const ChaseRequest& request, const ChaseResult& result, std::uint64_t seed,
         Kind kind, RecordedVerdicts verdicts);

  const std::vector<Part>& parts() const override { return parts_; }
  std::uint64_t ready() const override { return marks_.size(); }
  void extend(std::uint64_t count) override;
  Look look(std::uint64_t at, std::size_t part) override;
  Verdict verdict(std::uint64_t at, std::size_t part) const override;
  bool evicts(std::uint64_t at, std::size_t part) const override { return marks_.evicted(at, part); }
  bool tells_evictions() const override { return true; }
  std::string basis() const override;
  bool trusted() const override;
  bool given_up() const override { return given_up_; }

  std::uint64_t compared() const { return compared_; }

 private:
  struct Checkpoint {
    std::uint64_t at = 0;
    model::Hierarchy::State state;
  };
  model::Hierarchy made() const;
  bool draws_lots() const;
  void try_next_request();
  void checkpoint();
  void compare(std::uint64_t at, std::uint8_t outcome);
  void go_to(std::uint64_t at);
  bool asked(std::uint64_t at, std::size_t part) const;
  std::vector<Way> ways_of(std::size_t part, std::uint32_t set) const;
  void add_history(std::vector<Way>& ways, std::uint64_t before, std::size_t part, std::uint32_t set) const;
  std::optional<std::uint64_t> last_touch(std::uint64_t before, std::size_t part, std::uint64_t unit) const;
  std::optional<std::uint64_t> next_touch(std::uint64_t after, std::size_t part, std::uint64_t unit) const;

  std::shared_ptr<const model::Card> card_;
  std::string space_;
  model::Configuration configuration_;
  model::Place place_;
  std::uint64_t seed_;
  Kind kind_;
  RecordedVerdicts verdicts_;
  std::uint64_t request_ = 0;      // the request number that is tried
  std::uint64_t search_cost_ = 0;  // steps spent on wrong request numbers
  bool searches_ = false;
  bool given_up_ = false;
  model::Hierarchy head_;    // runs ahead and fills marks_
  model::Hierarchy cursor_;  // stands before the step that look() shows
  std::uint64_t cursor_at_ = 0;
  std::vector<Part> parts_;
  std::size_t caches_ = 0;  // parts before this one are caches, the others TLBs
  Marks marks_;
  std::vector<Checkpoint> checkpoints_;
  std::uint64_t spacing_;
  std::size_t most_checkpoints_;
  std::uint64_t disagreements_ = 0;
  std::uint64_t compared_ = 0;
  std::vector<model::Hierarchy::Visit> visits_;
};

}  // namespace chasescope::step
