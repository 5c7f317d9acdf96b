// chasescope figure check FILE.pdf …
#include <cstdio>

#include "app/commands/commands.h"
#include "app/documents/pdf_check.h"
#include "app/measurement/failure.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

void print_facts(const std::string& file, const PdfFacts& facts) {
  std::printf("%s\n", one_line(file).c_str());
  for (const PdfFacts::Page& page : facts.pages) std::printf("  page          %.1f x %.1f mm\n", page.width_mm, page.height_mm);
  for (const PdfFont& font : facts.fonts)
    std::printf("  font          %s, %s, %s\n", font.name.c_str(), font.type.c_str(), font.embedded ? "embedded" : "not embedded");
  std::printf("  pictures      %d in dots\n", facts.pictures);
  if (facts.texts > 0)
    std::printf("  smallest type %.1f points\n", facts.least_type_pt);
  else
    std::printf("  smallest type none: it has no text\n");
  std::printf("  cut text      %zu\n", facts.cut.size());
}

}  // namespace

int figure_check_command(const std::vector<std::string>& files) {
  if (files.empty()) return misunderstood("Name the PDF file to check: chasescope figure check FILE.pdf.");
  int code = 0;
  for (const std::string& file : files) {
    const PdfOutcome outcome = factsOfPdf(file);
    if (!outcome.error.empty()) {
      code = fail(outcome.error);
      continue;
    }
    print_facts(file, outcome.facts);
    const std::vector<std::string> faults = faultsOfPdf(outcome.facts);
    std::printf("  verdict       %s\n", faults.empty() ? "can be printed" : "should not be printed as it is");
    std::fflush(stdout);  // before the sentences on standard error
    for (const std::string& fault : faults) code = fail(one_line(file) + ": " + fault);
  }
  return code;
}

}  // namespace chasescope
