#include "engine/structure/sharing/pair_bench.h"

#include <algorithm>
#include <optional>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

using inference::EvictionReading;
using inference::EvictionVerdict;

constexpr std::uint64_t kMostTimed = 1024;  // accesses; up to here, a card that writes its latencies to memory disturbs nothing
constexpr std::uint64_t kLeastFactor = 2;
constexpr std::uint64_t kMostFlood = std::uint64_t{8} << 20;  // bytes that B may read
constexpr std::uint64_t kPlaces = 4;
constexpr int kPatience = 15;
constexpr std::size_t kEnough = 48;  // accesses that must count
constexpr std::uint64_t kOverAndOver = 256;
constexpr int kMostRounds = 64;
constexpr double kFewLost = 0.05;         // share of A's lines that one line of an idle B may evict
constexpr std::uint64_t kThreads = 1024;  // threads of a block, if the device does not say

ChaseRequest request_in(const Setting& setting) {
  ChaseRequest request;
  request.space = setting.space;
  request.carveout_percent = setting.carveout_percent;
  request.l1_kib = setting.l1_kib;
  request.sm = setting.sm;
  return request;
}

std::string in_words(const NearestCache& cache) { return std::string(to_string(cache.setting.space)); }
std::string in_words(const NearestCache& cache, std::uint64_t bytes) { return format_bytes(bytes) + " through " + in_words(cache); }

}  // namespace

unsigned PairBench::threads() const {
  return static_cast<unsigned>(std::min(device_.description().properties.max_threads_per_block.value_or(kThreads), kThreads));
}

PairBench::Trace PairBench::ask(const NearestCache& a, const Array& of_a, const NearestCache& b, const Array& of_b, unsigned thread,
                                const std::string& label) {
  const Description& device = device_.description();
  const std::uint64_t warm = device.keeps_all_state || !device.keeps_state.empty() ? 4 : 2;
  PairedChaseRequest pair;
  pair.b_thread = thread;
  pair.a = request_in(a.setting);
  pair.a.pattern = UniformPattern{of_a.bytes(), of_a.stride};
  // One element is read over and over.
  pair.a.warmup = of_a.lines == 1 ? kOverAndOver : warm * of_a.lines;
  pair.a.accesses = of_a.lines == 1 ? kOverAndOver : std::min(of_a.lines, kMostTimed);
  pair.b = request_in(b.setting);
  if (of_b.begin == 0) {
    pair.b.pattern = UniformPattern{of_b.bytes(), of_b.stride};
  } else {
    OffsetsPattern offsets;
    for (std::uint64_t i = 0; i < of_b.lines; ++i) offsets.offsets.push_back(of_b.begin + i * of_b.stride);
    pair.b.pattern = std::move(offsets);
  }
  pair.b.warmup = of_b.lines;
  pair.b.accesses = 1;
  const std::uint64_t accesses = pair.a.warmup + pair.a.accesses + pair.b.warmup + pair.b.accesses;
  for (const ChaseRequest* agent : {&pair.a, &pair.b})
    if (device.properties.max_accesses && agent->warmup + agent->accesses > *device.properties.max_accesses)
      throw Undecided("It would take a chase of " + format_count(agent->warmup + agent->accesses) +
                      " accesses, and the device allows " + format_count(*device.properties.max_accesses) + ".");
  if (const std::string refusal = budget_.refuse(accesses); !refusal.empty()) throw Undecided(refusal);
  budget_.spent += accesses;

  auto outcome = recorder_.ask_quietly(Planned<PairedChaseRequest>{pair, label});
  if (!outcome) {
    const DeviceError& error = outcome.error();
    // The device may not have the memory for two agents, or may not allow to place one of them there.
    if (error.code == ErrorCode::out_of_memory || error.code == ErrorCode::timed_out || error.code == ErrorCode::invalid_request ||
        error.code == ErrorCode::unsupported)
      throw Undecided("The device refused two agents: " + error.message);
    throw DeviceFailure(error);
  }
  Trace trace{*outcome, (*outcome)->as<PairedChaseRequest>()->result.a.cycles.copy(), {}};
  // Warm-up consists of whole passes, so that access i is element i.
  for (std::size_t i = 0; i < trace.cycles.size(); ++i)
    trace.watched.push_back(i > 0 && !first_of_block((i - 1) * of_a.stride, i * of_a.stride));
  return trace;
}

// The cut between hit and miss for two agents. Their timed code may take longer than that of one, but the distance from a hit to a
// miss is the same. One element that is read over and over gives the latency of a hit.
double PairBench::cut_in(const NearestCache& cache) {
  const Array one{1, cache.stride(), 0};
  const Trace trace = ask(cache, one, cache, one, 1, "one element through " + in_words(cache) + " beside an idle agent");
  return inference::median_watched(trace.cycles, std::vector<bool>(trace.cycles.size(), true)) + cache.survey.cut(0) -
         cache.survey.noise.median;
}

// A's latencies beside an idle B whose single line lies at `idle`. False if none of A's accesses counts.
bool PairBench::try_alone(const NearestCache& cache, Alone& tried, std::uint64_t idle) {
  for (int round = 0; round < kMostRounds && tried.reading.watched < kEnough; ++round) {
    const Trace trace = ask(cache, tried.array, cache, {1, cache.stride(), idle}, 1,
                            in_words(cache, tried.array.bytes()) + " beside an idle agent");
    tried.reading += inference::read_eviction(trace.cycles, trace.watched, tried.cut);
    tried.run = trace.run;
    if (tried.reading.watched == 0) return false;
  }
  return true;
}

// The largest array of A that loses hardly a line while B is idle. Neighbouring lines may all lie in a few sets; then lines farther
// apart are tried. B's line may lie in a set that A fills; then another line of B is tried.
std::optional<PairBench::Alone> PairBench::best_alone(const NearestCache& cache, double cut) {
  std::optional<Alone> best;
  for (std::uint64_t stride = cache.stride(); stride < kSmallestPage; stride *= 2) {
    const std::uint64_t most = stride == cache.stride() ? cache.fits() : std::max(cache.outgrown(), kSmallestPage / 2);
    for (std::uint64_t lines = most / stride; lines >= 2; lines /= 2)
      for (const std::uint64_t idle : {std::uint64_t{0}, kSmallestPage / 2 / stride * stride + stride}) {
        if (std::max(lines * stride, idle + stride) > cache.limit_bytes) continue;
        Alone tried{.reading = {}, .cut = cut, .array = {lines, stride, 0}, .run = {}, .undecided = {}};
        if (!try_alone(cache, tried, idle)) break;
        if (!best || tried.reading.share() < best->reading.share()) best = tried;
        if (best->reading.share() <= kFewLost) return best;
      }
  }
  return best;
}

const PairBench::Alone& PairBench::alone(const NearestCache& cache) {
  const auto [entry, added] = alone_.try_emplace(cache.setting.space);
  Alone& alone = entry->second;
  if (!added) return alone;
  try {
    const auto best = best_alone(cache, cut_in(cache));
    if (!best)
      alone.undecided =
          "It holds too few lines for two agents to compare: the first access to a page may wait for its translation.";
    else if (inference::judge_eviction(best->reading, best->reading) != EvictionVerdict::kept)
      alone.undecided = "An agent's lines do not stay even while the other agent is idle.";
    else
      alone = *best;
  } catch (const Undecided& undecided) {
    alone.undecided = undecided.what();
  }
  return alone;
}

EvictionResult PairBench::evicts(const NearestCache& victim, const NearestCache& other, const Pairing& pairing) {
  return look(victim, other, pairing, 0);
}

EvictionResult PairBench::look(const NearestCache& victim, const NearestCache& other, const Pairing& pairing, std::uint64_t begin) {
  EvictionResult result;
  const Alone& before = alone(victim);
  result.alone = before.reading;
  result.idle = before.run;
  if (!before.undecided.empty()) {
    result.why_unclear = before.undecided;
    return result;
  }
  const std::uint64_t wanted = pairing.factor * victim.outgrown();
  const std::uint64_t flood = std::min(wanted, other.limit_bytes);
  const Array of_b{std::max<std::uint64_t>(1, flood / other.evicting_stride()), other.evicting_stride(), begin};
  try {
    for (int round = 0; round < kMostRounds; ++round) {
      const Trace trace = ask(victim, before.array, other, of_b, pairing.thread,
                              in_words(victim, before.array.bytes()) + " beside " + in_words(other, flood) + " by thread " +
                                  std::to_string(pairing.thread));
      result.run = trace.run;
      result.beside += inference::read_eviction(trace.cycles, trace.watched, before.cut);
      result.verdict = inference::judge_eviction(result.alone, result.beside);
      // Measures again if the first result is not clear.
      if (result.beside.watched >= kEnough && (result.verdict != EvictionVerdict::unclear || round >= kPatience)) break;
    }
  } catch (const Undecided& undecided) {
    result.verdict = EvictionVerdict::unclear;
    result.why_unclear = undecided.what();
    return result;
  }
  if (result.verdict == EvictionVerdict::kept && flood < wanted) {
    result.verdict = EvictionVerdict::unclear;
    result.why_unclear = "An array through " + in_words(other) + " can't be large enough to be sure to evict lines read through " +
                         in_words(victim) + ".";
  } else if (result.verdict == EvictionVerdict::unclear) {
    result.why_unclear = format_count(result.beside.slow) + " of " + format_count(result.beside.watched) + " accesses through " +
                         in_words(victim) + " missed beside an agent of " + in_words(other) +
                         ": more than by chance, and fewer than a shared array would lose.";
  }
  return result;
}

// Whether arrays all over memory evict A's lines. B's array may evict them only because it happens to lie in their sets. If the
// arrays behind it in memory evict them, too, each of these arrays reaches every set.
bool PairBench::evicts_from_everywhere(const NearestCache& cache, const Pairing& pairing) {
  const std::uint64_t bytes = pairing.factor * cache.outgrown();
  for (std::uint64_t place = 1; place <= kPlaces && (place + 1) * bytes <= cache.limit_bytes; ++place)
    if (look(cache, cache, pairing, place * bytes).verdict != EvictionVerdict::evicted) return false;
  return true;
}

const Reference& PairBench::reference(const NearestCache& cache) {
  if (const auto known = references_.find(cache.setting.space); known != references_.end()) return known->second;
  if (const Alone& before = alone(cache); !before.undecided.empty()) throw Undecided(before.undecided);
  // First threads of the same warp, then of others.
  std::vector<unsigned> candidates{1, 2, 3, 4, 5, 7};
  for (unsigned thread = 8; thread < threads(); thread *= 2) candidates.push_back(thread);
  const char* const why =
      "Even two agents of one space do not always evict each other. So nothing follows where agents of two spaces do not.";
  const std::uint64_t most = std::min(cache.limit_bytes, kMostFlood);
  // Some of A's lines may lie in ways that are hardly ever replaced, or B's neighbouring lines may lie in a few sets. Then B must
  // read more to evict A's lines.
  for (std::uint64_t factor = kLeastFactor; factor == kLeastFactor || factor * cache.outgrown() <= most; factor *= 4) {
    for (const unsigned thread : candidates) {
      if (thread >= threads()) break;
      const Pairing pairing{thread, factor};
      if (evicts(cache, cache, pairing).verdict != EvictionVerdict::evicted) continue;
      if (!evicts_from_everywhere(cache, pairing)) break;
      // For certainty, B reads twice as much as was enough.
      const Pairing sure{thread, 2 * factor};
      EvictionResult same = evicts(cache, cache, sure);
      if (same.verdict != EvictionVerdict::evicted) throw Undecided(same.why_unclear);
      return references_.emplace(cache.setting.space, Reference{sure, std::move(same)}).first->second;
    }
  }
  throw Undecided(why);
}

}  // namespace chasescope::structure
