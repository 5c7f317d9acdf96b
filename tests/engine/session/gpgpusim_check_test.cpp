// Whether the simulator would accept a part of gpgpusim.config. Each option must be in the simulator's table, its parser must read
// each value, its cache_config::init must accept each cache, and a comment above each option must name the source.
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "engine/session/report/report.h"
#include "engine/session/session_file.h"
#include "tests/engine/session/report_samples.h"
#include "tests/engine/session/simulator_options.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

const SimulatorOption* find_option(std::string_view name) {
  const auto found = std::find_if(kSimulatorOptions.begin(), kSimulatorOptions.end(),
                                  [&](const SimulatorOption& one) { return one.name == name; });
  return found == kSimulatorOptions.end() ? nullptr : &*found;
}

/// The reason why cache_config::init would refuse the value; empty if it accepts the value.
std::string fault_of_cache(const std::string& value) {
  char type = 0, policy = 0, write = 0, allocate = 0, write_allocate = 0, index = 0, table = 0;
  unsigned sets = 0, line = 0, ways = 0, entries = 0, merges = 0, queue = 0, fifo = 0, port = 0;
  const int read = std::sscanf(value.c_str(), "%c:%u:%u:%u,%c:%c:%c:%c:%c,%c:%u:%u,%u:%u,%u", &type, &sets, &line, &ways, &policy,
                               &write, &allocate, &write_allocate, &index, &table, &entries, &merges, &queue, &fifo, &port);
  constexpr int kLeast = 12, kOfTextureQueue = 14;
  const auto is_one_of = [](char letter, std::string_view letters) { return letters.find(letter) != std::string_view::npos; };
  if (read < kLeast) return "it has too few parts";
  if (!is_one_of(type, "NS") || !is_one_of(policy, "LF") || !is_one_of(write, "RBTEL") || !is_one_of(allocate, "mfs") ||
      !is_one_of(write_allocate, "NWFL") || !is_one_of(index, "HPCLX") || !is_one_of(table, "FTAS"))
    return "it has an unknown letter";
  if (is_one_of(table, "FT") && read != kOfTextureQueue) return "its queue lacks a part";
  if (!std::has_single_bit(sets) || !std::has_single_bit(line) || ways == 0 || entries == 0)
    return "a number of it is no power of two, or none";
  if (is_one_of(write_allocate, "FL") && allocate == 'f') return "it fetches on a write, and allocates on fill";
  if (port != 0 && line % port != 0) return "its port does not divide its line";
  if (type == 'S' && line != 128) return "its line has not four sectors of 32 bytes";
  return {};
}

/// The reason why the simulator's parser would refuse an option; empty if it accepts the option.
std::string fault_of_option(const std::string& line) {
  std::istringstream words(line);
  std::string name, value, more;
  words >> name >> value >> more;
  const SimulatorOption* option = find_option(name);
  if (option == nullptr) return "there is no such option";
  if (value.empty() || !more.empty()) return "it takes one value";
  const bool digits = value.find_first_not_of("0123456789") == std::string::npos;
  switch (option->kind) {
    case Kind::flag: return value == "0" || value == "1" ? "" : "it is 0 or 1";
    case Kind::count:
    case Kind::number: return digits && value.size() < 10 ? "" : "it is no number";
    case Kind::text: return name.find("cache:") == std::string::npos ? "" : fault_of_cache(value);
  }
  return {};
}

/// All faults of a text, one per line.
std::string faults_of(const std::string& text) {
  std::string faults, line, before;
  std::istringstream lines(text);
  while (std::getline(lines, line)) {
    if (line.starts_with("-")) {
      if (const std::string fault = fault_of_option(line); !fault.empty()) faults += line + ": " + fault + "\n";
      if (before.empty()) faults += line + ": nothing says where it comes from\n";
    } else if (!line.empty() && !line.starts_with("#")) {
      faults += line + ": is neither an option nor a comment\n";
    }
    // Options that a comment mentions must exist too, such as "-gpgpu_n_mem" within a sentence.
    for (std::size_t at = line.find(" -"); line.starts_with("#") && at != std::string::npos; at = line.find(" -", at + 1)) {
      const std::size_t end = line.find_first_of(" ,.)", at + 1);
      const std::string name = line.substr(at + 1, std::min(end, line.size()) - at - 1);
      if (name.size() > 8 && !name.ends_with("*") && name.find('_') != std::string::npos &&
          find_option(name.substr(0, name.find_last_not_of(':') + 1)) == nullptr)
        faults += name + ": is named, and there is no such option\n";
    }
    before = line;
  }
  return faults;
}

Session recorded(const std::string& name) {
  auto read = read_session(std::string(CHASESCOPE_SOURCE_DIR) + "/resources/recordings/" + name + ".cbor");
  if (!read) throw std::runtime_error(read.error().message);
  return *std::move(read);
}

TEST(GpgpusimCheck, finds_what_a_simulator_would_refuse) {
  EXPECT_EQ(fault_of_option("-gpgpu_n_clusters 132"), "");
  EXPECT_EQ(fault_of_option("-gpgpu_n_cluster 132"), "there is no such option");
  EXPECT_EQ(fault_of_option("-gpgpu_n_clusters"), "it takes one value");
  EXPECT_EQ(fault_of_option("-gpgpu_n_clusters 13.2"), "it is no number");
  EXPECT_EQ(fault_of_option("-gpgpu_cache:dl1 S:4:128:64,L:T:m:L:L,A:512:64,16:0,32"), "");
  EXPECT_EQ(fault_of_option("-gpgpu_cache:dl1 S:5:128:64,L:T:m:L:L,A:512:64,16:0,32"),
            "a number of it is no power of two, or none");
  EXPECT_EQ(fault_of_option("-gpgpu_cache:dl1 S:4:64:64,L:T:m:L:L,A:512:64,16:0,32"), "its line has not four sectors of 32 bytes");
  EXPECT_EQ(fault_of_option("-gpgpu_cache:dl1 S:4:128:64,L:T:m"), "it has too few parts");
  EXPECT_EQ(fault_of_option("-gpgpu_cache:dl1 S:4:128:64,Q:T:m:L:L,A:512:64,16:0,32"), "it has an unknown letter");
  EXPECT_EQ(fault_of_option("-gpgpu_tex_cache:l1 N:4:128:256,L:R:m:N:L,T:512:8,128"), "its queue lacks a part");
  EXPECT_THAT(faults_of("\n-gpgpu_n_clusters 132\n"), HasSubstr("where it comes from"));
  EXPECT_THAT(faults_of("# see -gpgpu_nonsense_option\n"), HasSubstr("no such option"));
}

TEST(GpgpusimCheck, takes_what_is_written_of_real_cards) {
  for (const char* name : {"h100", "h200"}) {
    const std::string text = gpgpusim_report(recorded(name)).text;
    EXPECT_EQ(faults_of(text), "") << name;
    for (const char* option : {"-gpgpu_n_clusters 132", "-gpgpu_l1_latency 33", "-gpgpu_cache:dl1 S:512:128:4",
                               "-gpgpu_coalesce_arch 90", "-gpgpu_shmem_num_banks 32"})
      EXPECT_THAT(text, HasSubstr("\n" + std::string(option))) << name;
  }
  EXPECT_EQ(faults_of(gpgpusim_report(report_session()).text), "");
}

TEST(GpgpusimCheck, latencies_are_counted_as_the_tuner_counts_them) {
  const std::string text = gpgpusim_report(recorded("h100")).text;
  // 283.25 cycles of the L2 less 33.25 of the L1, and 723.25 cycles of memory less 281.25 of the L2. Each difference is within one
  // memory space.
  EXPECT_THAT(text, HasSubstr("\n-gpgpu_l2_rop_latency "));
  EXPECT_THAT(text, HasSubstr("The first less the second: 442 cycles (432 to 452).\n-dram_latency 442\n"));
  EXPECT_THAT(text, HasSubstr("L2 cache, Hit latency: 281.2 cycles (279.2 to 283.2 cycles), global.cg; measured."));
  Session odd;
  odd.findings = {measured("l2", "hit_latency_cycles", 30, "cycles"), measured("l1_data", "hit_latency_cycles", 33, "cycles")};
  EXPECT_THAT(gpgpusim_report(odd).warnings, testing::Contains(HasSubstr("-gpgpu_l2_rop_latency is left out")));
}

}  // namespace
}  // namespace chasescope
