// recording_table [--compare FILE]: what a discovery finds on the model h100, beside what it found on the cards that the model is made
// from, row by row, in Markdown. Exit code 1 if FILE (docs/h100.md) is not what would be printed.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/findings/finding_words.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/compare/comparison.h"
#include "engine/session/report/markdown_text.h"
#include "engine/session/session_file.h"

namespace {

using namespace chasescope;

constexpr const char* kIntroduction = R"(# The model h100 beside the cards that it is made from

Printed by `recording_table` (a target of the tests). `resources/models/h100.json` names its source beside every number: most are from this
program's discoveries of an NVIDIA H100 80GB HBM3 (`tests/recordings/h100-found.json`, the findings alone) and of an NVIDIA H200
(`recording:h200`). Below is what a discovery finds on the model, blind, beside what it found on the two cards. The two share their SMs; L2 and
memory are other ones, and there the model is the H100.

A later discovery of an H100 is bundled with all of its runs: `chasescope discover --device recording:h100`, or *Recordings* in the window's list of
devices. It also has the size of the L1 at carve-outs of 0, 25, 50, 75 and 100 % (237, 148, 84, 20.5 and 20.4 KiB) and, at 0 %, the 512 sets of 4 ways
of the L1, its index (nine XORs of address bits) and how it replaces its lines: `chasescope figure conflict-matrix --device recording:h100 -o figures`
draws them, *Conflicts* shows them in the window.

What the model can't express, so that it differs:

- **Two distances of the L2.** On the cards, slices of the L2 are near or far (267 and 297 cycles), and from 32 MiB on lines come from the other
  half of the L2 (489 cycles). A model has one pair of near and far for an address: here the slices, and the halves of memory with them. The SMs
  of a card have distances of their own besides; the model's floor plan has the groups of a card, with cycles that are assumed.
- **How the L1 evicts.** At the driver's carve-out a small store of data is soon full, and which lines go then changes from pass to pass; the recorded
  discoveries tell no set there. (At carve-out 0 later ones, `recording:h100` among them, tell 512 sets of 4 ways: docs/methods-caches.md.) The model has LRU and four uneven
  sets, so that misses begin where the cards' begin, and a discovery finds those sets. At 60 KiB they begin 4 % later than on the cards.
- **The rank in a cluster.** Each SM of a cluster has a distance of its own; the model has one for each size of cluster.
- **Words of 8 and 16 bytes**, which take a few cycles more than their rows, and **copies**, which gain from the L2 up to 17 MB only.
- **Requests under way.** No table was seen to be full on the cards (`outstanding_at_least`), so the model has none.

)";

Session read(const std::string& path) {
  auto session = read_session(path);
  if (!session) throw std::runtime_error(session.error().message);
  return *std::move(session);
}

Session discovery_of_the_model() {
  const auto device = open_preset("h100");
  if (!device) throw std::runtime_error(device.error().message);
  const auto report = find_probe("discover")->run(**device, {}, {});
  if (!report) throw std::runtime_error(report.error().message);
  Session session;
  session.device = (*device)->description();
  session.findings = report->findings;
  return session;
}

std::string key_of(const Finding& finding) { return finding.subject + " " + finding.quantity + " " + finding.conditions.dump(); }

std::string words_of_side(const std::optional<Finding>& finding) {
  if (!finding) return "";
  if (finding->value.is_null()) {
    const std::string bound = interval_words(*finding);
    return finding->status == FindingStatus::absent ? "absent" : bound.empty() ? status_words(finding->status) : bound;
  }
  return value_words(*finding);
}

std::string difference(const Compared& row) {
  switch (row.verdict) {
    case Agreement::agrees: return "ok";
    case Agreement::only_a: return "the model alone";
    case Agreement::only_b: return "the card alone";
    case Agreement::incomparable: return "other units";
    case Agreement::neither: return "";
    case Agreement::differs: break;
  }
  if (!row.a->value.is_number() || !row.b->value.is_number() || row.b->value.get<double>() == 0) return "differs";
  char text[32];
  std::snprintf(text, sizeof text, "%+.1f %%", 100 * (row.a->value.get<double>() / row.b->value.get<double>() - 1));
  return text;
}

std::string document() {
  const std::string sources = CHASESCOPE_SOURCE_DIR;
  const Session model = discovery_of_the_model(), h100 = read(sources + "/tests/recordings/h100-found.json"),
                h200 = read(sources + "/resources/recordings/h200.cbor");
  std::map<std::string, std::optional<Finding>> of_h200;
  for (const Compared& row : compare_sessions(h100, h200).rows)
    if (row.a) of_h200[key_of(*row.a)] = row.b;
  const Comparison comparison = compare_sessions(model, h100);
  std::string text = kIntroduction;
  text += markdown_header({"what", "conditions", "model h100", "H100", "H200", "model from H100"});
  for (const Compared& row : comparison.rows) {
    if (row.verdict == Agreement::neither) continue;
    const auto third = row.b ? of_h200.find(key_of(*row.b)) : of_h200.end();
    text += markdown_row({subject_words(row.either().subject) + ": " + quantity_words(row.either().quantity), condition_words(row.either()),
                          words_of_side(row.a), words_of_side(row.b), third == of_h200.end() ? "" : words_of_side(third->second),
                          difference(row)});
  }
  text += "\n" + std::to_string(comparison.count(Agreement::agrees)) + " rows agree within their intervals, " +
          std::to_string(comparison.count(Agreement::differs)) + " differ, " + std::to_string(comparison.count(Agreement::only_a)) +
          " are told of the model alone and " + std::to_string(comparison.count(Agreement::only_b)) + " of the card alone.\n";
  return text;
}

int run(const std::string& option, const std::string& file) {
  const std::string text = document();
  if (option != "--compare") {
    std::printf("%s", text.c_str());
    return 0;
  }
  std::ifstream stream(file, std::ios::binary);
  if (std::string((std::istreambuf_iterator<char>(stream)), {}) == text) return 0;
  std::fprintf(stderr, "%s is not what recording_table prints; run: recording_table > %s\n", file.c_str(), file.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "recording_table: %s\n", error.what());
    return 2;
  }
}
