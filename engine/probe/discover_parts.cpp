#include "engine/probe/discover_parts.h"

#include <algorithm>

#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

struct Group {
  std::string name;
  std::vector<std::string> subjects;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all{
      {"caches", {"l1_data", "texture", "readonly", "constant_l1", "constant_l1_5", "l2", "l3"}},
      {"tlb", {"l1_tlb", "l2_tlb", "l3_tlb"}},
      {"memory", {"dram"}},
      {"shared", {"shared_memory", "distributed_shared_memory"}},
      {"instructions", {"instruction_l0", "instruction_l1", "instruction_l2"}},
      {"requests", {"request_table"}},
  };
  return all;
}

}  // namespace

const std::vector<std::string>& part_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Group& group : groups()) list.push_back(group.name);
    list.emplace_back("device");
    for (const Group& group : groups()) list.insert(list.end(), group.subjects.begin(), group.subjects.end());
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
