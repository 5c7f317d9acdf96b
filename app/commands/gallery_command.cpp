// chasescope gallery -o DIR [--only ID …] [--list]
#include <algorithm>
#include <cstdio>

#include "app/commands/paper_commands.h"
#include "app/measurement/failure.h"
#include "app/paper/gallery.h"
#include "engine/output/output_file.h"

namespace chasescope {
namespace {

int list_gallery() {
  for (const GalleryEntry& entry : gallery()) {
    const std::string where = entry.where.empty() ? "" : ", " + entry.where;
    std::printf("%-26s%s%s: %s%s\n", entry.id.c_str(), entry.work.c_str(), where.c_str(), entry.title.c_str(),
                entry.missing.empty() ? "" : " (missing)");
  }
  return 0;
}

}  // namespace

int gallery_command(const GalleryOptions& options) {
  if (options.list) return list_gallery();
  if (options.folder.empty()) return misunderstood("Say where to put the gallery: -o FOLDER.");
  std::vector<GalleryEntry> entries;
  for (const std::string& id : options.only) {
    const auto known = std::find_if(gallery().begin(), gallery().end(), [&](const GalleryEntry& entry) { return entry.id == id; });
    if (known == gallery().end())
      return misunderstood("There is no '" + id + "' in the gallery; chasescope gallery --list names what there is.");
    entries.push_back(*known);
  }
  if (entries.empty()) entries = gallery();
  if (const auto fault = fault_of_folder_place(options.folder)) return fail(*fault);
  const auto pieces = write_gallery(entries, options.folder, paper_look(options.look, options.formats));
  if (!pieces) return fail(pieces.error().message);
  const auto made = std::count_if(pieces->begin(), pieces->end(), [](const GalleryPiece& piece) { return piece.made(); });
  print_text(std::to_string(made) + " of " + std::to_string(pieces->size()) + " figures and tables\n");
  for (const GalleryPiece& piece : *pieces)
    for (const QString& line : piece.made() ? piece.figure.notes : QStringList{piece.figure.why})
      print_text("  " + piece.entry->id + ": " + line.toStdString() + "\n");
  print_text(options.folder + "/index.html\n");
  return 0;
}

}  // namespace chasescope
