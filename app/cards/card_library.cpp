#include "app/cards/card_library.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/measurement/probe_session.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/device/recording/recording.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/convert.h"
#include "widgets/document/shown_text.h"

namespace chasescope {
namespace {

constexpr const char* kProbe = "discover";

/// The session without its runs: traces of many cards at once would fill the memory, and the tables show none.
std::shared_ptr<const Session> withoutRuns(Session session) {
  session.runs.clear();
  for (Finding& finding : session.findings) finding.evidence.clear();
  return std::make_shared<const Session>(std::move(session));
}

class Progress final : public ProbeSink {
 public:
  explicit Progress(std::function<void(int)> tell) : tell_(std::move(tell)) {}
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_finding(const Finding&) override {}
  void on_progress(double fraction, const std::string&) override {
    const int percent = static_cast<int>(fraction * 100);
    if (percent != std::exchange(percent_, percent)) tell_(percent);
  }

 private:
  std::function<void(int)> tell_;
  int percent_ = -1;
};

Outcome<std::shared_ptr<const Session>> discovered(const QString& id, const std::stop_token& stop, ProbeSink& sink) {
  auto device = open_device(id.toStdString(), {.stop = stop});
  if (!device) return device.error();
  if (const auto* recording = dynamic_cast<const RecordingDevice*>(device->get())) return withoutRuns(recording->session());
  Session session;
  session.device = (*device)->description();
  auto report = run_probe(**device, *find_probe(kProbe), {}, {.stop = stop, .sink = &sink});
  if (!report) return report.error();
  if (const auto trouble = discovery_trouble(report->findings))
    return DeviceError{ErrorCode::internal, "The discovery of " + session.device.name + " " + outcome_sentences(*trouble)};
  session.findings = std::move(report->findings);
  session.environment = describe_environment(id.toStdString(), kProbe, {});
  return withoutRuns(std::move(session));
}

}  // namespace

CardLibrary::CardLibrary(const QString& folder, QObject* parent)
    : QObject(parent),
      folder_(folder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/cards")
                               : folder) {
  for (const CatalogueEntry& entry : list_devices().devices) {
    if (entry.origin == Origin::hardware) continue;
    cards_.push_back({QString::fromStdString(entry.id),
                      entry.origin == Origin::recording ? tr("%1 (recorded)").arg(shownText(entry.name)) : shownText(entry.name)});
  }
}

CardLibrary::~CardLibrary() {
  worker_.request_stop();
  if (worker_.joinable()) worker_.join();
}

CardLibrary::Card* CardLibrary::find(const QString& id) {
  const auto found = std::find_if(cards_.begin(), cards_.end(), [&](const Card& card) { return card.id == id; });
  return found == cards_.end() ? nullptr : &*found;
}

bool CardLibrary::busy() const { return worker_.joinable(); }

/// The file's name depends on the build of the program, as another build may find something else.
QString CardLibrary::fileOf(const QString& id) const {
  const QFileInfo program(QCoreApplication::applicationFilePath());
  const QString build = QStringLiteral("%1 %2 %3").arg(id).arg(program.size()).arg(program.lastModified().toMSecsSinceEpoch());
  const QByteArray name = QCryptographicHash::hash(build.toUtf8(), QCryptographicHash::Sha256).toHex().left(24);
  return folder_ + QLatin1Char('/') + QString::fromLatin1(name) + QStringLiteral(".json");
}

std::shared_ptr<const Session> CardLibrary::kept(const QString& id) const {
  const QString file = fileOf(id);
  if (!QFileInfo::exists(file)) return nullptr;
  auto opened = open_document(file.toStdString());  // a damaged file is no document, and its card is measured anew
  return opened ? withoutRuns(std::move(opened->session)) : nullptr;
}

void CardLibrary::want(const QStringList& ids) {
  bool news = false;
  for (const QString& id : ids) {
    Card* card = find(id);
    if (card == nullptr || card->state != State::unknown) continue;
    card->session = kept(id);
    card->state = card->session ? State::known : State::waiting;
    if (!card->session) queue_ << id;
    news = true;
  }
  if (news) emit changed();
  next();
}

void CardLibrary::next() {
  if (worker_.joinable() || queue_.isEmpty()) return;
  const QString id = queue_.takeFirst();
  find(id)->state = State::measuring;
  worker_ = std::jthread([this, id](const std::stop_token& stop) { measure(stop, id); });
  emit changed();
}

void CardLibrary::rest() {
  for (const QString& id : std::as_const(queue_)) find(id)->state = State::unknown;
  queue_.clear();
}

/// Runs on the worker's thread.
void CardLibrary::measure(const std::stop_token& stop, const QString& id) {
  Progress progress([&](int percent) { tell(id, State::measuring, percent, {}, nullptr); });
  const auto found = discovered(id, stop, progress);
  if (found && QDir().mkpath(folder_))
    // A full disk costs time only: the card is measured again at the next start.
    (void)write_document(**found, fileOf(id).toStdString(), "json");
  found ? tell(id, State::known, 100, {}, *found) : tell(id, State::failed, 0, shownText(found.error().message), nullptr);
}

void CardLibrary::tell(const QString& id, State state, int percent, const QString& why, std::shared_ptr<const Session> session) {
  QMetaObject::invokeMethod(
      this,
      [this, id, state, percent, why, session = std::move(session)] {
        Card& card = *find(id);
        card.state = state;
        card.percent = percent;
        card.why = why;
        card.session = session;
        if (state != State::measuring) {
          worker_ = std::jthread();  // the thread has ended, or is about to
          next();
        }
        emit changed();
      },
      Qt::QueuedConnection);
}

}  // namespace chasescope

#include "moc_card_library.cpp"
