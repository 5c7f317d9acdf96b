// Code in blocks, with and without lines that are fetched ahead, beside a cache that is written from the definition.
#include "engine/model/instruction_fetch.h"

#include <gtest/gtest.h>

#include <list>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/device/validate.h"
#include "engine/model/card_file/card_reader.h"

namespace chasescope::model {
namespace {

constexpr std::uint64_t kFetchKiB = 1024;
constexpr std::uint64_t kFetchLine = 64;
constexpr double kFetchIssue = 2, kSecondCycles = 30, kMemoryCycles = 200;

/// One set of LRU ways, which is what a list with the latest line in front is.
class NaiveLru {
 public:
  explicit NaiveLru(std::size_t lines) : lines_(lines) {}

  bool look_up(std::uint64_t line) {
    for (auto it = held_.begin(); it != held_.end(); ++it)
      if (*it == line) {
        held_.splice(held_.begin(), held_, it);
        return true;
      }
    held_.push_front(line);
    if (held_.size() > lines_) held_.pop_back();
    return false;
  }

 private:
  std::size_t lines_;
  std::list<std::uint64_t> held_;
};

/// The same machine, instruction by instruction: time passes, and a line can be used once it has arrived.
double naive_cycles(const CodeRun& run, std::uint64_t l0_lines, std::uint64_t l1_lines, unsigned ahead) {
  NaiveLru l0(l0_lines), l1(l1_lines);
  const auto wait_for = [&](std::uint64_t line) {
    if (l0.look_up(line)) return 0.0;
    return l1.look_up(line) ? kSecondCycles : kMemoryCycles;
  };
  std::vector<std::uint64_t> instructions;
  const std::uint64_t each = 16, per_block = kCodeBlock / each;
  for (std::uint64_t i = 0; i < run.bytes / each; ++i) {
    const std::uint64_t blocks = run.bytes / kCodeBlock;
    const std::uint64_t place = run.stride == 0 ? i / per_block : i / per_block * run.stride % blocks;
    instructions.push_back(place * kCodeBlock + i % per_block * each);
  }
  std::map<std::uint64_t, double> there;
  double now = 0, begun = 0;
  for (std::uint64_t repeat = 0; repeat <= run.repeats; ++repeat) {
    if (repeat == 1) begun = now;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const std::uint64_t line = instructions[i] / kFetchLine;
      if (i == 0 || line != instructions[i - 1] / kFetchLine) {
        const double wait = wait_for(line);
        const double arrival = there.contains(line) ? there[line] : now;
        there.erase(line);
        now = wait > 0 ? now + wait : std::max(now, arrival);
        for (std::uint64_t next = line + 1; next <= line + ahead && next * kFetchLine < run.bytes; ++next)
          if (const double sent = wait_for(next); sent > 0) there[next] = now + sent;
      }
      now += kFetchIssue;
    }
  }
  return (now - begun) / static_cast<double>(instructions.size() * run.repeats);
}

Card card_that_fetches(unsigned ahead) {
  static constexpr std::string_view kSpaces[] = {"global.ca"};
  const auto cache = [](std::uint64_t bytes) {
    const std::string ways = std::to_string(bytes / kFetchLine);
    return R"({"capacity_bytes": )" + std::to_string(bytes) + R"(, "line_bytes": 64, "sets": 1, "ways": )" + ways +
           R"(, "index": {"kind": "modulo", "granule_bytes": 64}, "policy": {"kind": "lru"}})";
  };
  const std::string text =
      R"({"schema": "chasescope-model", "version": 1, "name": "Fetcher", "summary": "For tests.", "device": {"memory_bytes": 1048576}, "caches": {"l0": )" +
      cache(2 * kFetchKiB) + R"(, "l1": )" + cache(8 * kFetchKiB) +
      R"(}, "paths": {"global.ca": {"data": ["l1"], "latency": {"l1": 30, "dram": 200}}}, "instructions": {"instruction_bytes": 16,
          "issue_cycles": 2, "path": {"data": ["l0", "l1"], "latency": {"l0": 0, "l1": 30, "dram": 200}}, "prefetch_lines": )" +
      std::to_string(ahead) + "}}";
  const CardReading reading = read_card(text, kSpaces);
  if (!reading.card) throw std::runtime_error(describe(reading.faults, "the card"));
  return *reading.card;
}

std::uint64_t stride_of(std::uint64_t bytes, CodeOrder order) {
  return block_stride({.bytes = bytes, .repeats = 1, .order = order}, kCodeBlock);
}

TEST(InstructionFetch, TakesWhatADefinitionOfItTakes) {
  for (const unsigned ahead : {0U, 1U, 2U, 5U}) {
    const Card card = card_that_fetches(ahead);
    for (const std::uint64_t kib : {1, 2, 3, 6, 8, 12, 40})
      for (const CodeOrder order : {CodeOrder::straight, CodeOrder::in_order, CodeOrder::scattered}) {
        const CodeRun run{kib * kFetchKiB, 3, stride_of(kib * kFetchKiB, order)};
        EXPECT_DOUBLE_EQ(cycles_per_instruction(card, run, 1), naive_cycles(run, 32, 128, ahead))
            << ahead << " lines ahead, " << kib << " KiB, " << to_string(order);
      }
  }
}

TEST(InstructionFetch, OnlyLinesThatAreFetchedAheadMakeAnOrderFaster) {
  const auto cycles = [](unsigned ahead, std::uint64_t bytes, CodeOrder order) {
    return cycles_per_instruction(card_that_fetches(ahead), {bytes, 4, stride_of(bytes, order)}, 1);
  };
  using enum CodeOrder;
  for (const unsigned ahead : {0U, 1U, 4U})
    EXPECT_EQ(cycles(ahead, kFetchKiB, in_order), cycles(ahead, kFetchKiB, scattered)) << "within the nearest cache";
  for (const std::uint64_t bytes : {4 * kFetchKiB, 32 * kFetchKiB}) {
    EXPECT_EQ(cycles(0, bytes, in_order), cycles(0, bytes, scattered));
    EXPECT_LT(cycles(1, bytes, in_order), cycles(1, bytes, scattered) - 0.1);
    EXPECT_LT(cycles(4, bytes, in_order), cycles(1, bytes, in_order));
  }
}

TEST(InstructionFetch, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(cycles_per_instruction(card_that_fetches(2), {32 * kFetchKiB, 1000, 1}, 1, stop.get_token()), kFetchIssue);
}

}  // namespace
}  // namespace chasescope::model
