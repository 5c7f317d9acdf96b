#include "engine/step/make_source.h"

#include <optional>
#include <utility>

#include "engine/step/inferred.h"
#include "engine/step/recorded.h"
#include "engine/step/replay.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::step {
namespace {

constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 26;  // 200 MB of marks

std::string why_unplayable(const Recording& recording) {
  if (accesses_per_pass(recording.request.pattern) == 0) return "Its pattern is empty.";
  if (recording.request.accesses == 0) return "It has no accesses.";
  if (std::holds_alternative<ShuffledPattern>(recording.request.pattern) && recording.result.offsets.empty() &&
      accesses_per_pass(recording.request.pattern) > kMostDrawnOffsets)
    return "The order of its accesses was not recorded.";
  if (recording.request.warmup > kMostSteps || recording.request.accesses > kMostSteps - recording.request.warmup)
    return "It has more than " + format_count(kMostSteps) + " accesses with its warm-up; run a shorter one.";
  return {};
}

std::unique_ptr<Source> model_source(const Recording& recording, const RunModel& model) {
  const std::string space(to_string(recording.request.space));
  if (!model.card || !model.card->paths.contains(space)) return nullptr;
  const model::PathSpec& path = model.card->paths.at(space);
  const std::size_t parts = path.data.size() + path.translation.size();
  if (parts == 0 || parts > Marks::kMostParts) return nullptr;
  const model::Configuration configuration{recording.request.l1_kib, recording.request.carveout_percent};
  if (!model::Hierarchy(*model.card, space, configuration, model.seed).is_told_in_full()) return nullptr;
  return std::make_unique<Replay>(model.card, recording.request, recording.result, model.seed, Replay::Kind::true_state,
                                  RecordedVerdicts(recording.trace, {}));
}

/// The verdicts `told`, if they tell hits from misses. Else the guess that the fastest level of latencies are the hits. This guess
/// is used only for a cache built from findings: that cache is shown only if it predicts the same hits and misses.
LatencyVerdicts supposed(const LatencyVerdicts& told, const inference::LatencyLevels& levels) {
  return told.tells() || levels.size() < 2 ? told : LatencyVerdicts(levels[0].upper_bound, levels[0].upper_bound);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

std::string why_no_replay(const InferredPart& inferred, bool tried) {
  if (tried) return "the cache of the findings predicts other hits and misses than were recorded.";
  if (!inferred.missing.empty()) return "no finding tells " + joined(inferred.missing) + ".";
  if (inferred.policy == "other") return "its policy is none of those that can be replayed.";
  return "under the policy " + inferred.policy + " chance decides who has to go.";
}

}  // namespace

MadeSource make_source(const Recording& recording, const std::vector<Finding>& findings, const RunModel& model, Footing from) {
  MadeSource made;
  made.why_not = why_unplayable(recording);
  if (!made.why_not.empty()) return made;
  if (from == Footing::model) {
    made.footing = Footing::model;
    made.source = model_source(recording, model);
    if (made.source) return made;
  }
  const InferredPart inferred = infer_nearest(findings, recording.request);
  const LatencyVerdicts told =
      judge({recording.run, recording.request, recording.result.overhead_cycles.value_or(0), recording.levels}, findings);
  if (from != Footing::trace && inferred.can_replay()) {
    made.footing = Footing::findings;
    made.source = std::make_unique<Replay>(card_of(inferred, recording.request.space), recording.request, recording.result, 0,
                                           Replay::Kind::inferred, RecordedVerdicts(recording.trace, supposed(told, recording.levels)));
    return made;
  }
  made.footing = Footing::trace;
  made.source = std::make_unique<Recorded>(recording.request, recording.result, inferred.part, RecordedVerdicts(recording.trace, told),
                                           why_no_replay(inferred, inferred.can_replay()));
  return made;
}

}  // namespace chasescope::step
