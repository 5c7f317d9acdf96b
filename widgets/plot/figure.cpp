#include "widgets/plot/figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "engine/session/report/finding_words.h"
#include "widgets/plot/figure_probes.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;
using Shows = FigureRecipe::Shows;

struct Named {
  const char* name;
  const char* title;
  FigureOutcome (*make)(const Session&, const FigureChoice&);
  bool chooses_cache;
  std::vector<FigureRecipe> recipes;
  const char* subject = nullptr;   // the finding of this subject and quantity says why there is nothing to draw; null where what
  const char* quantity = nullptr;  // draws the figure tells that by itself
};

template <FigureOutcome (*make)(const Session&, const QString& runId)>
FigureOutcome ofRun(const Session& session, const FigureChoice& choice) {
  return make(session, choice.run);
}

FigureOutcome missPattern(const Session& session, const FigureChoice& choice) { return missPatternFigure(session, choice.run); }

// What tells the footprint at which the nearest cache begins to miss, quickly if it is a small one.
const FigureProbe kSmall{"footprint-sweep", Role::guides, upToOneMegabyte}, kLarge{"footprint-sweep", Role::guides, beyondOneMegabyte};

// One line per figure. A recipe lists the probes that fill it, in their order.
const std::vector<Named>& table() {
  static const std::vector<Named> figures{
      {"scope", QT_TRANSLATE_NOOP("Figure", "Latency by access"), ofRun<scopeFigure>, false,
       {{.probes = {kSmall, kLarge, {"fine-grained", Role::fills, justTooLarge}}}}},
      {"miss-pattern", QT_TRANSLATE_NOOP("Figure", "Miss pattern: a row per footprint, or per pass"), missPattern, false,
       {{.probes = {kSmall, kLarge, {"miss-pattern", Role::fills, aQuarterMore}}},
        {.probes = {kSmall, kLarge, {"fine-grained", Role::fills, justTooLarge}}}}},
      {"bank-latency", QT_TRANSLATE_NOOP("Figure", "Bank conflicts: latency by stride"), ofRun<bankLatencyFigure>, false,
       {{.probes = {{"banks"}}}}, "shared_memory", "banks"},
      {"bank-lanes", QT_TRANSLATE_NOOP("Figure", "Bank conflicts: lanes on banks"), ofRun<bankLanesFigure>, false,
       {{.probes = {{"banks"}}}}, "shared_memory", "banks"},
      {"thread-latency", QT_TRANSLATE_NOOP("Figure", "Outstanding requests: latency by threads"), ofRun<threadLatencyFigure>, false,
       {{.probes = {{"outstanding"}}}}, "request_table", "structure"},
      {"request-table", QT_TRANSLATE_NOOP("Figure", "Outstanding requests: the table"), ofRun<requestTableFigure>, false,
       {{.probes = {{"outstanding"}}}}, "request_table", "structure"},
      {"l2-copy", QT_TRANSLATE_NOOP("Figure", "Copies through the L2"), ofRun<copyFigure>, false,
       {{.probes = {{"l2-copy"}}}}, "l2", "copy_saturation_bytes"},
      {"tlb", QT_TRANSLATE_NOOP("Figure", "TLBs: reach, sets and miss rate"), tlbFigure, true, {{Shows::tlbs, {{"tlb"}}}}},
      {"footprint-latency", QT_TRANSLATE_NOOP("Figure", "Latency by footprint, with its change points"), footprintFigure, true,
       {{Shows::caches, {{"footprint-sweep"}}}}},
      {"stride-latency", QT_TRANSLATE_NOOP("Figure", "Latency by stride"), ofRun<strideFigure>, false,
       {{.probes = {{"stride-sweep"}}}}},
      {"latency-spectrum", QT_TRANSLATE_NOOP("Figure", "Latency spectrum: classes and their paths"), ofRun<spectrumFigure>, false,
       {{.probes = {{"spectrum"}}}}},
      {"l2-map", QT_TRANSLATE_NOOP("Figure", "L2 map: SMs and lines, near and far slices"), ofRun<distanceFigure>, false,
       {{.probes = {{"l2-map"}}}}, "l2", "partitions"},
      {"memory-diagram", QT_TRANSLATE_NOOP("Figure", "Memory diagram"), ofRun<memoryDiagramFigure>, false,
       {{.probes = {{"discover"}}}}},
      {"set-map", QT_TRANSLATE_NOOP("Figure", "Sets and ways, and the lines that meet in them"), setMapFigure, true,
       {{Shows::caches,
         {{"sets", Role::fills, inItsSpace},
          {"line", Role::fills, inItsSpace},
          {"fine-grained", Role::on_request, justTooLarge}}},
        {Shows::tlbs, {{"tlb"}}}}},
      {"set-index", QT_TRANSLATE_NOOP("Figure", "Set index: which address bits choose the set"), setIndexFigure, true,
       {{Shows::caches, {{"sets", Role::fills, inItsSpace}, {"line", Role::fills, inItsSpace}}},
        {Shows::tlbs, {{"tlb"}}}}},
      {"conflict-matrix", QT_TRANSLATE_NOOP("Figure", "Conflicts: who hurts whom, and the sets that shows"), conflictFigure, true,
       {{Shows::caches, {{"conflicts", Role::fills, inNamedSpace}}}}},
      {"conflict-growth", QT_TRANSLATE_NOOP("Figure", "Conflicts: sets come out of the noise"), conflictGrowthFigure, true,
       {{Shows::caches, {{"conflicts", Role::fills, inNamedSpace}}}}},
      {"set-occupancy", QT_TRANSLATE_NOOP("Figure", "Conflicts: how many lines of a set stay"), occupancyFigure, true,
       {{Shows::caches, {{"conflicts", Role::fills, inNamedSpace}}}}},
      {"victim-ages", QT_TRANSLATE_NOOP("Figure", "Replacement: which line of a full set goes, by its age"), victimAgesFigure, true,
       {{Shows::caches, {{"replacement", Role::fills, inItsSpace}, {"sets", Role::fills, inItsSpace}, {"line", Role::fills, inItsSpace}}}}},
      {"policy-machine", QT_TRANSLATE_NOOP("Figure", "Replacement: a machine of states, by hits and misses"), policyMachineFigure, true,
       {{Shows::caches, {{"replacement", Role::fills, inItsSpace}, {"sets", Role::fills, inItsSpace}, {"line", Role::fills, inItsSpace}}}}},
      {"way-probability", QT_TRANSLATE_NOOP("Figure", "Replacement: the share of each way"), wayProbabilityFigure, true,
       {{Shows::caches,
         {{"replacement", Role::fills, inItsSpace},
          {"sets", Role::fills, inItsSpace},
          {"line", Role::fills, inItsSpace}}}}},
      {"miss-rate", QT_TRANSLATE_NOOP("Figure", "Replacement: miss rate over the footprint, beside LRU"), missRateFigure, true,
       {{Shows::caches,
         {{"replacement", Role::fills, inItsSpace},
          {"sets", Role::fills, inItsSpace},
          {"line", Role::fills, inItsSpace},
          {"capacity", Role::guides, inItsSpace},
          {"miss-pattern", Role::fills, halfAsMuchAgain}}}}},
  };
  return figures;
}

const Named* find(const QString& name) {
  for (const Named& figure : table())
    if (name == QLatin1String(figure.name)) return &figure;
  return nullptr;
}

/// Why nobody could measure what the figure shows, although it was asked for; empty if nobody asked.
QString whyUnmeasurable(const Named& figure, const Session& session) {
  if (figure.subject == nullptr) return {};
  for (const Finding& finding : session.findings)
    if (finding.subject == figure.subject && finding.quantity == figure.quantity && finding.status == FindingStatus::not_measurable)
      return QString::fromStdString(finding.reason);
  return {};
}

std::string deviceOf(const Session& session) {
  return session.environment.is_object() ? session.environment.value("device_id", std::string()) : std::string();
}

/// The command that measures what a figure lacks, on the device of the session.
QString commandFor(const QString& figure, const Session& session, const QString& cache) {
  std::string id = deviceOf(session);
  if (id.empty()) id = "ID";
  QString quoted = QString::fromStdString(id);
  if (quoted.contains(QLatin1Char(' '))) quoted = QLatin1Char('"') + quoted + QLatin1Char('"');
  return QStringLiteral("chasescope figure %1%2 --device %3 -o FOLDER")
      .arg(figure, cache.isEmpty() ? QString() : QStringLiteral(" --cache ") + cache, quoted);
}

/// Whether everything that would fill the figure in one way has been run already, so that to run it again tells no more.
bool wasAsked(const Named& figure, const std::string& cache, const Session& session) {
  std::set<std::string> asked;
  for (const RunPtr& run : session.runs) asked.insert(run->probe);
  if (session.environment.is_object()) {
    if (const auto last = session.environment.find("probe"); last != session.environment.end() && last->is_string())
      asked.insert(*last);
    if (const auto all = session.environment.find("probes"); all != session.environment.end() && all->is_array())
      for (const auto& one : *all)
        if (one.is_object() && one.contains("probe") && one["probe"].is_string()) asked.insert(one["probe"]);
  }
  return std::any_of(figure.recipes.begin(), figure.recipes.end(), [&](const FigureRecipe& recipe) {
    const bool suits = recipe.shows == Shows::anything || cache.empty() || (recipe.shows == Shows::tlbs) == cache.ends_with("_tlb");
    return suits && std::all_of(recipe.probes.begin(), recipe.probes.end(), [&](const FigureProbe& probe) {
             return probe.role != Role::fills || asked.contains(std::string(probe.name));
           });
  });
}

/// What the probes that were run say of it, in sentences.
QString whatWasFound(const Session& session, const std::string& cache) {
  constexpr qsizetype kMostReasons = 3;
  const auto is_of = [&](const Finding& finding) { return cache.empty() || finding.subject == cache; };
  if (std::none_of(session.findings.begin(), session.findings.end(), is_of))
    return cache.empty() ? QCoreApplication::translate("Figure", "Nothing was found that could be drawn.")
                         : QCoreApplication::translate("Figure", "No %1 was found on %2.")
                               .arg(QString::fromStdString(subject_words(cache)), QString::fromStdString(session.device.name));
  QStringList reasons;
  for (const Finding& finding : session.findings) {
    const bool nothing = finding.status == FindingStatus::not_measurable || finding.status == FindingStatus::absent;
    if (!is_of(finding) || !nothing || finding.reason.empty()) continue;
    const QString reason = QString::fromStdString(subject_words(finding.subject) + ": " + finding.reason);
    if (!reasons.contains(reason) && reasons.size() < kMostReasons) reasons << reason;
  }
  return reasons.isEmpty() ? QCoreApplication::translate("Figure", "The probes that fill it found nothing that could be drawn.")
                           : reasons.join(QLatin1Char(' '));
}

}  // namespace

QStringList figureNames() {
  QStringList names;
  for (const Named& figure : table()) names << QString::fromLatin1(figure.name);
  return names;
}

QString figureTitle(const QString& name) {
  const Named* figure = find(name);
  return figure == nullptr ? QString() : QCoreApplication::translate("Figure", figure->title);
}

const std::vector<FigureRecipe>& figureRecipes(const QString& name) {
  static const std::vector<FigureRecipe> none;
  const Named* figure = find(name);
  return figure == nullptr ? none : figure->recipes;
}

bool figureChoosesCache(const QString& name) {
  const Named* figure = find(name);
  return figure != nullptr && figure->chooses_cache;
}

namespace {

/// What a recording that lacks a figure has instead: nothing can be measured on it.
QString whatRecordingShows(const Session& session) {
  QStringList shown;
  for (const Named& figure : table())
    if (figure.make(session, {})) shown << QString::fromLatin1(figure.name);
  return QCoreApplication::translate("Figure", "a recording measures nothing anew, and this one shows the figures %1 (chasescope figure %2 --device %3 -o FOLDER)")
      .arg(shown.join(QStringLiteral(", ")), shown.value(0), QString::fromStdString(deviceOf(session)));
}

}  // namespace

QString whatFills(const QString& figure, const Session& session, const QString& cache) {
  if (deviceOf(session).starts_with("recording:")) return whatRecordingShows(session);
  const QStringList probes = probesOfFigure(figure, cache.toStdString());
  const QString words = probes.size() < 2 ? QCoreApplication::translate("Figure", "run the probe %1 first").arg(probes.join(QString()))
                                          : QCoreApplication::translate("Figure", "run the probes %1 and %2 first")
                                                .arg(probes.mid(0, probes.size() - 1).join(QStringLiteral(", ")), probes.back());
  return words + QStringLiteral(" (%1)").arg(commandFor(figure, session, cache));
}

FigureOutcome makeFigure(const QString& name, const Session& session, const FigureChoice& choice) {
  const Named* figure = find(name);
  if (figure == nullptr)
    return {nullptr, QCoreApplication::translate("Figure", "There is no figure “%1”; there are: %2.")
                         .arg(name, figureNames().join(QStringLiteral(", ")))};
  FigureOutcome made = figure->make(session, choice);
  if (made || !made.unmeasured) return made;
  const QString why = whyUnmeasurable(*figure, session);
  if (why.isEmpty() && wasAsked(*figure, choice.cache.toStdString(), session)) {
    made.error += QStringLiteral(". ") + whatWasFound(session, choice.cache.toStdString());
    return made;
  }
  made.error += why.isEmpty() ? QStringLiteral("; %1.").arg(whatFills(name, session, choice.cache)) : QStringLiteral(": ") + why;
  return made;
}

}  // namespace chasescope
