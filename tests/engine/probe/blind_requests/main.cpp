// blind_requests [--count N] [--seed S] [--all]: tries many cards with hidden banks, request tables and L2 sizes. It prints a table
// of how often each quantity was found, and every wrong finding with the hidden values; with --all every finding. Exit code 1 if a
// finding is wrong.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "engine/probe/discovery/registry.h"
#include "tests/engine/probe/blind_requests/blind.h"

namespace chasescope::blind {
namespace {

struct Count {
  int asked = 0, measured = 0, wrong = 0;
};

class Table {
 public:
  explicit Table(bool all) : all_(all) {}

  void add(const std::string& subject, std::uint64_t seed, const std::string& hidden, const std::vector<Verdict>& verdicts) {
    for (const Verdict& verdict : verdicts) {
      // Modes and degrees of one quantity are counted together.
      Count& count = counts_[subject + ": " + verdict.quantity.substr(0, verdict.quantity.find(' '))];
      ++count.asked;
      count.measured += verdict.measured ? 1 : 0;
      count.wrong += verdict.wrong ? 1 : 0;
      if (verdict.wrong || all_)
        std::printf("%s seed %llu (%s): %s is %s, found %s. %s\n", verdict.wrong ? "WRONG" : "     ",
                    static_cast<unsigned long long>(seed), hidden.c_str(), verdict.quantity.c_str(), verdict.truth.c_str(),
                    verdict.found.c_str(), verdict.reason.c_str());
    }
  }

  bool print() const {
    bool good = true;
    std::printf("\n%-40s %8s %10s %8s\n", "", "asked", "measured", "wrong");
    for (const auto& [name, count] : counts_) {
      std::printf("%-40s %8d %9.1f%% %8d\n", name.c_str(), count.asked, 100.0 * count.measured / count.asked, count.wrong);
      good = good && count.wrong == 0;
    }
    return good;
  }

 private:
  bool all_;
  std::map<std::string, Count> counts_;
};

int run(int argc, char** argv) {
  std::uint64_t count = 100;
  std::uint64_t seed = 1;
  bool all = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--all") == 0)
      all = true;
    else if (std::strcmp(argv[i], "--count") == 0 && i + 1 < argc)
      count = std::strtoull(argv[++i], nullptr, 10);
    else if (std::strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
      seed = std::strtoull(argv[++i], nullptr, 10);
    else {
      std::fprintf(stderr, "usage: blind_requests [--count N] [--seed S] [--all]\n");
      return 2;
    }
  }
  Table table(all);
  for (std::uint64_t i = seed; i < seed + count; ++i) {
    const model::Card card = hidden_card(i);
    const std::string noise = ", " + noise_text(card);
    table.add("banks", i, banks_text(card) + noise, judge_banks(card, probe("banks", card, i, {{"words", "4"}}).findings));
    table.add("requests", i, table_text(card) + noise, judge_requests(card, probe("outstanding", card, i).findings));
    if (find_probe("l2-copy") != nullptr) table.add("copy", i, noise, judge_copies(card, probe("l2-copy", card, i).findings));
  }
  return table.print() ? 0 : 1;
}

}  // namespace
}  // namespace chasescope::blind

int main(int argc, char** argv) { return chasescope::blind::run(argc, argv); }
