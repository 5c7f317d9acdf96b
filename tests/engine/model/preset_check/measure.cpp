#include "tests/engine/model/preset_check/measure.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

namespace chasescope::preset_check {
namespace {

template <typename T>
T taken(Outcome<T> outcome) {
  if (!outcome) throw std::runtime_error(outcome.error().message);
  return *std::move(outcome);
}

ChaseRequest uniform(MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm, std::uint64_t timed) {
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.warmup = warm * (bytes / stride);
  request.accesses = timed * (bytes / stride);
  request.truth = true;
  return request;
}

constexpr std::uint64_t kWord = 4;

}  // namespace

Answer by(const std::string& part) {
  return
      [part](const std::string& name) { return name == part || name.starts_with(part + "+") || name.starts_with(part + "_far"); };
}

Answer beyond(const std::string& part) {
  return [part](const std::string& name) { return !name.ends_with("+" + part); };
}

Bench::Bench(const std::string& preset) : device_(taken(open_preset(preset))) {}

ChaseResult Bench::chase(ChaseRequest request) { return taken(device_->chase(request, {})); }

std::optional<double> Bench::latency(MemorySpace space, const Pattern& pattern, const std::string& served_by) {
  ChaseRequest request;
  request.space = space;
  request.pattern = pattern;
  request.warmup = 3 * accesses_per_pass(pattern);
  request.accesses = 2 * accesses_per_pass(pattern);
  request.truth = true;
  const ChaseResult result = chase(request);
  for (std::size_t i = 0; i < result.served_by.index.size(); ++i)
    if (result.served_by.names[result.served_by.index[i]] == served_by) return result.cycles[i];
  return std::nullopt;
}

bool Bench::any(const Answer& miss, MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::optional<unsigned> l1_kib) {
  ChaseRequest request = uniform(space, bytes, stride, 2, 2);
  request.l1_kib = l1_kib;
  const ChaseResult result = chase(request);
  std::vector<bool> misses;
  for (const std::string& name : result.served_by.names) misses.push_back(miss(name));
  return std::any_of(result.served_by.index.begin(), result.served_by.index.end(), [&](std::uint8_t i) { return misses[i]; });
}

std::uint64_t Bench::largest_without(const Answer& miss, MemorySpace space, std::uint64_t stride, std::uint64_t low,
                                     std::uint64_t high, std::uint64_t step, std::optional<unsigned> l1_kib) {
  std::uint64_t good = low / step, bad = high / step + 1;
  while (good + 1 < bad) {
    const std::uint64_t middle = (good + bad) / 2;
    (any(miss, space, middle * step, stride, l1_kib) ? bad : good) = middle;
  }
  return good * step;
}

std::uint64_t Bench::all_are(const Answer& miss, MemorySpace space, std::uint64_t stride, std::uint64_t low, std::uint64_t high) {
  std::uint64_t some = low / stride, all = high / stride;
  while (some + 1 < all) {
    const std::uint64_t middle = (some + all) / 2;
    (elements_that(miss, space, middle * stride, stride) == middle ? all : some) = middle;
  }
  return all * stride;
}

std::uint64_t Bench::elements_that(const Answer& miss, MemorySpace space, std::uint64_t bytes, std::uint64_t stride,
                                   std::optional<unsigned> l1_kib) {
  ChaseRequest request = uniform(space, bytes, stride, 2, 60);
  request.l1_kib = l1_kib;
  const ChaseResult result = chase(request);
  const AccessOrder order(request, result);
  std::set<std::uint64_t> elements;
  for (std::size_t i = 0; i < result.served_by.index.size(); ++i)
    if (miss(result.served_by.names[result.served_by.index[i]])) elements.insert(order.position(i));
  return elements.size();
}

std::uint64_t Bench::spacing(const Answer& miss, MemorySpace space, std::uint64_t bytes) {
  const ChaseResult result = chase(uniform(space, bytes, kWord, 0, 1));
  std::uint64_t last = 0;
  for (std::size_t i = 1; i < result.served_by.index.size(); ++i)
    if (miss(result.served_by.names[result.served_by.index[i]])) {
      if (last != 0) return i * kWord - last;
      last = i * kWord;
    }
  return 0;
}

std::uint64_t Bench::spacing_of_pages() {
  constexpr std::uint64_t kAccesses = 20;
  std::uint64_t stride = 4096;
  const auto every = [&] {
    return elements_that([](const std::string& name) { return name.ends_with("tlb") && !name.ends_with("l1_tlb"); },
                         MemorySpace::global_cg, kAccesses * stride, stride) == kAccesses;
  };
  while (!every()) stride *= 2;
  return stride;
}

std::uint64_t Bench::retained(const Answer& hit, MemorySpace space, std::uint64_t line, std::uint64_t bytes) {
  ChaseRequest request;
  request.space = space;
  OffsetsPattern pattern;
  for (std::uint64_t at = 0; at < bytes; at += line) pattern.offsets.push_back(at);
  for (std::uint64_t at = bytes; at > 0; at -= line) pattern.offsets.push_back(at - line + kWord);
  request.warmup = bytes / line;
  request.accesses = bytes / line;
  request.pattern = std::move(pattern);
  request.truth = true;
  const ChaseResult result = chase(request);
  std::uint64_t lines = 0;
  for (const std::uint8_t i : result.served_by.index) lines += hit(result.served_by.names[i]) ? 1 : 0;
  return lines * line;
}

bool Bench::share(MemorySpace a, MemorySpace b, unsigned b_thread, std::uint64_t bytes, std::uint64_t stride) {
  PairedChaseRequest request{uniform(a, bytes, stride, 2, 1), uniform(b, bytes, stride, 2, 1), b_thread};
  const PairedChaseResult result = taken(device_->ask(request, {}));
  return *std::max_element(result.a.served_by.index.begin(), result.a.served_by.index.end()) > 0;
}

unsigned Bench::arrays(MemorySpace space, std::uint64_t bytes, std::uint64_t stride) {
  unsigned sharing = 1;
  for (unsigned warp = 1; warp < 4; ++warp) sharing += share(space, space, warp * 32, bytes, stride) ? 1 : 0;
  return 4 / sharing;
}

double Bench::bank(std::uint64_t stride, unsigned bank_bytes) {
  return taken(device_->ask(BankRequest{.stride = stride, .bank_bytes = bank_bytes, .repeats = 64}, {})).mean_cycles;
}

double Bench::burst(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
  return taken(device_->ask(OutstandingRequest{.threads = threads, .loads = loads, .sharing = sharing}, {})).cycles.front();
}

std::uint64_t Bench::spike(std::uint64_t loads, std::uint64_t sharing) {
  std::uint64_t after = 0;
  const std::uint64_t first = std::max<std::uint64_t>(sharing, 2);
  double largest = burst(first, 1, sharing) / 8;
  for (std::uint64_t threads = first; threads + 2 <= 1024; threads += 2)
    if (const double step = burst(threads + 2, loads, sharing) - burst(threads, loads, sharing); step > largest) {
      largest = step;
      after = threads;
    }
  return after;
}

std::uint64_t Bench::loads_under_way() {
  std::uint64_t most = 1;
  double largest = 0;
  for (std::uint64_t loads = 1; loads < 8; ++loads)
    if (const double step = burst(32, loads + 1, 32) - burst(32, loads, 32); step > largest + 1) {
      largest = step;
      most = loads;
    }
  return most;
}

std::uint64_t Bench::copy_knee() {
  constexpr std::uint64_t kStep = 16 * 1024;
  double last = 0;
  for (std::uint64_t bytes = kStep;; bytes += kStep) {
    const double gain =
        *taken(device_->ask(CopyRequest{bytes, true}, {})).cycles - *taken(device_->ask(CopyRequest{bytes, false}, {})).cycles;
    if (gain <= last + 1e-6) return bytes - kStep;
    last = gain;
  }
}

}  // namespace chasescope::preset_check
