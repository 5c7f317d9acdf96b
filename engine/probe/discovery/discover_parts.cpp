#include "engine/probe/discovery/discover_parts.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

struct Group {
  std::string name;
  std::vector<std::string> subjects;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all{
      {"caches",
       {subject::l1_data, subject::texture, subject::readonly, subject::constant_l1, subject::constant_l1_5, subject::l2,
        subject::l3}},
      {"l1", {subject::l1_data, subject::readonly, subject::texture}},
      {"constant", {subject::constant_l1, subject::constant_l1_5}},
      {"tlb", {subject::l1_tlb, subject::l2_tlb, subject::l3_tlb}},
      {"memory", {subject::dram}},
      {"shared", {subject::shared_memory, subject::distributed_shared_memory}},
      {"cluster", {subject::distributed_shared_memory}},
      {"instructions", {subject::instruction_l0, subject::instruction_l1, subject::instruction_l2}},
      {"requests", {subject::request_table}},
      {"beyond", {subject::host_memory, subject::managed_memory, subject::peer_memory}},
  };
  return all;
}

}  // namespace

const std::vector<std::string>& part_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Group& group : groups()) list.push_back(group.name);
    list.emplace_back(subject::device);
    for (const Group& group : groups())
      for (const std::string& subject : group.subjects)
        if (std::find(list.begin(), list.end(), subject) == list.end()) list.push_back(subject);  // groups overlap
    return list;
  }();
  return names;
}

std::vector<std::string> subjects_named(const std::string& names) {
  std::vector<std::string> subjects;
  if (names.empty()) return subjects;
  for (const std::string& name : parse_names(names)) {
    const auto group = std::find_if(groups().begin(), groups().end(), [&](const Group& one) { return one.name == name; });
    if (group == groups().end())
      subjects.push_back(name);
    else
      subjects.insert(subjects.end(), group->subjects.begin(), group->subjects.end());
  }
  return subjects;
}

bool is_wanted(const std::vector<std::string>& subjects, const std::string& subject) {
  return subjects.empty() || std::find(subjects.begin(), subjects.end(), subject) != subjects.end();
}

}  // namespace chasescope
