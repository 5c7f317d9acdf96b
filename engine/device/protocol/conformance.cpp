#include "engine/device/protocol/conformance.h"

#include "engine/device/codec/codec.h"
#include "engine/device/protocol/checks.h"

namespace chasescope {
namespace {

using nlohmann::json;

Check describe_check(Description& description) {
  return {"describe", "describe is answered with protocol 1, a name, an origin, calls and spaces", [&](Examiner& examiner) {
            auto told = description_from_json(examiner.result_of("describe", json::object()));
            if (!told) throw Broken{told.error().message};
            description = *std::move(told);
          }};
}

CheckResult run_check(const Check& check, const ExternalOptions& options, const Description& description) {
  CheckResult result{check.name, check.rule, Verdict::holds, "", {}, {}};
  if (check.needs_chase && (!description.serves("chase") || description.spaces.empty())) {
    result.verdict = Verdict::not_applicable;
    result.reason = "the device serves no chases";
    return result;
  }
  std::unique_ptr<Examiner> examiner;
  try {
    examiner = std::make_unique<Examiner>(options);
    examiner->description = description;
    check.run(*examiner);
  } catch (const Broken& broken) {
    result.verdict = Verdict::does_not_hold;
    result.reason = broken.reason;
    if (examiner) {
      result.sent = examiner->sent;
      result.came = examiner->came;
    }
  } catch (const NotApplicable& needless) {
    result.verdict = Verdict::not_applicable;
    result.reason = needless.reason;
  }
  return result;
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::does_not_hold: return "does not hold";
    case Verdict::not_applicable: return "not applicable";
  }
  return "does not hold";
}

std::vector<CheckResult> examine_device(const ExternalOptions& options, const std::function<void(const CheckResult&)>& on_result) {
  std::vector<CheckResult> results;
  Description description;
  const auto run = [&](const Check& check) {
    try {
      results.push_back(run_check(check, options, description));
    } catch (const Stopped&) {
      return false;
    }
    on_result(results.back());
    return results.back().verdict == Verdict::holds;
  };
  // Without a description, the other checks don't know which requests to send.
  if (!run(describe_check(description))) return results;
  for (const auto& checks : {conversation_checks(), chase_checks(), refusal_checks(), call_checks()})
    for (const Check& check : checks)
      if (!options.stop.stop_requested()) run(check);
  return results;
}

}  // namespace chasescope
