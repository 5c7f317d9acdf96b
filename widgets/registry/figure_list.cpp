#include "widgets/registry/figure_list.h"
#include "engine/output/shell_word.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "engine/findings/finding_words.h"
#include "engine/findings/found_sets.h"
#include "widgets/registry/view_list.h"
#include "widgets/views/comparison/figure_generations.h"

namespace chasescope {
namespace {

// The figures of all views, in the order of the views.
const std::vector<const FigureEntry*>& table() {
  static const std::vector<const FigureEntry*> figures = [] {
    std::vector<const FigureEntry*> all;
    for (const ViewEntry* view : allViews()) all.insert(all.end(), view->figures.begin(), view->figures.end());
    return all;
  }();
  return figures;
}

/// Why the measurement that the figure shows was tried and failed; empty if it was not tried.
QString whyUnmeasurable(const FigureEntry& figure, const Session& session) {
  if (figure.subject == nullptr) return {};
  for (const Finding& finding : session.findings)
    if (finding.subject == figure.subject && finding.quantity == figure.quantity && !finding.reason.empty() &&
        (finding.status == FindingStatus::not_measurable || finding.status == FindingStatus::absent))
      return QString::fromStdString(finding.reason);
  return {};
}

std::string deviceOf(const Session& session) {
  return session.environment.is_object() ? session.environment.value("device_id", std::string()) : std::string();
}

/// The command that measures the data that the figure lacks, on the device of the session.
QString commandFor(const QString& figure, const Session& session, const QString& cache) {
  const std::string id = deviceOf(session);
  return QStringLiteral("chasescope figure %1%2 --device %3 -o FOLDER")
      .arg(figure, cache.isEmpty() ? QString() : QStringLiteral(" --cache ") + cache,
           id.empty() ? QStringLiteral("ID") : QString::fromStdString(shell_word(id)));
}

/// The probes that have been run, by the session's runs and by what it says of itself.
std::set<std::string> askedProbes(const Session& session) {
  std::set<std::string> asked;
  for (const RunPtr& run : session.runs) asked.insert(run->probe);
  if (session.environment.is_object()) {
    if (const auto last = session.environment.find("probe"); last != session.environment.end() && last->is_string())
      asked.insert(*last);
    if (const auto all = session.environment.find("probes"); all != session.environment.end() && all->is_array())
      for (const auto& one : *all)
        if (one.is_object() && one.contains("probe") && one["probe"].is_string()) asked.insert(one["probe"]);
  }
  return asked;
}

/// Whether all probes of one way to fill the figure have been run already, so that running them again would tell no more.
bool wasAsked(const FigureEntry& figure, const std::string& cache, const Session& session) {
  const std::set<std::string> asked = askedProbes(session);
  return std::any_of(figure.recipes.begin(), figure.recipes.end(), [&](const FigureRecipe& recipe) {
    return suits(recipe, cache) && std::all_of(recipe.probes.begin(), recipe.probes.end(), [&](const FigureProbe& probe) {
             return probe.role != FigureProbe::Role::fills || asked.contains(std::string(probe.name));
           });
  });
}

/// "sets, line and miss-pattern".
QString listed(const QStringList& names) {
  return names.size() < 2 ? names.join(QString())
                          : QCoreApplication::translate("Figure", "%1 and %2")
                                .arg(names.mid(0, names.size() - 1).join(QStringLiteral(", ")), names.back());
}

/// A sentence on what the finished probes found: for a chosen cache, the reason why nothing was found of it; else the last reason
/// for the quantity that the figure draws. Reasons for other quantities don't explain an empty figure.
QString whatWasFound(const FigureEntry& figure, const Session& session, const std::string& cache) {
  const auto is_of = [&](const Finding& finding) { return cache.empty() || finding.subject == cache; };
  if (!cache.empty() && std::none_of(session.findings.begin(), session.findings.end(), is_of))
    return QCoreApplication::translate("Figure", "No %1 was found on %2.")
        .arg(QString::fromStdString(subject_words(cache)), QString::fromStdString(session.device.name));
  const Finding* reason = nullptr;
  const auto draws = [&](const Finding& finding) { return figure.quantity != nullptr && finding.quantity == figure.quantity; };
  for (const Finding& finding : session.findings) {
    const bool nothing = finding.status == FindingStatus::not_measurable || finding.status == FindingStatus::absent;
    if (!is_of(finding) || !nothing || finding.reason.empty() || (cache.empty() && !draws(finding))) continue;
    if (reason == nullptr || draws(finding) || !draws(*reason)) reason = &finding;
  }
  if (reason != nullptr) return QString::fromStdString(subject_words(reason->subject) + ": " + reason->reason);
  const QStringList probes = probesOf(figure, cache);
  return (probes.size() < 2
              ? QCoreApplication::translate("Figure", "The probe %1 was run and found nothing that could be drawn.")
              : QCoreApplication::translate("Figure", "The probes %1 were run and found nothing that could be drawn."))
      .arg(listed(probes));
}

}  // namespace

const FigureEntry* findFigure(const QString& name) {
  for (const FigureEntry* figure : table())
    if (name == QLatin1String(figure->name)) return figure;
  return name == QLatin1String(generationsEntry().name) ? &generationsEntry() : nullptr;
}

QStringList cardFigureNames() { return {QString::fromLatin1(generationsEntry().name)}; }

Outcome<std::vector<FigureProbe>> probesToRun(const QString& figure, const std::string& cache, const ParameterValues& given) {
  const FigureEntry* known = findFigure(figure);
  if (known == nullptr) return DeviceError{ErrorCode::invalid_request, "There is no figure " + figure.toStdString() + "."};
  return probesToRun(*known, cache, given);
}

QStringList probesOf(const QString& figure, const std::string& cache) {
  const FigureEntry* known = findFigure(figure);
  return known == nullptr ? QStringList() : probesOf(*known, cache);
}

QStringList figureNames() {
  QStringList names;
  for (const FigureEntry* figure : table()) names << QString::fromLatin1(figure->name);
  return names;
}

QString figureTitle(const QString& name) {
  const FigureEntry* figure = findFigure(name);
  return figure == nullptr ? QString() : QCoreApplication::translate("Figure", figure->title);
}

bool figureChoosesCache(const QString& name) {
  const FigureEntry* figure = findFigure(name);
  return figure != nullptr && figure->chooses_cache;
}

std::vector<std::string> cachesOfFigure(const QString& name) {
  std::vector<std::string> caches = cache_subjects();
  if (const FigureEntry* figure = findFigure(name)) caches.insert(caches.end(), figure->levels.begin(), figure->levels.end());
  return caches;
}

bool figureChoosesRun(const QString& name) {
  // Figures that show all runs of their probes together.
  static const QStringList ofAll{QStringLiteral("memory-diagram"),
                                 QStringLiteral("carveout-sizes"),
                                 QStringLiteral("tlb"),
                                 QStringLiteral("staircase"),
                                 QStringLiteral("instruction-caches"),
                                 QStringLiteral("instruction-prefetch"),
                                 QStringLiteral("l2-map"),
                                 QStringLiteral("near-far-memory"),
                                 QStringLiteral("chip-map"),
                                 QStringLiteral("memory-halves"),
                                 QStringLiteral("l2-copy"),
                                 QStringLiteral("cluster-latencies"),
                                 QStringLiteral("disturbance"),
                                 QStringLiteral("cache-sharing"),
                                 QStringLiteral("generations")};
  return findFigure(name) != nullptr && !ofAll.contains(name);
}

namespace {

/// The advice for a figure that a recording lacks: nothing new can be measured on a recording.
QString whatRecordingShows(const Session& session, QStringList probes) {
  const std::set<std::string> asked = askedProbes(session);
  probes.removeIf([&](const QString& probe) { return asked.contains(probe.toStdString()); });
  const QString lacks = probes.isEmpty() ? QCoreApplication::translate("Figure", "a recording measures nothing anew")
                                         : QCoreApplication::translate(
                                               "Figure", "the recording holds no run of %1, and a recording measures nothing anew")
                                               .arg(listed(probes));
  return QCoreApplication::translate("Figure", "%1 (chasescope figure all --device %2 -o FOLDER draws all that it shows)")
      .arg(lacks, QString::fromStdString(shell_word(deviceOf(session))));
}

}  // namespace

QString whatFills(const QString& figure, const Session& session, const QString& cache) {
  const QStringList probes = probesOf(figure, cache.toStdString());
  if (deviceOf(session).starts_with("recording:")) return whatRecordingShows(session, probes);
  const QString words = (probes.size() < 2 ? QCoreApplication::translate("Figure", "run the probe %1 first")
                                           : QCoreApplication::translate("Figure", "run the probes %1 first"))
                            .arg(listed(probes));
  return words + QStringLiteral(" (%1)").arg(commandFor(figure, session, cache));
}

FigureOutcome makeFigure(const QString& name, const Session& session, const FigureChoice& choice) {
  const FigureEntry* figure = findFigure(name);
  if (figure == nullptr)
    return {nullptr, QCoreApplication::translate("Figure", "There is no figure “%1”; there are: %2.")
                         .arg(name, (figureNames() + cardFigureNames()).join(QStringLiteral(", ")))};
  FigureOutcome made = figure->make(session, choice);
  if (made || !made.unmeasured) return made;
  const QString why = whyUnmeasurable(*figure, session);
  if (why.isEmpty() && wasAsked(*figure, choice.cache.toStdString(), session)) {
    made.error += QStringLiteral(". ") + whatWasFound(*figure, session, choice.cache.toStdString());
    return made;
  }
  made.error += why.isEmpty() ? QStringLiteral("; %1.").arg(whatFills(name, session, choice.cache)) : QStringLiteral(": ") + why;
  return made;
}

}  // namespace chasescope
