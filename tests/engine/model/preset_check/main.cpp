// preset_check [--brief | --compare FILE]: checks the presets against the papers and prints the table in Markdown.
// Exit code 1 if a row differs that is not known to, or if FILE (docs/presets.md) is not what would be printed.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "tests/engine/model/preset_check/table.h"

namespace {

using chasescope::preset_check::Row;
using chasescope::preset_check::Table;

struct Count {
  std::size_t rows = 0, agree = 0, known = 0;
};

std::string line_of(const Row& row) {
  const std::string ok = row.ok ? "ok" : row.known.empty() ? "DIFFERS" : "differs: " + row.known;
  return "| " + row.card + " | " + row.what + " | " + row.published + " | " + row.model + " | " + row.source + " | " + ok + " |\n";
}

std::string document(const Table& table, std::map<std::string, Count>& counts) {
  std::string text =
      "# Presets against the papers\n\n"
      "Printed by `preset_check` (a target of the tests): every row is measured on the preset, through the requests that a card\n"
      "would get. MEI14 is the 2014 paper, MELTZER13 the poster, MT4G22 the topology thesis, LASHGAR15 the request study. Sizes "
      "in\n"
      "the thesis are what its sweeps saw; they agree within the spread that the sweeps show where the true size is known. "
      "Numbers\n"
      "that nobody published are marked `assumed` in the preset's `sources` and do not appear here.\n\n"
      "| preset | what | published | model | source | |\n|---|---|---|---|---|---|\n";
  for (const Row& row : table.rows()) {
    text += line_of(row);
    Count& count = counts[row.source.substr(0, row.source.find(' '))];
    ++count.rows;
    count.agree += row.ok;
    count.known += !row.ok && !row.known.empty();
  }
  text += "\n| source | rows | agree | known to differ |\n|---|---|---|---|\n";
  for (const auto& [source, count] : counts)
    text += "| " + source + " | " + std::to_string(count.rows) + " | " + std::to_string(count.agree) + " | " +
            std::to_string(count.known) + " |\n";
  return text;
}

int run(const std::string& option, const std::string& file) {
  Table table;
  check_2014_paper(table);
  check_poster(table);
  check_thesis(table);
  check_request_study(table);
  std::map<std::string, Count> counts;
  const std::string text = document(table, counts);
  int wrong = 0;
  for (const Row& row : table.rows())
    if (!row.ok && row.known.empty()) {
      std::fprintf(stderr, "%s", line_of(row).c_str());
      wrong = 1;
    }
  if (option == "--compare") {
    std::ifstream stream(file, std::ios::binary);
    const std::string there((std::istreambuf_iterator<char>(stream)), {});
    if (there != text) {
      std::fprintf(stderr, "%s is not what preset_check prints; run: preset_check > %s\n", file.c_str(), file.c_str());
      wrong = 1;
    }
  } else {
    std::printf("%s", option == "--brief" ? text.substr(text.rfind("\n\n") + 2).c_str() : text.c_str());
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "preset_check: %s\n", error.what());
    return 1;
  }
}
