// chasescope recover [NUMBER] --list | --save FILE | --discard
#include <algorithm>

#include "app/commands/commands.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/recovery/left_words.h"
#include "engine/session/convert.h"

namespace chasescope {
namespace {

std::string line_of(std::size_t index, const LeftDocument& left) {
  const QString when = leftWhen(left);
  const std::string damage = leftOutWords(left.damaged, left.unread_bytes).toStdString();
  return std::to_string(index + 1) + "  " + leftWords(left).toStdString() + (when.isEmpty() ? "" : "; " + when.toStdString()) +
         (damage.empty() ? "" : ". " + damage) + "\n";
}

void note_what_stays(const LeftMeasurements& left) {
  if (left.newer() > 0)
    note("A newer ChaseScope left " + std::to_string(left.newer()) + (left.newer() == 1 ? " journal" : " journals") +
         ", which only that version can read.");
  for (const std::filesystem::path& path : left.unreadable())
    note(path.string() + " is no journal that can be read. It is left as it is.");
}

int list(const LeftMeasurements& left) {
  note_what_stays(left);
  const bool more_stays = left.newer() > 0 || !left.unreadable().empty();
  if (left.documents().empty()) print_text(more_stays ? "Nothing else was left unsaved.\n" : "Nothing was left unsaved.\n");
  for (std::size_t i = 0; i < left.documents().size(); ++i) print_text(line_of(i, left.documents()[i]));
  return 0;
}

int save(LeftMeasurements& left, std::size_t index, const std::string& file) {
  const auto recovered = left.session(index);
  if (!recovered) return fail(recovered.error().message);
  const Place place = place_for(recovered->session, file);
  const auto written = write_document(recovered->session, place.path);
  if (!written) return fail(written.error());
  if (const QString words = leftOutWords(recovered->left_out, recovered->unread_bytes); !words.isEmpty()) note(words.toStdString());
  notes(written->warnings);
  if (!place.why.empty()) note(place.why);
  left.forget(index);
  print_text(line_of(index, left.documents()[index]) + saved_words(*written).substr(1));
  return 0;
}

}  // namespace

int recover_command(const RecoverOptions& options) {
  if (!options.list && options.save.empty() && !options.discard)
    return misunderstood("Choose what happens to the results that were left: --list, --save FILE or --discard.");
  if (options.list + !options.save.empty() + options.discard > 1)
    return misunderstood("--list, --save and --discard exclude each other.");
  // A document is forgotten after it was saved. So the file must keep all of it, and must not replace another file.
  const bool keeps_all = options.save.empty() || session_format_of(options.save).has_value();
  if (!keeps_all || std::filesystem::is_directory(options.save))
    return misunderstood(
        "recover --save writes a whole session, FILE.json or FILE.cbor; chasescope convert makes other formats of it.");
  if (!options.save.empty() && std::filesystem::exists(options.save)) return fail(options.save + " exists; choose another name.");
  LeftMeasurements left(journal_folder());
  if (options.list) return list(left);
  const std::size_t count = left.documents().size();
  if (count == 0) note_what_stays(left);
  if (count == 0) return fail("Nothing was left that could be saved or discarded.");
  if (options.number > count)
    return misunderstood("There is no number " + std::to_string(options.number) + "; the last is " + std::to_string(count) + ".");
  if (!options.save.empty() && options.number == 0 && count > 1)
    return misunderstood("Say which of the " + std::to_string(count) + " that were left: chasescope recover NUMBER --save FILE.");
  if (!options.save.empty()) return save(left, std::max<std::size_t>(options.number, 1) - 1, options.save);
  for (std::size_t i = 0; i < count; ++i)
    if (options.number == 0 || options.number == i + 1) {
      print_text("Discarded " + line_of(i, left.documents()[i]));
      left.forget(i);
    }
  return 0;
}

}  // namespace chasescope
