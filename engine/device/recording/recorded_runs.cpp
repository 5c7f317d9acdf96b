#include "engine/device/recording/recorded_runs.h"

#include <algorithm>
#include <optional>

#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

/// Whether two requests differ at most in the number of recorded accesses and in the kind of recording.
bool same_walk(const ChaseRequest& a, const ChaseRequest& b) {
  return a.space == b.space && a.element_bytes == b.element_bytes && a.warmup == b.warmup &&
         a.carveout_percent == b.carveout_percent && a.l1_kib == b.l1_kib && a.sm == b.sm && a.pattern == b.pattern;
}

bool same_request(const ChaseRequest& a, const ChaseRequest& b) {
  return a.accesses == b.accesses && a.record == b.record && same_walk(a, b);
}

/// True if each access that `asked` wants was recorded.
bool contains(const ChaseRequest& recorded, const ChaseRequest& asked) {
  return recorded.record == Record::each && recorded.accesses >= asked.accesses && same_walk(recorded, asked);
}

std::string text_of(const Pattern& pattern) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern))
    return format_bytes(uniform->bytes) + " in steps of " + format_bytes(uniform->stride);
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&pattern))
    return format_bytes(shuffled->bytes) + " in shuffled steps of " + format_bytes(shuffled->stride) + " (seed " +
           std::to_string(shuffled->seed) + ")";
  return "a list of " + format_count(accesses_per_pass(pattern)) + " offsets";
}

std::string text_of(const ChaseRequest& request) {
  std::string text = text_of(request.pattern);
  text += " through ";
  text += to_string(request.space);
  text += ", " + format_count(request.warmup) + " warm-up and " + format_count(request.accesses) + " timed accesses";
  if (request.record == Record::mean) text += ", mean only";
  if (request.carveout_percent) text += ", carve-out " + number_text(*request.carveout_percent) + " %";
  if (request.l1_kib) text += ", L1 of " + std::to_string(*request.l1_kib) + " KiB";
  if (request.sm) text += ", on SM " + std::to_string(*request.sm);
  return text;
}

/// A score of what two requests have in common; the memory space counts most, then the pattern.
int likeness(const ChaseRequest& a, const ChaseRequest& b) {
  int score = 0;
  if (a.space == b.space) score += 100;
  if (a.pattern == b.pattern) score += 50;
  if (a.pattern.index() == b.pattern.index()) score += 10;
  if (footprint_bytes(a.pattern, a.element_bytes) == footprint_bytes(b.pattern, b.element_bytes)) score += 10;
  if (a.warmup == b.warmup) score += 2;
  if (a.accesses == b.accesses) score += 1;
  return score;
}

/// "bank bytes" for "bank_bytes".
std::string plain(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The values of a request in words: "bank bytes 8, repeats 32 and stride 0".
std::string words_of(const nlohmann::ordered_json& request) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : request.items()) {
    if (value.is_number_unsigned())
      parts.push_back(plain(name) + " " + format_count(value.get<std::uint64_t>()));
    else if (value.is_structured())
      parts.push_back(plain(name) + " of " + format_count(value.size()) + (value.size() == 1 ? " entry" : " entries"));
    else
      parts.push_back(plain(name) + " " + (value.is_string() ? plain(value.get<std::string>()) : value.dump()));
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
  return text;
}

}  // namespace

RecordedChases::RecordedChases(const std::vector<RunPtr>& runs) {
  for (const RunPtr& run : runs)
    if (run->chase() != nullptr) runs_.push_back(run);
}

const Exchange<ChaseRequest>* RecordedChases::next(const ChaseRequest& request) {
  std::vector<std::size_t> answers;
  for (const auto& fits : {same_request, contains}) {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (fits(runs_[i]->chase()->request, request)) answers.push_back(i);
    if (!answers.empty()) break;
  }
  if (answers.empty()) return nullptr;
  const std::size_t turn = turns_[{answers.front(), request.accesses, request.record}]++;
  return runs_[answers[turn % answers.size()]]->chase();
}

std::string RecordedChases::missing(const ChaseRequest& request) const {
  const std::string asked = "This recording has no chase of " + text_of(request) + ".";
  const auto nearest = std::max_element(runs_.begin(), runs_.end(), [&](const RunPtr& a, const RunPtr& b) {
    return likeness(a->chase()->request, request) < likeness(b->chase()->request, request);
  });
  if (nearest == runs_.end()) return asked + " It has none at all.";
  return asked + " The nearest of its " + format_count(runs_.size()) + " is " + (*nearest)->id + ": " +
         text_of((*nearest)->chase()->request) + ".";
}

ChaseResult answer_from(const Exchange<ChaseRequest>& recorded, const ChaseRequest& request) {
  ChaseResult result = recorded.result;
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern);
      shuffled != nullptr && result.offsets.empty() && request.record == Record::each)
    result.offsets = shuffled_offsets(*shuffled);
  if (!request.truth) result.served_by = {};
  if (recorded.request.record == Record::mean) return result;

  if (request.record == Record::mean) {
    double sum = 0;
    result.cycles.for_each_segment(0, request.accesses, [&](std::span<const float> cycles, std::size_t) {
      for (const float value : cycles) sum += static_cast<double>(value);
    });
    result.mean_cycles = sum / static_cast<double>(request.accesses);
    result.cycles = {};
  } else if (request.accesses < recorded.request.accesses) {
    LatencyTrace beginning;
    for (const TraceChunk& chunk : result.cycles.chunks()) {
      const std::size_t left = request.accesses - beginning.size();
      if (left == 0) break;
      if (chunk->size() <= left) {
        beginning.append(chunk);
      } else {
        beginning.append(std::vector<float>(chunk->begin(), chunk->begin() + static_cast<std::ptrdiff_t>(left)));
      }
    }
    result.cycles = std::move(beginning);
  }
  if (!result.served_by.empty()) result.served_by.index.resize(request.accesses);
  return result;
}

RecordedAnswers::RecordedAnswers(const std::vector<RunPtr>& runs) {
  for (const RunPtr& run : runs) {
    if (run->chase() != nullptr) continue;
    ++counts_[std::string(run->call())];
    std::visit([&](const auto& asked) { answers_[key_of(asked.request)].runs.push_back(run); }, run->exchange);
  }
}

std::string RecordedAnswers::missing(const std::string& call, const nlohmann::ordered_json& request) const {
  return "This recording has no request for " + plain(call) + " with " + words_of(request) + "; it has " +
         format_count(counts_.at(call)) + " of that kind with other values.";
}

}  // namespace chasescope
