// found_table [--only CARD,CARD,…]: runs the probes blind on the presets and prints the papers' published numbers beside the
// findings. Exit code 1 if a number was not found, or differs without a known reason.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <sstream>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/accuracy/published/rows.h"

namespace {

using namespace chasescope;
using namespace chasescope::published;
using nlohmann::json;

constexpr const char* kProbes[] = {"capacity", "line", "sets", "replacement", "tlb", "latency", "spectrum", "sharing", "count"};

Findings find_all(const Setup& setup) {
  Findings all;
  for (const char* const name : kProbes) {
    const Probe* probe = find_probe(name);
    if (probe == nullptr) continue;
    ParameterValues values;
    if (setup.l1_kib && probe->info().parameter("l1_kib") != nullptr) values["l1_kib"] = std::to_string(*setup.l1_kib);
    const auto device = open_preset(setup.card);
    if (!device) throw std::runtime_error(device.error().message);
    const auto start = std::chrono::steady_clock::now();
    const auto report = probe->run(**device, values, {});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::fprintf(stderr, "%s%s: %s, %.2f s%s%s\n", setup.card.c_str(),
                 setup.l1_kib ? (" with " + std::to_string(*setup.l1_kib) + " KiB").c_str() : "", name, seconds, report ? "" : ": ",
                 report ? "" : report.error().message.c_str());
    if (report) all.add(name, report->findings);
  }
  return all;
}

std::string shown(const json& value) {
  if (value.is_number()) return text_of(value.get<double>());
  std::string text = value.dump();
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

struct Count {
  std::size_t rows = 0, agree = 0, explained = 0, missing = 0, wrong = 0;
};

std::string line_of(const Row& row, const Findings& findings, Count& count) {
  const Found found = row.find(findings);
  ++count.rows;
  std::string verdict = "ok";
  if (!found.value && row.untold) {
    verdict = "ok, neither can tell: " + found.why_not;
    ++count.agree;
  } else if (!found.value) {
    verdict = "not found: " + found.why_not;
    ++count.missing;
  } else if (row.agrees(*found.value)) {
    ++count.agree;
  } else if (row.is_true && row.is_true(*found.value)) {
    verdict = "differs: " + row.reason;
    ++count.explained;
  } else {
    verdict = "WRONG";
    ++count.wrong;
  }
  const std::string card = row.setup.card + (row.setup.l1_kib ? ", " + std::to_string(*row.setup.l1_kib) + " KiB" : "");
  return "| " + card + " | " + row.what + " | " + row.published + " | " + (found.value ? shown(*found.value) : "–") + " | " +
         row.source + " | " + verdict + " |\n";
}

std::vector<std::string> cards_of(int argc, char** argv) {
  std::vector<std::string> cards;
  if (argc == 1) return cards;
  if (argc != 3 || std::string(argv[1]) != "--only") throw std::invalid_argument("found_table [--only CARD,CARD,...]");
  std::istringstream stream(argv[2]);
  for (std::string name; std::getline(stream, name, ',');) cards.push_back(name);
  return cards;
}

int run(const std::vector<std::string>& only) {
  std::vector<Row> rows;
  for (auto&& some : {rows_of_2014_paper(), rows_of_poster(), rows_of_thesis()})
    for (const Row& row : some)
      if (only.empty() || std::find(only.begin(), only.end(), row.setup.card) != only.end()) rows.push_back(row);
  std::map<Setup, Findings> found;
  std::map<std::string, Count> counts;
  std::printf("| preset | what | published | found | source | |\n|---|---|---|---|---|---|\n");
  for (const Row& row : rows) {
    auto there = found.find(row.setup);
    if (there == found.end()) there = found.emplace(row.setup, find_all(row.setup)).first;
    std::printf("%s", line_of(row, there->second, counts[row.source.substr(0, row.source.find(' '))]).c_str());
    std::fflush(stdout);
  }
  std::printf("\n| source | rows | agree | differ for a known reason | not found | wrong |\n|---|---|---|---|---|---|\n");
  bool good = true;
  for (const auto& [source, count] : counts) {
    std::printf("| %s | %zu | %zu | %zu | %zu | %zu |\n", source.c_str(), count.rows, count.agree, count.explained, count.missing,
                count.wrong);
    good = good && count.missing == 0 && count.wrong == 0;
  }
  for (const char* const name : kProbes)
    if (find_probe(name) == nullptr) std::printf("\nThere is no probe called %s.\n", name);
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(cards_of(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "found_table: %s\n", error.what());
    return 2;
  }
}
