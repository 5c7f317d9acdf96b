// Made-up sets that answer questions about conflicts without a device.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

inline constexpr std::uint64_t kLine = 256;

/// A cache whose set is the line number modulo `sets`, or given by `table`. All sets have the same number of ways. A question with
/// more than `crowd` other addresses always gets the answer "conflict", as if additional lines took the ways.
class MadeUpSets : public Tester {
 public:
  MadeUpSets(std::uint64_t sets, std::size_t ways) : sets_(sets), ways_(ways) {}

  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override {
    const auto lines = lines_of({watched, others, company_});
    ++questions;
    Answer answer;
    for (const std::uint64_t address : watched) answer.misses.push_back(overflows(lines, address) ? 1 : 0);
    const bool overflow = std::count(answer.misses.begin(), answer.misses.end(), 1U) > 0;
    answer.conflict = others.size() > crowd || overflow;
    for (std::size_t i = 0; i < watched.size() && overflow && label == misled_in; ++i)
      answer.misses[i] += set_of(watched[i]) == misleads ? 2 : 0;
    answer.passes = 1;
    return answer;
  }
  std::uint64_t unit_bytes() const override { return 64; }
  std::uint64_t limit_bytes() const override { return 1 << 22; }
  void keep_company(Addresses company) override { company_ = std::move(company); }
  Addresses company() const override { return company_; }
  std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                               const std::string&, RunPtr*, std::vector<bool>* untold) override {
    if (untold != nullptr) untold->assign(groups, false);
    const auto lines = lines_of({addresses, company_});
    std::vector<bool> result(groups, false);
    for (std::size_t i = 0; i < addresses.size(); ++i)
      if (group[i] < groups && overflows(lines, addresses[i])) result[group[i]] = true;
    ++asked;
    if (asked == wrong_once) result.flip();
    return result;
  }

  std::size_t crowd = ~std::size_t{0};
  std::vector<std::uint64_t> table;  ///< the set of each line; repeats after its last entry; empty: modulo
  /// If lines conflict in a question of this label, those of set `misleads` seem to miss more than those that do.
  std::string misled_in;
  std::uint64_t misleads = 0;
  int questions = 0;                 ///< the number of questions that are not about groups
  int asked = 0;                     ///< the number of questions about groups
  int wrong_once = 0;                ///< the number of the question about groups that gets a wrong answer, from 1; 0: none

 private:
  using Lines = std::map<std::uint64_t, std::set<std::uint64_t>>;  // by set
  Lines lines_of(const std::vector<Addresses>& lists) const {
    Lines lines;
    for (const Addresses& list : lists)
      for (const std::uint64_t address : list) lines[set_of(address)].insert(address / kLine);
    return lines;
  }
  std::uint64_t set_of(std::uint64_t address) const {
    const std::uint64_t line = address / kLine;
    return table.empty() ? line % sets_ : table[line % table.size()];
  }
  bool overflows(const Lines& lines, std::uint64_t address) const { return lines.at(set_of(address)).size() > ways_; }

  std::uint64_t sets_;
  std::size_t ways_;
  Addresses company_;
};

}  // namespace chasescope::structure
