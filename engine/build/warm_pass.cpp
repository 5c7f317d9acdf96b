#include "engine/build/warm_pass.h"

#include <algorithm>

#include "engine/build/built_card.h"
#include "engine/device/software/software_device.h"
#include "engine/model/index/index_function.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::build {
namespace {

using step::Verdict;

/// The part that answered the data, and the part that answered the translation: "l1" and "walk" of "l1+walk".
struct Answer {
  std::string data, translation;
};

std::vector<Answer> answers_of(const ServedBy& served) {
  std::vector<Answer> answers;
  for (const std::string& name : served.names) {
    const std::size_t plus = name.find('+');
    answers.push_back({name.substr(0, plus), plus == std::string::npos ? std::string() : name.substr(plus + 1)});
  }
  return answers;
}

std::size_t place_in(const std::vector<std::string>& parts, const std::string& name) {
  return static_cast<std::size_t>(std::find(parts.begin(), parts.end(), name) - parts.begin());
}

/// For each part in `answered`: whether the part at place `part` of the order hit, missed or was not asked, if that one answered.
std::vector<Verdict> verdicts_by_answer(const std::vector<std::string>& order, std::size_t part,
                                        const std::vector<std::string>& answered) {
  std::vector<Verdict> verdicts;
  for (const std::string& by : answered) {
    const std::size_t at = place_in(order, by);
    verdicts.push_back(at < part ? Verdict::not_asked : at == part ? Verdict::hit : Verdict::miss);
  }
  return verdicts;
}

void add_parts(WarmPass& pass, const std::vector<std::string>& order, const std::vector<std::string>& answered, bool translates,
               const model::Card& card, const ServedBy& served) {
  const std::uint64_t count = pass.accesses();
  for (std::size_t at = 0; at < order.size(); ++at) {
    PartPass part;
    part.name = order[at];
    part.translates = translates;
    part.spec = translates ? card.tlbs.at(part.name) : card.caches.at(part.name).cache;
    part.has_sets = part.spec.index.kind != model::IndexSpec::Kind::skewed;
    const std::vector<Verdict> by = verdicts_by_answer(order, at, answered);
    for (std::uint64_t i = 0; i < count; ++i) {
      part.verdicts.push_back(by[served.index[i]]);
      const Verdict next = by[served.index[count + i]];
      part.next_misses += next == Verdict::miss ? 1 : 0;
      part.repeats = part.repeats && next == part.verdicts.back();
    }
    if (part.has_sets) {
      const model::IndexFunction index(part.spec.index, static_cast<std::uint32_t>(part.spec.ways.size()), part.spec.unit_bytes);
      for (std::uint64_t i = 0; i < count; ++i)
        part.sets.push_back(index.set_of(static_cast<std::uint32_t>(part.unit_of(pass.offset(i)))));
    }
    pass.parts.push_back(std::move(part));
  }
}

}  // namespace

std::uint64_t PartPass::misses() const {
  return static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), Verdict::miss));
}

std::uint64_t accesses_asked(std::uint64_t bytes, std::uint64_t stride) {
  return stride == 0 ? 0 : bytes / stride * (kWarmPasses + 2);
}

Outcome<WarmPass> run_pass(const model::Card& card, std::uint64_t bytes, std::uint64_t stride, const RunControl& control) {
  const std::uint64_t count = stride == 0 ? 0 : bytes / stride;
  if (count > kMostAccesses)
    return DeviceError{ErrorCode::invalid_request, "A pass over " + format_bytes(bytes) + " by " + format_bytes(stride) + " has " +
                                                       format_count(count) + " accesses, more than the " +
                                                       format_count(kMostAccesses) + " that are looked at; take a longer stride."};
  auto device = open_software_device(card);
  if (!device) return device.error();
  ChaseRequest request;
  request.pattern = UniformPattern{count * stride, stride};
  request.warmup = kWarmPasses * count;
  request.accesses = 2 * count;
  request.truth = true;
  auto result = (*device)->chase(request, control);
  if (!result) return result.error();

  WarmPass pass;
  pass.bytes = count * stride;
  pass.stride = stride;
  pass.cycles.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) pass.cycles.push_back(result->cycles[i]);
  const model::PathSpec& path = card.paths.at(kSpace);
  for (const auto& [part, cycles] : path.latency) pass.slowest_cycles = std::max(pass.slowest_cycles, cycles);
  std::vector<std::string> data, translation;
  for (const Answer& answer : answers_of(result->served_by)) {
    data.push_back(answer.data);
    translation.push_back(answer.translation);
  }
  add_parts(pass, path.data, data, false, card, result->served_by);
  add_parts(pass, path.translation, translation, true, card, result->served_by);
  return pass;
}

}  // namespace chasescope::build
