#include "tests/engine/mystery/solver.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kWord = 4;
constexpr std::uint64_t kSmallestPage = 65536;
constexpr std::uint64_t kColdBytes = 2048;  // enough for two lines of any size
constexpr std::uint64_t kColdPages = 64;    // enough for two pages of any size
constexpr unsigned kHighestBit = 20;        // the highest bit of any index of a cache of some KiB
constexpr int kTrials = 12;                 // so many that a random policy does not make the same choice each time
constexpr std::uint64_t kSolverPasses = 8;

using Offsets = std::vector<std::uint64_t>;

class Student {
 public:
  explicit Student(Device& device) : device_(device) {}

  std::map<Question, std::string> find_out(Level level) {
    learn_latencies();
    find_line();
    find_capacity();
    answers_[Question::capacity] = std::to_string(capacity_);
    answers_[Question::line] = std::to_string(line_);
    if (level == Level::easy) return answers_;
    find_sets_and_ways();
    if (level == Level::medium) return answers_;
    find_policy();
    find_index();
    if (level == Level::expert) find_tlb();
    return answers_;
  }

 private:
  std::vector<float> chase(const Pattern& pattern, std::uint64_t warmup, std::uint64_t accesses) {
    const auto result = device_.chase({.pattern = pattern, .warmup = warmup, .accesses = accesses}, {});
    if (!result) throw std::runtime_error(result.error().message);
    return result->cycles.copy();
  }

  bool missed(float cycles) const { return cycles >= miss_; }
  bool walked(float cycles) const { return missed(cycles) ? cycles > miss_ : cycles > hit_; }

  /// A single word that is read repeatedly always hits. Of two words far apart in one page, the first misses page and line, and the
  /// second misses only its line.
  void learn_latencies() {
    hit_ = chase(UniformPattern{kWord, kWord}, 1, 4).back();
    miss_ = chase(OffsetsPattern{{0, kSmallestPage / 2}}, 0, 2).back();
  }

  /// A cold word-by-word read misses at the beginning of each line. The second miss gives the size of a line.
  void find_line() {
    const auto cycles = chase(UniformPattern{kColdBytes, kWord}, 0, kColdBytes / kWord);
    const auto second = std::find_if(cycles.begin() + 1, cycles.end(), [&](float one) { return missed(one); });
    line_ = static_cast<std::uint64_t>(second - cycles.begin()) * kWord;
  }

  /// Whether an array of `lines` lines misses in its second pass. If a set has one line too many, at least one of its lines misses.
  bool overflows(std::uint64_t lines) {
    const auto cycles = chase(UniformPattern{lines * line_, line_}, lines, lines);
    return std::any_of(cycles.begin(), cycles.end(), [&](float one) { return missed(one); });
  }
  bool overflows(const Offsets& offsets) {
    const auto cycles = chase(OffsetsPattern{offsets}, offsets.size(), offsets.size());
    return std::any_of(cycles.begin(), cycles.end(), [&](float one) { return missed(one); });
  }

  /// The largest number of steps for which `too_many` is still false.
  template <typename TooMany>
  static std::uint64_t largest(TooMany&& too_many) {
    std::uint64_t fits = 1, beyond = 2;
    for (; !too_many(beyond); beyond *= 2) fits = beyond;
    while (beyond - fits > 1) {
      const std::uint64_t middle = (fits + beyond) / 2;
      (too_many(middle) ? beyond : fits) = middle;
    }
    return fits;
  }

  void find_capacity() {
    capacity_ = line_ * largest([&](std::uint64_t lines) { return overflows(lines); });
  }

  /// With one line more than the capacity, only lines of one set miss. Their list is complete as soon as the lines in it overflow
  /// the set by themselves.
  void find_sets_and_ways() {
    const std::uint64_t lines = capacity_ / line_ + 1;
    std::set<std::uint64_t> seen;
    do {
      const auto cycles = chase(UniformPattern{lines * line_, line_}, 2 * lines, kSolverPasses * lines);
      for (std::size_t i = 0; i < cycles.size(); ++i)
        if (missed(cycles[i])) seen.insert(i % lines * line_);
    } while (!overflows(Offsets(seen.begin(), seen.end())));
    one_set_.assign(seen.begin(), seen.end());
    ways_ = one_set_.size() - 1;
    sets_ = capacity_ / line_ / ways_;
    answers_[Question::sets_ways] = std::to_string(sets_) + "x" + std::to_string(ways_);
  }

  /// Reads the lines of a set in order, then the oldest again, then one more line. \return the index of the line that is gone.
  std::size_t which_goes() {
    Offsets offsets(one_set_.begin(), one_set_.end() - 1);
    offsets.push_back(one_set_.front() + kWord);
    offsets.push_back(one_set_.back());
    for (std::size_t i = 0; i < ways_; ++i) offsets.push_back(one_set_[i] + 2 * kWord);
    const auto cycles = chase(OffsetsPattern{offsets}, ways_ + 2, ways_);
    return static_cast<std::size_t>(std::find_if(cycles.begin(), cycles.end(), [&](float one) { return missed(one); }) -
                                    cycles.begin());
  }

  void find_policy() {
    std::set<std::size_t> gone;
    for (int trial = 0; trial < kTrials; ++trial) gone.insert(which_goes());
    answers_[Question::policy] = gone.size() > 1 ? "random" : *gone.begin() == 0 ? "fifo" : *gone.begin() == 1 ? "lru" : "plru";
  }

  /// Whether a line is in the same set as the set's first line, if its address differs in these bits.
  bool stays(std::uint64_t bits) {
    const std::uint64_t other = one_set_.front() ^ bits;
    if (std::find(one_set_.begin(), one_set_.end(), other) != one_set_.end()) return true;
    Offsets offsets(one_set_.begin(), one_set_.end() - 1);
    offsets.push_back(other);
    return overflows(offsets);
  }

  void find_index() {
    std::vector<std::vector<unsigned>> groups;
    for (unsigned bit = 0; bit <= kHighestBit; ++bit) {
      const std::uint64_t here = std::uint64_t{1} << bit;
      if (here < line_ || stays(here)) continue;
      // Two bits that cancel each other are XORed into one bit of the set number.
      const auto with = std::find_if(groups.begin(), groups.end(),
                                     [&](const auto& group) { return stays(here | std::uint64_t{1} << group.front()); });
      if (with == groups.end())
        groups.push_back({bit});
      else
        with->push_back(bit);
    }
    std::string text;
    for (const auto& group : groups) {
      text += text.empty() ? "" : ", ";
      for (const unsigned bit : group) text += (text.empty() || text.back() == ' ' ? "" : "^") + std::to_string(bit);
    }
    answers_[Question::index] = text;
  }

  std::vector<float> pages(std::uint64_t count, std::uint64_t warmup) {
    return chase(UniformPattern{count * page_, page_}, warmup, count);
  }

  void find_tlb() {
    page_ = kSmallestPage;
    const auto cold = pages(kColdPages, 0);
    page_ *= static_cast<std::uint64_t>(std::find_if(cold.begin() + 1, cold.end(), [&](float one) { return walked(one); }) -
                                        cold.begin());
    const auto slow = [&](std::uint64_t count) {
      const auto cycles = pages(count, count);
      return std::count_if(cycles.begin(), cycles.end(), [&](float one) { return walked(one); });
    };
    const std::uint64_t entries = largest([&](std::uint64_t count) { return slow(count) > 0; });
    const auto of_one_set = static_cast<std::uint64_t>(slow(entries + 1));
    answers_[Question::tlb_reach] = std::to_string(entries * page_);
    answers_[Question::tlb_page] = std::to_string(page_);
    answers_[Question::tlb_sets] = std::to_string(entries / (of_one_set - 1));
  }

  Device& device_;
  float hit_ = 0, miss_ = 0;
  std::uint64_t line_ = 0, capacity_ = 0, sets_ = 0, ways_ = 0, page_ = 0;
  Offsets one_set_;  // one line more than the set holds
  std::map<Question, std::string> answers_;
};

}  // namespace

std::map<Question, std::string> solve(Device& device, Level level) { return Student(device).find_out(level); }

}  // namespace chasescope::mystery
